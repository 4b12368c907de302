"""Handlers of signals run in the program, never in the middle of an event.

CPython runs a handler wherever it is, and that is most often in the trace function: what the handler raises would end
tracing there, and what it does would be taken for the recorder's. So it waits until the event is written.
"""

import builtins
import signal

__builtins__ = vars(builtins).copy()

_PACKAGE = __name__.partition(".")[0]
# Functions of ours that run the program, not the recorder.
_BASES = frozenset(
    """
    _run_traced _run_body _evaluate_traced _run_traced_test run_pytest run_exit_handlers __call__
    """.split()
)
_set = signal.signal
_get = signal.getsignal


class _Deferred:
    """A handler that waits while the recorder is at work."""

    __slots__ = ("_signals", "handler")

    def __init__(self, signals, handler):
        self._signals = signals
        self.handler = handler

    def __call__(self, number, frame):
        if _is_ours(frame):
            self._signals.defer(self.handler, number)
        else:
            self.handler(number, frame)


class Signals:
    """In force, as a context, while the program runs."""

    def __init__(self, recorder):
        self._recorder = recorder
        self._waiting = []
        self._interrupt = None

    def __enter__(self):
        self._saved = (signal.signal, signal.getsignal)

        def set_handler(number, handler, /):
            chosen = _Deferred(self, handler) if callable(handler) else handler
            return _original(_set(number, chosen))

        def get_handler(number, /):
            return _original(_get(number))

        signal.signal, signal.getsignal = set_handler, get_handler
        self._interrupt = _get(signal.SIGINT)
        if callable(self._interrupt):
            self._try_to_set(_Deferred(self, self._interrupt))
        return self

    def __exit__(self, kind, error, traceback):
        signal.signal, signal.getsignal = self._saved
        if callable(self._interrupt):
            self._try_to_set(self._interrupt)
        return False

    @staticmethod
    def _try_to_set(handler):
        try:
            _set(signal.SIGINT, handler)
        except ValueError:
            # Only the main thread may.
            pass

    def defer(self, handler, number):
        """Keeps a signal until `deliver`, which the event at work is made to call."""
        self._waiting.append((handler, number))
        self._recorder.functions.hurry()

    def deliver(self, frame):
        """Runs what waits, in the name of the program's `frame`; raises what a handler raises."""
        while self._waiting:
            handler, number = self._waiting.pop(0)
            handler(number, frame)


def _is_ours(frame):
    """Whether the recorder is at work in any frame above the program's."""
    while frame is not None:
        name = frame.f_globals.get("__name__")
        if type(name) is str and name.partition(".")[0] == _PACKAGE:
            return frame.f_code.co_name not in _BASES
        frame = frame.f_back
    return False


def _original(handler):
    return handler.handler if type(handler) is _Deferred else handler
