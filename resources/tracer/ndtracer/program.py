"""Runs one program and records it from its first event to its end record."""

import atexit
import builtins
import linecache
import os
import sys
from types import ModuleType

from . import monitoring
from .codes import collect_codes
from .errors import KEPT_MESSAGE, innermost_line, syntax_message
from .loops import TextSink
from .output import Output, captured, given
from .patches import Patches, recursion_limit
from .records import end_line, error_object, start_line, stop_object
from .recorder import Limits, Recorder, Stop
from .scope import Scope
from .texts import Texts, type_name
from .values import Values
from .wire import Stream

__builtins__ = vars(builtins).copy()

ENTRY_FILE = "<entry>"


def run_program(job, write, on_end=None):
    """Runs `job` = {code, entry, path, maxSteps, timeoutSeconds, outputBytes, …} and sends its trace to `write`.

    `entry` is None for a script, else an expression to evaluate after the program's body; that alone is traced
    then. `stdin` is what it reads; cpuSeconds, maxBytes and maxDepth are further budgets. `loops`, `scope` and
    `backend` are told of in loops.py, scope.py and monitoring.py. `on_end` is called once the end record is written,
    by whichever thread that was. Raises for nothing that the program does.
    """
    run = _Run(job, write, on_end)
    streams = (sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__)
    sys.stdin = sys.__stdin__ = given(job.get("stdin", ""))
    sys.stdout = sys.__stdout__ = captured(run.output, "stdout", "strict")
    sys.stderr = sys.__stderr__ = captured(run.output, "stderr", "backslashreplace")
    try:
        run.run()
    except Stop:
        # The end record was written when the budget ran out.
        pass
    finally:
        if run.recorder is not None:
            run.recorder.backend.finish()
        run.output.on_overflow = None
        sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__ = streams


class _Run:
    def __init__(self, job, write, on_end):
        self.job = job
        self.on_end = on_end
        self.stream = Stream(write)
        self.output = Output(job["outputBytes"])
        # Where loops are sampled, a value is sent with the first event that is.
        self.sink = TextSink() if job.get("loops", "all") == "sampled" else None
        texts = Texts(self.output, job.get("values") == "structural")
        self.values = Values(self.sink or self.stream, texts, job.get("valueCharacters", 65_536))
        self.limits = Limits(job, recursion_limit())
        asks_for_monitoring = job.get("backend", "auto") == "monitoring"
        # The start record says which it is: a Python before 3.12 has only the one.
        self.backend = "monitoring" if asks_for_monitoring and monitoring.is_available() else "settrace"
        self.recorder = None
        self.exit_error = None
        self.has_ended = False

    def run(self):
        self.stream.lines.append(start_line(self.backend))
        self.stream.flush()
        path, source, entry = self.job["path"], self.job["code"], self.job["entry"]
        try:
            # A file may begin with a byte order mark, a string may not.
            text = source[1:] if source.startswith("\ufeff") else source
            body = compile(text, path, "exec", dont_inherit=True)
            # The expression's own frame is not the program's: its code is not among the program's.
            call = None if entry is None else compile(entry.strip(), ENTRY_FILE, "eval", dont_inherit=True)
        except Exception as error:
            self._end("syntax_error", "error", self._error(error, getattr(error, "lineno", None)))
            return
        linecache.cache[path] = (len(source), None, source.splitlines(True), path)
        recorder = Recorder(self.stream, self.values, self.output, collect_codes(body), self.limits)
        recorder.choose(self.backend, Scope(self.job.get("scope", {}), os.path.dirname(path)), self.sink)
        self.recorder = recorder
        recorder.on_stop = self._on_stop
        self.output.on_overflow = lambda: recorder.give_up("output_limit", None)
        with Patches(recorder, self._exit_now), recorder.threads, recorder.signals:
            self._run(body, call, _main_namespace(path))

    def _run(self, body, call, namespace):
        recorder = self.recorder
        before = tuple(namespace)
        failure = error = result = None
        try:
            if call is None:
                _run_traced(recorder, body, namespace, before)
            else:
                _run_body(body, namespace)
                value = _evaluate_traced(recorder, call, namespace, before)
        except Stop:
            raise
        except BaseException as caught:
            failure = caught
        recorder.end()
        # Only now: an exception's text may be made by code of the program, which is not part of the run.
        if failure is not None:
            error = self._error(failure, innermost_line(failure, recorder.program_codes))
        recorder.threads.join()
        missing = recorder.what_is_missing()
        if missing is not None and failure is None:
            error = error_object("TraceLost", missing, None)
        if call is not None and failure is None:
            result = self.values.whole(value)
        recorder.backend.finish()
        _run_exit_handlers()
        self._end("ended", "normal" if failure is None else "error", error, result)

    def _error(self, error, line):
        message = syntax_message(error)
        if message is None:
            message = self.values.texts.message_of(error)
        return error_object(type_name(error), message[:KEPT_MESSAGE], line)

    def _exit_now(self, status):
        line = self.recorder.line_of(None)
        self.exit_error = error_object("os._exit", "os._exit(%s) ended the program" % (status,), line)
        self.recorder.give_up("ended", None)

    def _on_stop(self, reason, line):
        self._end(reason, "never", self.exit_error or stop_object(reason, line))

    def _end(self, stop, exit_kind, error, result=None):
        if self.has_ended:
            return
        self.has_ended = True
        if self.recorder is not None:
            self.recorder.send_output()
        self.stream.lines.append(end_line(stop, exit_kind, error, result))
        self.stream.flush()
        self.stream.is_closed = True
        if self.on_end is not None:
            self.on_end()


def _run_body(body, namespace):
    exec(body, namespace)


def _run_traced(recorder, body, namespace, before):
    recorder.start(_run_traced.__code__, before)
    exec(body, namespace)


def _evaluate_traced(recorder, call, namespace, before):
    recorder.start(call, before)
    return eval(call, namespace)


def _main_namespace(path):
    """The namespace of a fresh `__main__`, as for a script run by its path."""
    main = ModuleType("__main__")
    main.__file__ = path
    main.__builtins__ = builtins
    main.__cached__ = None
    sys.modules["__main__"] = main
    return vars(main)


def _run_exit_handlers():
    """What the program registered with `atexit` prints as part of it, but is not traced."""
    try:
        atexit._run_exitfuncs()
    except Stop:
        raise
    except BaseException:
        # Python itself would only report it.
        pass
