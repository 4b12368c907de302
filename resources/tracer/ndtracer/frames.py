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
from .wire import INLINE_INT

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

    __slots__ = ("exhaust", "frame_class", "hurry", "on_call", "on_event", "swap_live")

    def __init__(self, on_call, frame_class, exhaust, hurry, swap_live):
        self.on_call = on_call
        self.on_event = frame_class.on_event
        self.frame_class = frame_class
        # Has the recorder's `tick` called at the end of the event at work, or of the next one.
        self.hurry = hurry
        # Makes every further event raise.
        self.exhaust = exhaust
        self.swap_live = swap_live


def trace_functions(recorder):
    """The trace functions of a run."""
    values, guard = recorder.values, recorder.values.texts.guard
    lines, pending = recorder.stream.lines, recorder.output.pending
    add = lines.append
    render, plain, id_of = values.render, values.plain, values.id_of
    codes, bases = recorder.codes, recorder.bases
    # Events until the clock is looked at, which is also done after the last one of the budget; and those after them.
    ticks = 1
    budget = recorder.limits.max_steps - 1
    limits = recorder.limits
    max_depth = limits.max_depth
    watched_depth = min(max_depth, UNCOUNTED_FRAMES)
    live = 0

    def on_event(self, frame, event, arg):
        nonlocal budget, ticks
        try:
            if not ticks:
                recorder.give_up("step_limit", frame)
            if pending:
                recorder.send_output()
            line = frame.f_lineno
            watch = self.watch
            changed = ""
            if watch is not None:
                value_of = frame.f_locals.get
                previous = self.previous
                for name in watch:
                    value = value_of(name, _MISSING)
                    before = previous.get(name, _MISSING)
                    if before is value:
                        continue
                    kind = type(value)
                    if kind is int and type(before) is int:
                        if before == value:
                            continue
                        text = f'"{value}"' if -INLINE_INT < value < INLINE_INT else id_of(value)
                    elif before is _MISSING or value is _MISSING:
                        self.watch = watch = None
                        break
                    elif kind is str:
                        if type(before) is str and before == value:
                            continue
                        text = id_of(value)
                    elif id(kind) in _ATOMS:
                        # Floats by text: -0.0 equals 0.0, and nan nothing.
                        if type(before) is kind and repr(before) == repr(value):
                            continue
                        text = plain(value)
                    else:
                        self.watch = watch = None
                        break
                    previous[name] = value
                    changed = f"{changed}{self.slots[name]}{text}"
            if event == "line" and watch is not None:
                add(f"{self.line_head}{line}{self.plain}{changed[1:]}]]")
                self.watch = self.stores.get(line)
            else:
                add_other(self, frame, event, arg, changed)
            # After the event, so that the line a program hangs on is among those sent.
            ticks -= 1
            if not ticks:
                # Also where `tick` raises what a handler of a signal does.
                if budget:
                    budget -= 1
                    ticks = 1
                more = min(recorder.tick(frame) - 1, budget)
                budget -= more
                ticks += more
        except BaseException:
            recorder.rescue(self, frame)
            raise

    def add_other(self, frame, event, arg, changed):
        """An event that is no plain line, or before which any variable can have changed."""
        stores = self.stores
        ending = "]]"
        if self.watch is None:
            changed, has_objects, ending = scan(self, frame, changed)
            if has_objects:
                stores = None
        line = frame.f_lineno
        if event == "line":
            outcome = PLAIN
            if self.thrown_at >= 0:
                self.thrown_lines += (line,)
        elif event == "call":
            outcome = self.opening
            if self.tail is None:
                self.tail = ",%d,%d" % (recorder.next_frame(), recorder.lane)
                self.plain = self.tail + PLAIN
        else:
            outcome = on_exception(self, frame, arg) if event == "exception" else on_return(self, frame, arg)
        number = self.info.code.co_firstlineno if line is None else line
        add(f"{self.info.heads[event]}{number}{self.tail}{outcome}{changed[1:]}{ending}")
        self.watch = None if stores is None or self.thrown_at >= 0 else stores.get(line)

    def scan(self, frame, changed):
        """Looks at all variables: adds what changed to `changed`, tells whether one is an object that can change
        without being bound again, and how the event's line ends."""
        # Ids of such objects, and whether two names have the same one.
        objects = None
        is_sharing = False
        if self.namespace is None:
            items = frame.f_locals.items()
            if _LOCALS_ARE_SHARED:
                items = list(items)
        else:
            items = list(dict.items(self.namespace))
        previous = self.previous
        recall = previous.get
        slots = self.slots
        for name, value in items:
            before = recall(name, _MISSING)
            if before is value or before is HIDDEN:
                continue
            kind = type(value)
            if kind is int:
                if type(before) is int and before == value:
                    continue
                text = f'"{value}"' if -INLINE_INT < value < INLINE_INT else id_of(value)
                previous[name] = value
            elif kind is str:
                if type(before) is str and before == value:
                    continue
                text = id_of(value)
                previous[name] = value
            elif id(kind) in _ATOMS:
                if type(before) is kind and repr(before) == repr(value):
                    continue
                text = plain(value)
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
                text = rendered.wire_id
                previous[name] = rendered
            slot = slots.get(name)
            if slot is None:
                if type(name) is not str:
                    previous[name] = HIDDEN
                    continue
                slot = self.new_slot(recorder, name)
                slots = self.slots
            changed = f"{changed}{slot}{text}"
        if len(items) != len(previous):
            changed += "".join(self.removals(items))
        ending = self.sharing_ending(items) if is_sharing or self.sharing else "]]"
        return changed, objects is not None, ending

    def on_exception(self, frame, arg):
        if not self.info.is_plain:
            # Only of a frame that yields is it ever asked.
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
        flags = FLAG_YIELDED if how == YIELDED else 0
        if type(arg) is int and -INLINE_INT < arg < INLINE_INT:
            return f',{flags},"{arg}",['
        return f",{flags},{id_of(arg)},["

    def on_sampled(self, frame, event, arg):
        nonlocal live
        if event == "return":
            live -= 1
        try:
            sampler.take(self, frame, event, arg)
        except BaseException:
            recorder.rescue(self, frame)
            raise

    sampler = recorder.sampler

    class Frame(FrameState if sampler is None else SampledState):
        pass

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
            if depth > limits.recursion:
                recorder.raise_recursion(frame)
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
        nonlocal budget, ticks
        budget = ticks = 0
        if sampler is not None:
            sampler.budget = 0

    def hurry():
        nonlocal budget, ticks
        if ticks:
            budget += ticks - 1
            ticks = 1
        if sampler is not None:
            sampler.ticks = 1

    def swap_live(other):
        nonlocal live
        live, other = other, live
        return other

    return TraceFunctions(on_call, Frame, exhaust, hurry, swap_live)
