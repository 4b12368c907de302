"""What is remembered of each frame, and the trace functions: from callbacks to lines of the protocol."""

import builtins
import sys
from types import MethodType

from .codes import RETURNED, UNKNOWN, UNWOUND, YIELDED
from .errors import exception_text
from .values import Rendered, type_name

__builtins__ = vars(builtins).copy()

FLAG_RESUMED = 1
FLAG_YIELDED = 2
FLAG_UNWOUND = 4

# Below this many program frames no recursion limit is near; above it each call's depth is counted.
UNCOUNTED_FRAMES = 100

_ATOMS = frozenset((bool, type(None), float, complex, bytes, type(Ellipsis), type(NotImplemented)))
_MISSING = object()
# Stands for a name that is not recorded.
_HIDDEN = object()
# Up to 3.12 `f_locals` of a function is one dict, which an inner look at the frame changes.
_LOCALS_ARE_SHARED = sys.version_info < (3, 13)
# Flags, argument and the opening of the list of locals.
_PLAIN = ",0,-1,["
_RESUMED = ",%d,-1,[" % FLAG_RESUMED
_UNWOUND = ",%d,-1,[" % FLAG_UNWOUND


class FrameState:
    """Lives on the frame's `f_trace` through a bound method, which tells a resumed frame from a new one, and
    dies with the frame. Holds renderings and immutable builtin values only, never frames."""

    __slots__ = (
        "depth",
        "heads",
        "info",
        "leaves_by",
        "namespace",
        "next_slot",
        "opening",
        "previous",
        "slots",
        "tail",
        "thrown_at",
        "thrown_lines",
    )

    def __init__(self, recorder, info, frame):
        if info.wire_id < 0:
            recorder.announce(info)
        self.info = info
        self.heads = info.heads
        # Number and thread, given when its first event is written: another thread's frame may come first until then.
        self.tail = None
        # Of the frame's last call event, counting all Python frames; 0 where it was not counted.
        self.depth = 0
        self.opening = _PLAIN
        # How the frame is being left, where the backend tells.
        self.leaves_by = UNKNOWN
        # Offset of an exception event, and the lines that ran after it.
        self.thrown_at = -1
        self.thrown_lines = ()
        # Name → value (immutable builtin) or Rendered, as of the frame's previous event.
        self.previous = {}
        self.slots = info.slots
        self.namespace = None
        if info.names is None:
            self._watch_namespace(recorder, frame)
        else:
            self.next_slot = len(info.names)

    def _watch_namespace(self, recorder, frame):
        """A module's or class's names are read from the dict itself: from 3.13 on `f_locals` shows only an
        inlined comprehension's variables while one runs."""
        namespace = frame.f_locals
        self.namespace = namespace if isinstance(namespace, dict) else {}
        self.slots = {}
        self.next_slot = 0
        if namespace is frame.f_globals:
            self.previous = dict.fromkeys(recorder.hidden, _HIDDEN)

    def new_slot(self, recorder, name):
        """Slot and name of a variable that has no slot; one inserted again comes last, as in the dict."""
        if self.slots is self.info.slots:
            self.slots = dict(self.slots)
        text = self.slots[name] = "%d,%d," % (self.next_slot, recorder.name_id(name))
        self.next_slot += 1
        return text

    def removals(self, items):
        """Changes for the names that are gone."""
        present = {name for name, _ in items}
        changes = []
        for name in [name for name in self.previous if name not in present]:
            if self.previous.pop(name) is not _HIDDEN:
                changes.append(self.slots[name] + "-1")
                if self.namespace is not None:
                    del self.slots[name]
        return changes

    def way_out(self, frame, arg):
        """How a return event leaves the frame. By an exception when its argument is None and the instruction is
        none that returns or yields, unless it is the yield that the exception came in by."""
        if self.leaves_by != UNKNOWN:
            return self.leaves_by
        last = frame.f_lasti
        how = self.info.leaves_by(last)
        if arg is not None:
            return YIELDED if how == YIELDED else RETURNED
        if how != YIELDED or self.thrown_at != last:
            return how
        # Leaving a `with` block restores the offset of the yield; a frame that really yields there again has
        # come back to the line from another one.
        lines = self.thrown_lines
        has_come_back = len(set(lines)) > 1 and lines[-1] == frame.f_lineno
        return YIELDED if has_come_back else UNWOUND


class TraceFunctions:
    """What a run's events go through; `swap_live` changes the count of running frames when the thread changes."""

    __slots__ = ("exhaust", "frame_class", "on_call", "on_event", "swap_live")

    def __init__(self, on_call, on_event, frame_class, exhaust, swap_live):
        self.on_call = on_call
        self.on_event = on_event
        self.frame_class = frame_class
        # Makes every further event raise.
        self.exhaust = exhaust
        self.swap_live = swap_live


