"""Runs one program and records it from its first event to its end record."""

import atexit
import builtins
import io
import linecache
import os
import sys
from time import perf_counter
from types import ModuleType

from . import PROTOCOL, VERSION
from .codes import collect_codes
from .errors import exception_message, innermost_line
from .output import Output, captured
from .recorder import Limits, Recorder, Stop
from .values import Values, type_name
from .wire import Stream, quoted

__builtins__ = vars(builtins).copy()

# Frames of ours below and above the program's, so that only the program's own count for its limit.
RECURSION_HEADROOM = 200
KEPT_MESSAGE = 65_536

_set_limit = sys.setrecursionlimit
_get_limit = sys.getrecursionlimit


def run_program(job, write):
    """Runs `job` = {code, entry, path, maxSteps, timeoutSeconds, outputBytes} and sends its trace to `write`.

    `entry` is None for a script, else an expression to evaluate after the program's body, which alone is
    traced then. Never raises for anything the program does.
    """
    _Run(job, write).run()


class _Run:
    def __init__(self, job, write):
        self.job = job
        self.stream = Stream(write)
        self.output = Output(job["outputBytes"])
        self.output.on_overflow = self._on_overflow
        self.values = Values(self.stream, self.output)
        self.recorder = None
        self.limits = Limits(job["maxSteps"], perf_counter() + job["timeoutSeconds"], _get_limit())
        self.has_ended = False

    def run(self):
        """Everything from the start record to the end record; restores what of `sys` it replaced."""
        python = "%d.%d.%d" % sys.version_info[:3]
        names = (PROTOCOL, quoted(VERSION), quoted(python), quoted(sys.implementation.name))
        line = '["start",{"protocol":%d,"tracer":%s,"python":%s,"implementation":%s}]' % names
        self.stream.lines.append(line)
        self.stream.flush()
        streams = (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__)
        sys.stdout = sys.__stdout__ = captured(self.output, "stdout", "strict")
        sys.stderr = sys.__stderr__ = captured(self.output, "stderr", "backslashreplace")
        try:
            self._compile_and_run()
        except Stop:
            pass
        finally:
            sys.settrace(None)
            self.output.on_overflow = None
            sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__ = streams

    def _compile_and_run(self):
        path = self.job["path"]
        source = self.job["code"]
        try:
            # A file may begin with a byte order mark, a string may not.
            text = source[1:] if source.startswith("\ufeff") else source
            body = compile(text, path, "exec", dont_inherit=True)
            # The evaluated expression's own frame is not the program's, so its text has another name.
            entry = self.job["entry"]
            call = None if entry is None else compile(entry.strip(), "<entry>", "eval", dont_inherit=True)
        except Exception as error:
            self._end("syntax_error", "error", self._error(error, getattr(error, "lineno", None)))
            return
        linecache.cache[path] = (len(source), None, source.splitlines(True), path)
        codes = collect_codes(body)
        self.recorder = Recorder(self.stream, self.values, self.output, codes, self.limits)
        self.recorder.on_stop = self._on_stop
        main = _main_module(path)
        namespace = vars(main)
        before = tuple(namespace)
        sys.modules["__main__"] = main
        with _Patches(self, os):
            self._run(body, call, namespace, before)

    def _run(self, body, call, namespace, before):
        recorder = self.recorder
        result = None
        error = None
        try:
            if call is None:
                _traced(recorder, body, namespace, before)
            else:
                _run_body(body, namespace)
                result = _traced(recorder, call, namespace, before)
        except Stop:
            raise
        except BaseException as caught:
            error = caught
        is_intact = recorder.end() or recorder.base_code is None
        self.output.on_overflow = None
        kept = None
        if error is not None:
            kept = self._error(error, innermost_line(error, recorder.codes))
        elif call is not None:
            kept_result = self.values.whole(result)
        outcome = "normal" if error is None else "error"
        # The frames held by the traceback end before the program's exit handlers run.
        error = None
        self.output.on_overflow = self._on_overflow
        _run_exit_handlers()
        if not is_intact:
            kept = self._lost(kept)
        self._end("ended", outcome, kept, kept_result if call is not None and outcome == "normal" else "null")

    def _lost(self, kept):
        """The program, or an error inside the tracer, took the trace function away: say so."""
        if kept is not None:
            return kept
        message = "The trace function was replaced while the program ran; later events are missing"
        return '{"type":"TraceLost","message":%s,"line":null}' % quoted(message)

    def _error(self, error, line):
        self.output.is_muted = True
        message = exception_message(error)
        self.output.is_muted = False
        number = line if type(line) is int and line >= 0 else None
        if isinstance(error, SyntaxError) and type(error.msg) is str:
            message = error.msg
        parts = (quoted(type_name(error)), quoted(message[:KEPT_MESSAGE]))
        return '{"type":%s,"message":%s,"line":%s}' % (
            parts + ("null" if number is None else str(number),)
        )

    def exit_now(self, status):
        """What `os._exit` means here: recording ends, and the interpreter is not used again."""
        line = self.recorder.line_of(None)
        message = quoted("os._exit(%s) ended the program" % (status,))
        self.exit_error = '{"type":"os._exit","message":%s,"line":%s}' % (
            message,
            "null" if line is None else str(line),
        )
        self.recorder.give_up("ended", None)

    exit_error = "null"

    def _on_stop(self, reason, line):
        self._end(reason, "never", self.exit_error if reason == "ended" else _stop_error(reason, line))

    def _on_overflow(self):
        if self.recorder is None:
            return
        self.recorder.give_up("output_limit", None)

    def _end(self, stop, exit_kind, error, result="null"):
        if self.has_ended:
            return
        self.has_ended = True
        if self.recorder is not None:
            self.recorder.send_output()
        line = '["end",{"stop":"%s","exit":"%s","error":%s,"result":%s}]'
        self.stream.lines.append(line % (stop, exit_kind, error or "null", result))
        self.stream.flush()


