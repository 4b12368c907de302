"""Runs one program and records it from its first event to its end record."""

import builtins
import linecache
import os
import sys
from types import ModuleType

from .codes import collect_codes
from .errors import innermost_line
from .recorder import Stop
from .run import Run, run_exit_handlers

__builtins__ = vars(builtins).copy()

ENTRY_FILE = "<entry>"


def run_program(job, write, on_end=None):
    """Runs `job` = {code, entry, path, maxSteps, timeoutSeconds, outputBytes, …} and sends its trace to `write`.

    `entry` is None for a script, else an expression to evaluate after the program's body; that alone is traced
    then. `stdin` is what it reads, from an open descriptor `stdinDescriptor` where that is told; cpuSeconds, maxBytes and maxDepth are further budgets. `loops`, `scope` and
    `backend` are told of in loops.py, scope.py and monitoring.py. `on_end` is called once the end record is written,
    by whichever thread that was. Raises for nothing that the program does. (One test of a project, a job with
    `test`, is run by pytest_run.py.)
    """
    _ProgramRun(job, write, on_end).perform()


class _ProgramRun(Run):
    def run(self):
        path, source, entry = self.job["path"], self.job["code"], self.job["entry"]
        try:
            # A file may begin with a byte order mark, a string may not.
            text = source[1:] if source.startswith("\ufeff") else source
            body = compile(text, path, "exec", dont_inherit=True)
        except Exception as error:
            self.end("syntax_error", "error", self.error_of(error, getattr(error, "lineno", None)))
            return
        try:
            # The expression's own frame is not the program's: its code is not among the program's.
            call = None if entry is None else compile(entry.strip(), ENTRY_FILE, "eval", dont_inherit=True)
        except Exception as error:
            # It is on no line of the program.
            self.end("syntax_error", "error", self.error_of(error, None, ", in the call " + entry.strip()))
            return
        linecache.cache[path] = (len(source), None, source.splitlines(True), path)
        folder = os.path.dirname(path)
        self.record(
            self.new_recorder(collect_codes(body)),
            lambda filename: os.path.relpath(filename, folder).replace(os.sep, "/"),
            lambda: self._run(body, call, _main_namespace(path)),
        )

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
            error = self.error_of(failure, innermost_line(failure, recorder.entry_codes))
        recorder.threads.join()
        lost = self.lost()
        if failure is None:
            error = lost
        if call is not None and failure is None:
            result = self.values.whole(value)
        recorder.backend.finish()
        run_exit_handlers()
        self.end("ended", "normal" if failure is None else "error", error, result)


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
