"""Limits on the program's own code where it makes the text of a value: `__repr__` and `__str__`.

They are called while the recorder handles an event. `sys.call_tracing` has the interpreter trace there too; what it
reports of the program's frames meanwhile comes here, to be counted and timed, and is not recorded. Code that gives no
events, a loop inside C above all, is stopped by the host alone.
"""

import builtins
import sys
from _thread import get_ident
from time import perf_counter

from .codes import CO_SUSPENDS, loops_on_one_line

__builtins__ = vars(builtins).copy()

_SECONDS = 0.25
_TOO_LONG = "took longer than 250 ms"
# Below the room that is left above the program's own recursion limit.
MOST_DEPTH = 100

_call_tracing = sys.call_tracing
_IS_311 = sys.version_info[:2] == (3, 11)
# There `call_tracing` leaves frames untraced that are entered before the trace function is set anew.
_SETS_ANEW = _IS_311


# Names under which the making of a text finds a program's code.
_HOOKS = frozenset(
    "__%s__" % name for name in "repr str format getattr getattribute iter next len eq hash lt bool".split()
)

# Names by which a program makes a class without a class statement.
_CLASS_MAKERS = frozenset("type new_class exec eval make_dataclass __class__ __new__".split())


class Overrun(BaseException):
    """Ends what takes too long or nests too deep; raised again for as long as it goes on."""


class Guard:
    """Times one question at a time."""

    __slots__ = (
        "_asking",
        "_by_thread",
        "_covers",
        "_depth",
        "_outer",
        "_recorder",
        "_silent",
        "_slow",
        "ask",
        "is_asking",
        "is_needless",
        "problem",
        "until",
    )

    def __init__(self):
        # Whether a question is being answered.
        self.is_asking = False
        # The program makes no class, so a question reaches no code of it.
        self.is_needless = False
        # When the answer must be there; 0 until code of the program is reached, which starts the clock.
        self.until = 0.0
        # Why the question finds no answer, in words, or None.
        self.problem = None
        # `ask(function, (value,))` is what `function(value)` is; nothing is recorded yet that events could come of.
        self.ask = self._asking = _ask_unseen
        self._recorder = None
        # Whether code of this file, that is not the program's, is counted and timed too; None: of none.
        self._covers = None
        # What is kept for each thread, once there are several.
        self._by_thread = {}
        self._depth = 0
        # The outermost code of the program in the question, and since when it runs.
        self._outer = (None, 0.0)
        # Ids of such codes that took too long: they are not waited for again.
        self._slow = set()
        # By id of code: whether it has a loop without events, under 3.11.
        self._silent = {}

    def watch(self, recorder):
        """Before the program runs."""
        self._recorder = recorder
        self.ask = self._asking = self._ask_anew if _SETS_ANEW else _call_tracing
        if recorder.project is not None:
            # What a question reaches is known only when it does.
            self._covers = recorder.project.is_library
            return
        names = _names_in(recorder.program_codes)
        self.is_needless = names.isdisjoint(_HOOKS | _CLASS_MAKERS) and not _has_class(recorder.program_codes)
        if _SETS_ANEW and names.isdisjoint(_HOOKS):
            # Rendering reaches no code of the program, so the dearer way is saved.
            self.ask = self._asking = _call_tracing

    def watch_alone(self):
        """After the recording: events come for a question only."""
        self.ask = self._asking = self._ask_alone

    def give_way(self, gives_way):
        """While the program has a trace function of its own, that would see what is asked."""
        self.ask = _ask_unseen if gives_way else self._asking

    def share(self):
        """From now on several threads ask."""
        self.__class__ = _SharedGuard

    def begin(self):
        """Before a question with a clock of its own."""
        self.until = 0.0
        self.ask_on()

    def ask_on(self):
        """Before a further question under the same clock."""
        self.is_asking = True
        self.problem = None
        self._depth = 0

    def on_call(self, frame, event, arg):
        """Trace function for a frame that is entered during a question."""
        code = id(frame.f_code)
        if code not in self._recorder.codes:
            if self._covers is None or not self._covers(frame.f_code.co_filename):
                return None
        if self.until == 0.0:
            self._depth = 0
        if self._depth == 0:
            now = perf_counter()
            self._outer = (code, now)
            self.until = self.until or now + _SECONDS
            if code in self._slow:
                self._stop(frame, _TOO_LONG, None)
        self._depth += 1
        if self._depth > MOST_DEPTH:
            self._stop(frame, "nested more than %d calls deep" % MOST_DEPTH, None)
        if _IS_311 and self._gives_no_events(frame.f_code):
            frame.f_trace_opcodes = True
        kept = frame.f_trace
        return self.on_event if kept is None else _Kept(self, kept).on_event

    def on_event(self, frame, event, arg):
        """Local trace function of such a frame."""
        if event == "return":
            self._depth -= 1
            return None
        if self.problem is None and perf_counter() > self.until:
            code, since = self._outer
            if perf_counter() - since > _SECONDS / 2:
                self._slow.add(code)
            self.problem = _TOO_LONG
        if self.problem is not None:
            self._stop(frame, self.problem, self.on_event)
        return self.on_event

    def _gives_no_events(self, code):
        """Of a loop on one line there are events of its instructions alone, which are dear: only where it has one. A
        generator's frame goes on after the question, with the program's own events."""
        known = self._silent.get(id(code))
        if known is None:
            is_silent = not code.co_flags & CO_SUSPENDS and loops_on_one_line(code)
            # With the code, so that its id is not used again.
            known = self._silent[id(code)] = (is_silent, code)
        return known[0]

    def _stop(self, frame, problem, local_trace):
        self.problem = problem
        self._recorder.backend.before_raising(frame, local_trace)
        raise Overrun

    def _ask_anew(self, function, arguments):
        return _call_tracing(self._call_anew, (function, arguments))

    def _call_anew(self, function, arguments):
        self._recorder.backend.start()
        return function(*arguments)

    def _ask_alone(self, function, arguments):
        backend = self._recorder.backend
        backend.start()
        try:
            return function(*arguments)
        finally:
            backend.stop()


def _ask_unseen(function, arguments):
    return function(*arguments)


def _has_class(codes):
    # Code without fixed names is the module's or a class's.
    return sum(info.names is None for info in codes.values()) > 1


def _names_in(codes):
    names = set()
    for info in codes.values():
        names.add(info.code.co_name)
        names.update(info.code.co_names)
        names.update(const for const in info.code.co_consts if type(const) is str)
    return names


class _Kept:
    """For a generator that the recorder knows: it keeps what it is known by."""

    __slots__ = ("_guard", "_kept")

    def __init__(self, guard, kept):
        self._guard = guard
        self._kept = kept

    def on_event(self, frame, event, arg):
        self._guard.on_event(frame, event, arg)
        if event == "return":
            frame.f_trace = self._kept
            return self._kept
        return self.on_event


def _of_thread(name, default):
    def get(self):
        return self._by_thread.get((get_ident(), name), default)

    def put(self, value):
        self._by_thread[get_ident(), name] = value

    return property(get, put)


class _SharedGuard(Guard):
    """Times one question in each thread."""

    __slots__ = ()

    is_asking = _of_thread("is_asking", False)
    problem = _of_thread("problem", None)
    until = _of_thread("until", 0.0)
    _depth = _of_thread("_depth", 0)
    _outer = _of_thread("_outer", (None, 0.0))
