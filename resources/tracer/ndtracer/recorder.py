"""One recorded run: its budgets, its tables, and how it is stopped for good."""

import builtins
import sys
from time import perf_counter, process_time

from . import monitoring
from .codes import collect_codes, stores_by_line
from .frames import trace_functions
from .loops import Sampler
from .settrace import Settrace
from .signals import Signals
from .threads import Threads
from .wire import quoted, quoted_name

__builtins__ = vars(builtins).copy()

# The clock costs as much as half an event in the sandbox, so fast events share a reading.
MOST_EVENTS_PER_TICK = 64
SLOW_TICK_SECONDS = 0.001
OUT_CHARACTERS = 65_536

_getframe = sys._getframe


class Stop(BaseException):
    """Ends the program once recording has ended; raised again whenever the program goes on."""


class Limits:
    """Budgets of one run, from its job. The deadlines are readings of clocks; `recursion` is the limit that the
    program believes in, counted from its own first frame."""

    __slots__ = ("cpu_deadline", "deadline", "max_bytes", "max_depth", "max_steps", "recursion")

    def __init__(self, job, recursion):
        cpu_seconds, self.max_bytes = job.get("cpuSeconds"), job.get("maxBytes")
        self.max_steps = job["maxSteps"]
        self.max_depth = job.get("maxDepth") or sys.maxsize
        self.deadline = perf_counter() + job["timeoutSeconds"]
        self.cpu_deadline = None if cpu_seconds is None else process_time() + cpu_seconds
        self.recursion = recursion


