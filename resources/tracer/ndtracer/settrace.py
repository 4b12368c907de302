"""Events by `sys.settrace`, which is set for each thread and lost when it raises."""

import builtins
import sys

__builtins__ = vars(builtins).copy()

_settrace = sys.settrace
_gettrace = sys.gettrace
_getframe = sys._getframe


class _Rearm:
    """CPython drops the trace function when it raises, and right after that clears the frame's `f_trace`:
    an object left there gets to set the trace function again at that very moment."""

    __slots__ = ("global_trace", "local_trace")

    def __init__(self, global_trace, local_trace):
        self.global_trace = global_trace
        self.local_trace = local_trace

    def __call__(self, frame, event, arg):
        return None

    def __del__(self):
        _settrace(self.global_trace)
        if self.local_trace is not None:
            _getframe(1).f_trace = self.local_trace


class Settrace:
    """Calls the recorder's `on_call` for each new frame and what that returns for the frame's other events."""

    name = "settrace"

    def __init__(self, recorder):
        self._recorder = recorder

    def start(self):
        """Events of the running thread from here on."""
        _settrace(self._recorder.on_call)

    def add(self, codes):
        """Events come of all code."""

    def stop(self):
        """No more events of the running thread; returns whether they came until now."""
        is_ours = self.is_on()
        _settrace(None)
        return is_ours

    def finish(self):
        """No more events of any thread that is known of."""
        _settrace(None)

    def is_on(self):
        return _gettrace() is self._recorder.on_call

    def before_raising(self, frame, local_trace):
        """To be called by a trace function that is about to raise: sets what further events of the frame go to."""
        frame.f_trace = _Rearm(self._recorder.on_call, local_trace)
