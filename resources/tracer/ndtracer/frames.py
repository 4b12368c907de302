"""The trace functions: from callbacks to lines of the protocol."""

import builtins
import sys
from types import MethodType

from .codes import UNWOUND, YIELDED
from .errors import exception_text
from .frame_state import FLAG_UNWOUND, FLAG_YIELDED, HIDDEN, PLAIN, RESUMED, FrameState
from .loops import SampledState
from .raw import ids
from .texts import type_name
from .values import Rendered

__builtins__ = vars(builtins).copy()

# Below this many program frames no recursion limit is near; above it each call's depth is counted.
UNCOUNTED_FRAMES = 100

# By id: to hash a type may run code of its metaclass.
_ATOMS = ids(bool, type(None), float, complex, bytes, type(Ellipsis), type(NotImplemented))
_MISSING = object()
# Up to 3.12 `f_locals` of a function is one dict, which an inner look at the frame changes.
_LOCALS_ARE_SHARED = sys.version_info < (3, 13)
_UNWOUND = ",%d,-1,[" % FLAG_UNWOUND


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
    values, guard = recorder.values, recorder.values.texts.guard
    lines, pending = recorder.stream.lines, recorder.output.pending
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
        # Ids of the objects that may change in place, and whether two names have the same one.
        objects = None
        is_sharing = False
        for name, value in items:
            before = recall(name, _MISSING)
            if before is value or before is HIDDEN:
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
            elif id(kind) in _ATOMS:
                # Floats by text: -0.0 equals 0.0, and nan nothing.
                if type(before) is kind and repr(before) == repr(value):
                    continue
                wire_id = plain(value)
                previous[name] = value
            else:
                if objects is None:
                    objects = {id(value)}
                elif id(value) in objects:
                    is_sharing = True
                else:
                    objects.add(id(value))
                rendered = render(value)
                if before is rendered or type(before) is Rendered and before.key == rendered.key:
                    continue
                wire_id = rendered.wire_id
                previous[name] = rendered
            if before is _MISSING:
                if type(name) is not str:
                    previous[name] = HIDDEN
                    continue
                slot = slots.get(name) or self.new_slot(recorder, name)
                slots = self.slots
            else:
                slot = slots[name]
            changes.append(slot + str(wire_id))
        if len(items) != len(previous):
            changes += self.removals(items)
        if event == "line":
            outcome = PLAIN
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
        ending = self.sharing_ending(items) if is_sharing or self.sharing else "]]"
        add(f'{self.heads[event]}{line}{self.tail}{outcome}{",".join(changes)}{ending}')
        # After the event, so that the line a program hangs on is among those sent.
        ticks -= 1
        if ticks == 0:
            ticks = recorder.tick(frame)

    def on_exception(self, frame, arg):
        self.thrown_at = frame.f_lasti
        self.thrown_lines = ()
        error = arg[1]
        return ",0,%d,[" % values.text_id(exception_text(error, values.texts), type_name(error))

    def on_return(self, frame, arg):
        nonlocal live
        live -= 1
        how = self.way_out(frame, arg)
        if how == UNWOUND:
            return _UNWOUND
        return ",%d,%d,[" % (FLAG_YIELDED if how == YIELDED else 0, values.id_of(arg))

    def on_sampled(self, frame, event, arg):
        nonlocal live
        if event == "return":
            live -= 1
        sampler.take(self, frame, event, arg)

    sampler = recorder.sampler

    class Frame(FrameState if sampler is None else SampledState):
        __slots__ = ()

    Frame.on_event = on_event if sampler is None else on_sampled

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
        if guard.is_asking:
            return guard.on_call(frame, event, arg)
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
            state.opening = RESUMED
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
        if sampler is not None:
            sampler.budget = 0

    def swap_live(other):
        nonlocal live
        live, other = other, live
        return other

    return TraceFunctions(on_call, Frame.on_event, Frame, exhaust, swap_live)