class Recorder:
    """Records what happens between `start` and `end`; writes lines to the stream. Of a `project` more code becomes
    known by `add_codes` at any time."""

    def __init__(self, stream, values, output, codes, limits, project=None):
        self.stream = stream
        self.values = values
        self.output = output
        # Id of code → what is known of it: of all the program, and of what is recorded.
        self.program_codes = self.codes = codes
        self.project = project
        # Those whose lines are told without their file: where a budget ran out, where an exception came from.
        self.entry_codes = codes if project is None else project.test_codes
        self.limits = limits
        # Ids of the codes of frames below the program's first one, and names that its namespace had before.
        self.bases = set()
        self.hidden = ()
        # Number of the thread whose event is being recorded.
        self.lane = 0
        self.is_tracing = False
        # Whether the program had a trace function of its own for a while.
        self.was_replaced = False
        # Whether something, such as a full stack, raised in the middle of an event.
        self.was_interrupted = False
        # Called once with (stop reason, line) when a budget runs out: writes the end record.
        self.on_stop = None
        self.stopped = None
        self._name_ids = {}
        self._next_code = 0
        self._next_frame = 0
        self._events_per_tick = 1
        self._last_tick = 0.0
        self.sampler = None
        self.threads = Threads(self, Stop)
        self.signals = Signals(self)
        self._is_delivering = False

    def choose(self, backend, scope, texts):
        """Before `start`: what tells the events, what of the program's code is recorded, and, where loops are to be
        sampled, the sink that values were given in place of the stream."""
        self._scope = scope
        self.codes = scope.narrow(self.program_codes)
        if texts is not None:
            self.sampler = Sampler(self, texts)
        self.functions = trace_functions(self)
        self.on_call = self.functions.on_call
        self.backend = monitoring.Monitoring(self) if backend == "monitoring" else Settrace(self)
        self.values.texts.guard.watch(self)

    def add_codes(self, root):
        """More code of the program, with all code nested in it, before its first event."""
        if id(root) in self.program_codes:
            return
        # Its text as it is now: a file may be another one by the time of its first event.
        self.project.read(root.co_filename)
        found = collect_codes(root)
        self.program_codes.update(found)
        if self.project.path_of(root.co_filename) == self.project.test_path:
            self.entry_codes.update(found)
        recorded = self._scope.narrow(found)
        self.codes.update(recorded)
        self.backend.add(recorded)

    def start(self, base_code, hidden):
        """Begins to trace: frames above the one running `base_code` are the program's."""
        self.bases.add(id(base_code))
        self.hidden = hidden
        self.is_tracing = True
        self.backend.start()

    def end(self):
        """Ends tracing of this thread."""
        if not self.backend.stop():
            self.was_replaced = True
        self.values.texts.guard.watch_alone()

    def close(self):
        """After `end`: nothing more is recorded, in any thread, whatever still runs."""
        self.is_tracing = False
        self.threads.close()
        self.backend.finish()

    def what_is_missing(self):
        """In a sentence, or None: events that were lost."""
        if self.was_replaced or not self.threads.are_whole:
            return "The program set a trace function of its own; events while it was set are missing"
        if self.was_interrupted:
            return "Something, such as a full stack, interrupted the recorder; events are missing there"
        return None

    def rescue(self, state, frame):
        """Something raised in the middle of an event: it is the program's, but must not end the recording."""
        if self.stopped is None:
            if not self._is_delivering:
                self.was_interrupted = True
                state.forget_values()
            self._is_delivering = False
            self.backend.before_raising(frame, state.on_event)

    def give_up(self, reason, frame):
        """Ends recording for good and raises Stop; so does every later event of the program's frames."""
        if self.stopped is None:
            self.stopped = reason
            if self.sampler is not None:
                self.sampler.finish()
            self.functions.exhaust()
            self.on_stop(reason, self.line_of(frame))
        if frame is not None:
            self.backend.before_raising(frame, self._raise_again)
        raise Stop(self.stopped)

    def _raise_again(self, frame, event, arg):
        # The interpreter borrows the trace function from the frame while it runs.
        borrowed = frame.f_trace
        self.give_up(self.stopped, frame)
        return borrowed

    def line_of(self, frame):
        """Line of the innermost frame of the program, or of a test's own file, at or below `frame` (None: the
        current one)."""
        if frame is None:
            frame = _getframe(1)
        while frame is not None:
            if id(frame.f_code) in self.entry_codes:
                return frame.f_lineno
            frame = frame.f_back
        return None

    def raise_recursion(self, frame):
        """Raises what the interpreter would at its limit if the tracer took no frames of its own."""
        self.backend.before_raising(frame, None)
        raise RecursionError("maximum recursion depth exceeded")

    def tick(self, frame):
        """Sends what is due and keeps the deadline; returns after how many events to come again."""
        stream = self.stream
        now = perf_counter()
        if stream.is_due(now):
            stream.flush()
        if now - stream.blocked > self.limits.deadline:
            self.give_up("time_limit", frame)
        limits = self.limits
        if limits.max_bytes is not None and stream.measure() > limits.max_bytes:
            self.give_up("byte_limit", frame)
        if limits.cpu_deadline is not None and process_time() > limits.cpu_deadline:
            self.give_up("cpu_limit", frame)
        self._is_delivering = True
        self.signals.deliver(frame)
        self._is_delivering = False
        if self.values.is_full and not self.threads.are_rendering:
            self.values.forget()
        is_slow = now - self._last_tick > SLOW_TICK_SECONDS
        self._last_tick = now
        if is_slow or stream.is_written_through:
            self._events_per_tick = 1
        else:
            self._events_per_tick = min(2 * self._events_per_tick, MOST_EVENTS_PER_TICK)
        return self._events_per_tick

    def send_output(self):
        """Lines for what was printed since the last event."""
        if self.sampler is None:
            self.stream.lines += self.take_output()
        else:
            self.sampler.finish()

    def take_output(self):
        """The lines of send_output, to be sent later."""
        lines = []
        pending = self.output.pending
        for at in range(0, len(pending), 2):
            name, text = pending[at], pending[at + 1]
            for start in range(0, len(text), OUT_CHARACTERS):
                part = quoted(text[start : start + OUT_CHARACTERS])
                lines.append('["out","%s",%s]' % (name, part))
            self.stream.large += len(text)
        pending.clear()
        return lines

    def name_id(self, name):
        """Wire id of a variable's name."""
        known = self._name_ids.get(name)
        if known is None:
            known = self._name_ids[name] = len(self._name_ids)
            self.stream.lines.append('["name",%d,%s]' % (known, quoted_name(name)))
        return known

    def announce(self, info):
        """Sends a code object before the first event in it."""
        code = info.code
        wire_id = self._next_code
        self._next_code += 1
        path, project = code.co_filename, self.project
        if project is not None:
            self.stream.lines += project.source_lines(path)
            path = project.path_of(path)
        texts = (wire_id, quoted_name(code.co_name), quoted_name(info.qualname), quoted_name(path))
        self.stream.lines.append('["code",%d,%s,%s,%s,%d]' % (texts + (code.co_firstlineno,)))
        info.wire_id = wire_id
        events = ("call", "line", "return", "exception")
        info.heads = {event: '["e",%d,%d,' % (at, wire_id) for at, event in enumerate(events)}
        info.line_head = info.heads["line"]
        if info.names is not None:
            info.stores = stores_by_line(code)
            names = enumerate(info.names)
            info.slots = {name: ",%d,%d," % (slot, self.name_id(name)) for slot, name in names}

    @property
    def has_events(self):
        """Whether anything was recorded."""
        return self._next_frame > 0

    def next_frame(self):
        """Number of a frame that had no event yet."""
        frame = self._next_frame
        self._next_frame = frame + 1
        return frame
