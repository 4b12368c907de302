"""One run, whatever its entry is: the captured streams, the recorder, the lines that begin and end the trace."""

import atexit
import builtins
import sys

from . import monitoring
from .errors import KEPT_MESSAGE, syntax_message
from .loops import TextSink
from .output import Output, captured, given, given_by
from .patches import Patches, recursion_limit
from .records import end_line, error_object, start_line, stop_object
from .recorder import Limits, Recorder, Stop
from .scope import Scope
from .texts import Texts, type_name
from .values import Values
from .wire import Stream

__builtins__ = vars(builtins).copy()


class Run:
    """A kind of entry has a `run` of its own, which calls `record` at most once and `end` at its end."""

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
        self.patches = None
        self.exit_error = None
        self.has_ended = False

    def perform(self):
        """Runs the entry. Raises for nothing that the program does."""
        streams = (sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__)
        descriptor = self.job.get("stdinDescriptor")
        own = given(self.job.get("stdin", "")) if descriptor is None else given_by(descriptor)
        sys.stdin = sys.__stdin__ = own
        sys.stdout = sys.__stdout__ = captured(self.output, "stdout", 1, "strict")
        sys.stderr = sys.__stderr__ = captured(self.output, "stderr", 2, "backslashreplace")
        try:
            self.stream.lines.append(start_line(self.backend))
            self.stream.flush()
            self.run()
        except Stop:
            # The end record was written when the budget ran out.
            pass
        finally:
            if self.recorder is not None:
                self.recorder.backend.finish()
            self.output.on_overflow = None
            sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__ = streams

    def record(self, recorder, path_of, body):
        """Calls `body()` while all that belongs to a recording is in force. `path_of(file name)` is what globs of
        the job's scope are matched with."""
        recorder.choose(self.backend, Scope(self.job.get("scope", {}), path_of), self.sink)
        self.recorder = recorder
        recorder.on_stop = self.on_stop
        self.output.on_overflow = lambda: recorder.give_up("output_limit", None)
        self.patches = Patches(recorder, self.exit_now)
        with self.patches, recorder.threads, recorder.signals:
            body()

    def new_recorder(self, codes, project=None):
        return Recorder(self.stream, self.values, self.output, codes, self.limits, project)

    def error_of(self, error, line, remark=""):
        """JSON of an exception; `remark` comes after its message."""
        message = syntax_message(error)
        if message is None:
            message = self.values.texts.message_of(error)
        return error_object(type_name(error), (message + remark)[:KEPT_MESSAGE], line)

    def lost(self):
        """JSON of what is missing in the recording, or None."""
        missing = self.recorder.what_is_missing()
        return None if missing is None else error_object("TraceLost", missing, None)

    def exit_now(self, status):
        line = self.recorder.line_of(None)
        self.exit_error = error_object("os._exit", "os._exit(%s) ended the program" % (status,), line)
        self.recorder.give_up("ended", None)

    def on_stop(self, reason, line):
        self.end(reason, "never", self.exit_error or stop_object(reason, line))

    def end(self, stop, exit_kind, error, result=None):
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


def run_exit_handlers():
    """What the program registered with `atexit` prints as part of it, but is not traced."""
    try:
        atexit._run_exitfuncs()
    except Stop:
        raise
    except BaseException:
        # Python itself would only report it.
        pass
