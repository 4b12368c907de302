"""Functions of `os` and `sys` that would end the interpreter, stop the recording or count the tracer's own frames."""

import builtins
import os
import sys
from _thread import get_ident

__builtins__ = vars(builtins).copy()

# Frames of ours below and above the program's, so that only the program's own count for its limit.
RECURSION_HEADROOM = 200
_MOST_RECURSION = 100_000_000

_set_limit = sys.setrecursionlimit
_get_limit = sys.getrecursionlimit
_settrace = sys.settrace


def recursion_limit():
    return _get_limit()


class Patches:
    """In force while a program runs. `limits.recursion` is the limit the program believes in; `exit_now(status)`
    ends recording, as `os._exit` would lose what was not sent and end the host's interpreter."""

    def __init__(self, recorder, exit_now):
        self._recorder = recorder
        self._exit_now = exit_now
        # Above the limit that the program believes in.
        self._headroom = RECURSION_HEADROOM

    def make_room(self, frames):
        """For this many more frames below the program's."""
        self._headroom = RECURSION_HEADROOM + frames
        _set_limit(self._recorder.limits.recursion + self._headroom)

    def __enter__(self):
        limits, exit_now = self._recorder.limits, self._exit_now

        def setrecursionlimit(limit, /):
            if type(limit) is not int or not 0 < limit < _MOST_RECURSION:
                _set_limit(limit)
                return
            _set_limit(limit + self._headroom)
            limits.recursion = limit

        def getrecursionlimit():
            return limits.recursion

        def _exit(status):
            exit_now(status)

        self._saved = (sys.setrecursionlimit, sys.getrecursionlimit, os._exit, sys.settrace, sys.gettrace, _get_limit())
        sys.setrecursionlimit, sys.getrecursionlimit, os._exit = setrecursionlimit, getrecursionlimit, _exit
        sys.settrace, sys.gettrace = _own_tracing(self._recorder)
        _set_limit(limits.recursion + RECURSION_HEADROOM)

    def __exit__(self, kind, error, traceback):
        sys.setrecursionlimit, sys.getrecursionlimit, os._exit, sys.settrace, sys.gettrace, limit = self._saved
        _set_limit(limit)
        return False


def _own_tracing(recorder):
    """`settrace` and `gettrace` as the program knows them: it sees no trace function but its own, and taking away
    one that it never set changes nothing. While it has one, new frames are not recorded."""
    own = {}
    guard = recorder.values.texts.guard

    def settrace(function, /):
        if function is not None:
            own[get_ident()] = function
            recorder.was_replaced |= recorder.is_tracing
            guard.give_way(True)
            _settrace(unseeing(function))
        elif own.pop(get_ident(), None) is not None:
            guard.give_way(bool(own))
            _settrace(recorder.on_call if recorder.is_tracing else None)

    def gettrace():
        return own.get(get_ident())

    ours = (settrace.__code__, gettrace.__code__, guard.give_way.__code__)

    def unseeing(function):
        """The program's function, which these, functions of C without us, are hidden from."""
        return lambda frame, event, arg: None if frame.f_code in ours else function(frame, event, arg)

    return settrace, gettrace