def trace_functions(recorder):
    """The trace functions of a run."""
    values, output = recorder.values, recorder.output
    lines, pending = recorder.stream.lines, output.pending
    ints, strings = values.ints, values.strings
    add, known_int, known_string = lines.append, ints.get, strings.get
    render, plain = values.render, values.plain
    codes, bases = recorder.codes, recorder.bases
    budget = recorder.limits.max_steps
    max_depth = recorder.limits.max_depth
    watched_depth = min(max_depth, UNCOUNTED_FRAMES)
    ticks = 1
    live = 0

    def on_event(self, frame, event, arg):
        nonlocal budget, ticks
        if budget == 0:
            recorder.give_up("step_limit", frame)
        budget -= 1
        if pending:
            recorder.send_output()
        if self.namespace is None:
            items = frame.f_locals.items()
            if _LOCALS_ARE_SHARED:
                items = list(items)
        else:
            items = list(dict.items(self.namespace))
        previous = self.previous
        recall = previous.get
        slots = self.slots
        changes = []
        for name, value in items:
            before = recall(name, _MISSING)
            if before is value or before is _HIDDEN:
                continue
            kind = type(value)
            if kind is int:
                if type(before) is int and before == value:
                    continue
                wire_id = known_int(value)
                if wire_id is None:
                    wire_id = values.new_int(value)
                previous[name] = value
            elif kind is str:
                if type(before) is str and before == value:
                    continue
                wire_id = known_string(value)
                if wire_id is None:
                    wire_id = values.new_string(value)
                previous[name] = value
            elif kind in _ATOMS:
                # Floats by text: -0.0 equals 0.0, and nan nothing.
                if type(before) is kind and repr(before) == repr(value):
                    continue
                wire_id = plain(value)
                previous[name] = value
            else:
                rendered = render(value)
                if before is rendered or type(before) is Rendered and before.key == rendered.key:
                    continue
                wire_id = rendered.wire_id
                previous[name] = rendered
            if before is _MISSING:
                if type(name) is not str:
                    previous[name] = _HIDDEN
                    continue
                slot = slots.get(name) or self.new_slot(recorder, name)
                slots = self.slots
            else:
                slot = slots[name]
            changes.append(slot + str(wire_id))
        if len(items) != len(previous):
            changes += self.removals(items)
        if event == "line":
            outcome = _PLAIN
            if self.thrown_at >= 0:
                self.thrown_lines += (frame.f_lineno,)
        elif event == "call":
            outcome = self.opening
            if self.tail is None:
                self.tail = ",%d,%d" % (recorder.next_frame(), recorder.lane)
        else:
            outcome = on_exception(self, frame, arg) if event == "exception" else on_return(self, frame, arg)
        line = frame.f_lineno
        if line is None:
            line = self.info.code.co_firstlineno
        add(f'{self.heads[event]}{line}{self.tail}{outcome}{",".join(changes)}]]')
        # After the event, so that the line a program hangs on is among those sent.
        ticks -= 1
        if ticks == 0:
            ticks = recorder.tick(frame)

    def on_exception(self, frame, arg):
        self.thrown_at = frame.f_lasti
        self.thrown_lines = ()
        error = arg[1]
        output.is_muted = True
        text = exception_text(error)
        output.is_muted = False
        return ",0,%d,[" % values.text_id(text, type_name(error))

    def on_return(self, frame, arg):
        nonlocal live
        live -= 1
        how = self.way_out(frame, arg)
        if how == UNWOUND:
            return _UNWOUND
        return ",%d,%d,[" % (FLAG_YIELDED if how == YIELDED else 0, values.id_of(arg))

    class Frame(FrameState):
        __slots__ = ()

    Frame.on_event = on_event

    def depth_of(frame):
        depth = 1
        back = frame.f_back
        while back is not None and id(back.f_code) not in bases:
            bound = back.f_trace
            if type(bound) is MethodType and type(bound.__self__) is Frame and bound.__self__.depth:
                return depth + bound.__self__.depth
            depth += 1
            back = back.f_back
        return depth

    def on_call(frame, event, arg):
        nonlocal live
        info = codes.get(id(frame.f_code))
        if info is None:
            return None
        depth = 0
        if live >= watched_depth:
            if live >= max_depth:
                recorder.give_up("depth_limit", frame)
            depth = depth_of(frame)
            recorder.check_recursion(frame, depth)
        bound = frame.f_trace
        if type(bound) is MethodType and type(bound.__self__) is Frame:
            state = bound.__self__
            state.opening = _RESUMED
            state.thrown_at = -1
        else:
            state = Frame(recorder, info, frame)
            bound = state.on_event
        state.depth = depth
        live += 1
        bound(frame, event, arg)
        return bound

    def exhaust():
        nonlocal budget
        budget = 0

    def swap_live(other):
        nonlocal live
        live, other = other, live
        return other

    return TraceFunctions(on_call, on_event, Frame, exhaust, swap_live)