_STOPS = {
    "step_limit": ("StepLimit", "Recording stopped at the limit of events"),
    "time_limit": ("TimeLimit", "Recording stopped at the limit of time"),
    "output_limit": ("OutputLimit", "Recording stopped at the limit of output"),
}


def _stop_error(reason, line):
    kind, message = _STOPS[reason]
    number = "null" if line is None else str(line)
    return '{"type":"%s","message":"%s","line":%s}' % (kind, message, number)


def _traced(recorder, code, namespace, before):
    """Runs the code as the frame directly above this one."""
    if code.co_filename == "<entry>":
        recorder.start(code, before)
        return eval(code, namespace)
    recorder.start(_traced.__code__, before)
    return exec(code, namespace)


def _run_body(body, namespace):
    exec(body, namespace)


def _main_module(path):
    main = ModuleType("__main__")
    main.__file__ = path
    main.__builtins__ = builtins
    main.__cached__ = None
    return main


def _run_exit_handlers():
    """Handlers that the program registered print as part of it; they are not traced."""
    try:
        atexit._run_exitfuncs()
    except Stop:
        raise
    except BaseException:
        pass


class _Patches:
    """Functions of `os` and `sys` that would end the interpreter or count the tracer's own frames."""

    def __init__(self, run, os_module):
        self.run = run
        self.os_module = os_module

    def __enter__(self):
        limits = self.run.limits
        exit_now = self.run.exit_now
        self.saved = (sys.setrecursionlimit, sys.getrecursionlimit, self.os_module._exit, _get_limit())

        def setrecursionlimit(limit, /):
            if type(limit) is int and 0 < limit < 100_000_000:
                _set_limit(limit + RECURSION_HEADROOM)
                limits.recursion = limit
            else:
                _set_limit(limit)

        def getrecursionlimit():
            return limits.recursion

        def _exit(status):
            exit_now(status)

        sys.setrecursionlimit = setrecursionlimit
        sys.getrecursionlimit = getrecursionlimit
        self.os_module._exit = _exit
        _set_limit(limits.recursion + RECURSION_HEADROOM)

    def __exit__(self, kind, error, traceback):
        sys.setrecursionlimit, sys.getrecursionlimit, self.os_module._exit, limit = self.saved
        _set_limit(limit)
        return False
