"""Events by `sys.monitoring` (Python 3.12 and later), the same that `sys.settrace` gives there.

CPython's own `settrace` is made of these events: this follows its rules, in Python. A frame's state is kept where
`settrace` keeps it, on `f_trace`.
"""

import builtins
import sys

from .codes import RETURNED, UNWOUND, YIELDED

__builtins__ = vars(builtins).copy()

_getframe = sys._getframe
_monitoring = getattr(sys, "monitoring", None)
# Neither of the numbers that Python gives a name to.
_TOOL = 4
_NAME = "ndtracer"


def is_available():
    """Whether this Python has sys.monitoring."""
    return _monitoring is not None


class Monitoring:
    """Calls the recorder's `on_call` for each new frame and what that returns for the frame's other events."""

    name = "monitoring"

    def __init__(self, recorder):
        self._recorder = recorder
        self._is_started = False
        self._events = ()
        self._everywhere = 0
        self._register = _monitoring.register_callback
        self._set_events = _monitoring.set_events
        self._set_local_events = _monitoring.set_local_events
        self._get_tool = _monitoring.get_tool
        self._free = _monitoring.free_tool_id
        self._use = _monitoring.use_tool_id

    def start(self):
        """Events of all threads from here on."""
        if self._is_started:
            return
        self._is_started = True
        events = _monitoring.events
        self._use(_TOOL, _NAME)
        callbacks = _callbacks(self._recorder)
        self._events = tuple(callbacks)
        for event, callback in callbacks.items():
            self._register(_TOOL, event, callback)
        everywhere = events.PY_START | events.PY_RESUME | events.PY_RETURN | events.PY_YIELD
        everywhere |= events.LINE | events.JUMP | events.STOP_ITERATION
        self._everywhere = everywhere
        self.add(self._recorder.codes)
        # These cannot be asked for one code object.
        self._set_events(_TOOL, events.RAISE | events.PY_UNWIND | events.PY_THROW)

    def add(self, codes):
        """Once started: events also of these codes (id → CodeInfo)."""
        if self._is_started and self.is_on():
            for info in list(codes.values()):
                self._set_local_events(_TOOL, info.code, self._everywhere)

    def stop(self):
        """Returns whether the events came until now; they stop with `finish`."""
        return self.is_on()

    def finish(self):
        """No more events of any thread."""
        if self._is_started and self.is_on():
            self._set_events(_TOOL, 0)
            # Before 3.14 a number that is given back still gets the events asked for.
            for info in list(self._recorder.codes.values()):
                self._set_local_events(_TOOL, info.code, 0)
            for event in self._events:
                self._register(_TOOL, event, None)
            self._free(_TOOL)

    def is_on(self):
        return self._get_tool(_TOOL) == _NAME

    def before_raising(self, frame, local_trace):
        """To be called by a callback that is about to raise: sets what further events of the frame go to."""
        frame.f_trace = local_trace


def _callbacks(recorder):
    codes, frame_class = recorder.codes, recorder.functions.frame_class
    disable, events = _monitoring.DISABLE, _monitoring.events
    # Places of jumps back within a line.
    repeating = set()

    def on_start(code, offset):
        frame = _getframe(1)
        frame.f_trace = recorder.on_call(frame, "call", None)

    def on_throw(code, offset, error):
        if id(code) in codes:
            frame = _getframe(1)
            frame.f_trace = recorder.on_call(frame, "call", None)

    def on_line(code, line):
        frame = _getframe(1)
        bound = frame.f_trace
        if bound is not None:
            bound(frame, "line", None)

    def on_jump(code, offset, target):
        # A jump back within a line is a line event, as the line begins anew.
        if (id(code), offset) not in repeating:
            if target > offset or _line_at(code, target) != _line_at(code, offset):
                return disable
            repeating.add((id(code), offset))
        frame = _getframe(1)
        bound = frame.f_trace
        if bound is not None:
            bound(frame, "line", None)
        return None

    def on_exception(code, offset, error):
        if id(code) in codes:
            frame = _getframe(1)
            bound = frame.f_trace
            if bound is not None:
                bound(frame, "exception", (None, error, None))

    def leaving(how):
        def on_leave(code, offset, value):
            if how == UNWOUND and id(code) not in codes:
                return
            frame = _getframe(1)
            bound = frame.f_trace
            if bound is None:
                return
            state = bound.__self__
            if type(state) is frame_class:
                state.leaves_by = how
            bound(frame, "return", None if how == UNWOUND else value)

        return on_leave

    return {
        events.PY_START: on_start,
        events.PY_RESUME: on_start,
        events.PY_THROW: on_throw,
        events.LINE: on_line,
        events.JUMP: on_jump,
        events.RAISE: on_exception,
        events.STOP_ITERATION: on_exception,
        events.PY_RETURN: leaving(RETURNED),
        events.PY_YIELD: leaving(YIELDED),
        events.PY_UNWIND: leaving(UNWOUND),
    }


def _line_at(code, offset):
    for start, end, line in code.co_lines():
        if start <= offset < end:
            return line
    return None
