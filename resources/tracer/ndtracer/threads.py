"""Events of every thread: a lane each, and one thread at a time that records.

Nothing is locked until a program starts its first thread. From then on a lock is held during every event, but given
up while code of the program runs in it (`__repr__`, `__str__`): that code may wait for a lock of another thread.
"""

import _thread
import builtins
import sys
from types import MethodType

from .frame_state import PLAIN
from .output import Output

__builtins__ = vars(builtins).copy()

_get_ident = _thread.get_ident
_getframe = sys._getframe
# Functions that start threads, by module; `threading` keeps references of its own.
_STARTERS = (
    ("_thread", ("start_new_thread", "start_new", "start_joinable_thread")),
    ("threading", ("_start_new_thread", "_start_joinable_thread")),
)


class _SharedOutput(Output):
    """Mutes only the thread whose value is being rendered, and gives up the lock until it is."""

    @property
    def is_muted(self):
        return self.threads.is_rendering()

    @is_muted.setter
    def is_muted(self, is_muted):
        if is_muted:
            self.threads.begin_rendering()
        else:
            self.threads.end_rendering()


class _Start:
    """A thread's first function, traced. Shows itself as that function, which messages of Python name."""

    __slots__ = ("_function", "_threads")

    def __init__(self, threads, function):
        self._threads = threads
        self._function = function

    def __repr__(self):
        return repr(self._function)

    def __call__(self, *args, **keywords):
        threads = self._threads
        threads.enter()
        try:
            return self._function(*args, **keywords)
        except threads.stop:
            return None
        finally:
            threads.leave()


class Threads:
    """The threads of one run. In force, as a context, while the program runs."""

    def __init__(self, recorder, stop):
        self.recorder = recorder
        # The exception that ends a program.
        self.stop = stop
        self.is_shared = False
        # Whether every thread that ended still had our trace function.
        self.are_whole = True
        self._lock = recorder.output.lock
        self._is_closed = False
        # By thread: its lane, None before its first event; its count of running frames while another one records.
        self._current = _get_ident()
        self._lanes = {self._current: 0}
        self._live = {}
        self._next_lane = 1
        # Of a project: threads that ran before `start`, which are not recorded.
        self._outside = set()
        # By thread that renders a value: how it held the lock.
        self._rendering = {}
        self._saved = ()

    def __enter__(self):
        saved = []
        for module_name, names in _STARTERS:
            module = sys.modules.get(module_name)
            for name in names:
                original = getattr(module, name, None)
                if original is not None:
                    saved.append((module, name, original))
                    setattr(module, name, self._starter(original))
        self._saved = saved
        return self

    def __exit__(self, kind, error, traceback):
        for module, name, original in self._saved:
            setattr(module, name, original)
        return False

    def _starter(self, original):
        def start(function, *args, **keywords):
            # A thread that a value's rendering starts is no more recorded than the rendering.
            if not callable(function) or self.recorder.output.is_muted:
                return original(function, *args, **keywords)
            if not self.is_shared:
                self._share()
            return original(_Start(self, function), *args, **keywords)

        return start

    def _share(self):
        """Locks events from now on, also those of frames that run already."""
        self.is_shared = True
        recorder = self.recorder
        recorder.output.threads = self
        recorder.output.__class__ = _SharedOutput
        recorder.values.texts.guard.share()
        functions = recorder.functions
        locked_call, locked_event = self._locked(functions)
        functions.frame_class.on_event = locked_event
        recorder.bases.add(id(_Start.__call__.__code__))
        is_on = recorder.backend.is_on()
        recorder.on_call = locked_call
        if is_on:
            recorder.backend.start()
        frame = _getframe(1)
        while frame is not None:
            if type(frame.f_trace) is MethodType and type(frame.f_trace.__self__) is functions.frame_class:
                frame.f_trace = frame.f_trace.__self__.on_event
            frame = frame.f_back

    def _locked(self, functions):
        lock, frame_class = self._lock, functions.frame_class
        guard = self.recorder.values.texts.guard
        on_call, on_event = functions.on_call, functions.on_event

        def locked_event(state, frame, event, arg):
            with lock:
                if self._is_closed:
                    self._detach(frame)
                    return
                if _get_ident() != self._current:
                    self._switch()
                on_event(state, frame, event, arg)

        def locked_call(frame, event, arg):
            if guard.is_asking:
                return guard.on_call(frame, event, arg)
            with lock:
                if self._is_closed:
                    self._detach(frame)
                    return None
                if id(frame.f_code) not in self.recorder.codes:
                    return None
                if self._outside and _get_ident() in self._outside:
                    return None
                if _get_ident() != self._current:
                    self._switch()
                lane = self._lane()
                bound = frame.f_trace
                if type(bound) is MethodType and type(bound.__self__) is frame_class:
                    # A generator may go on in another thread than it was left in.
                    state = bound.__self__
                    if state.tail is not None:
                        state.tail = ",%s,%d" % (state.tail.split(",")[1], lane)
                        state.plain = state.tail + PLAIN
                    frame.f_trace = state.on_event
                return on_call(frame, event, arg)

        return locked_call, locked_event

    def _switch(self):
        """Makes the running thread the one whose events are recorded."""
        swap_live = self.recorder.functions.swap_live
        ident = _get_ident()
        self._live[self._current] = swap_live(self._live.pop(ident, 0))
        self._current = ident
        self.recorder.lane = self._lanes.get(ident) or 0

    def _lane(self):
        """Lane of the running thread, which has an event now."""
        ident = self._current
        lane = self._lanes.get(ident)
        if lane is None:
            lane = self._lanes[ident] = self._next_lane
            self._next_lane += 1
        self.recorder.lane = lane
        return lane

    def _detach(self, frame):
        self.recorder.backend.stop()
        frame.f_trace = None

    def enter(self):
        """A thread begins; its identity may be that of one that has ended."""
        with self._lock:
            ident = _get_ident()
            self._live.pop(ident, None)
            self._lanes.pop(ident, None)
            if self.recorder.project is not None and not self.recorder.is_tracing:
                self._outside.add(ident)
        if self.recorder.is_tracing and not self._is_closed:
            self.recorder.backend.start()

    def leave(self):
        """A thread ends."""
        recorder = self.recorder
        if _get_ident() in self._outside:
            self._outside.discard(_get_ident())
            return
        if recorder.is_tracing and not self._is_closed and not recorder.backend.stop():
            self.are_whole = False

    def is_rendering(self):
        """Whether the running thread renders a value."""
        return _get_ident() in self._rendering

    @property
    def are_rendering(self):
        """Whether any thread is in the middle of an event."""
        return bool(self._rendering)

    def begin_rendering(self):
        ident = _get_ident()
        if ident not in self._rendering:
            held = self._lock._is_owned()
            self._rendering[ident] = None
            if held:
                self._rendering[ident] = self._lock._release_save()

    def end_rendering(self):
        ident = _get_ident()
        if ident in self._rendering:
            state = self._rendering.get(ident)
            if state is not None:
                self._lock._acquire_restore(state)
                if ident != self._current:
                    self._switch()
            del self._rendering[ident]

    def join(self):
        """Waits, as Python does at its end, for all threads that are no daemons; then nothing more is recorded."""
        if not self.is_shared:
            return
        shutdown = getattr(sys.modules.get("threading"), "_shutdown", None)
        try:
            if shutdown is not None:
                shutdown()
        except self.stop:
            raise
        except BaseException:
            # Python itself would only report it.
            pass
        self.close()

    def close(self):
        """From now on nothing more is recorded."""
        with self._lock:
            self._is_closed = True
