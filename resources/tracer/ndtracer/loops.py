"""Loop sampling: of a loop's passes, the first three, the last three with the one it ends in, and each that reaches
new code.

A loop is a line that comes again in one activation of a frame by a step back in the source; a pass lasts until that
line comes once more. From the fourth on a pass waits, whole, with all calls in it, until three later ones are
complete: then it is left out, or sent if it reached a line that no event had been on. Loops within loops wait in the
pass of the outer one. What waits has its values as text, and gets ids only when it is sent; the changes of an event
that is left out are carried to the frame's next event.
"""

import builtins

from .codes import UNWOUND, YIELDED
from .errors import exception_text
from .frame_state import FLAG_AFTER_GAP, FLAG_RESUMED, FLAG_UNWOUND, FLAG_YIELDED, HIDDEN, RESUMED, FrameState
from .texts import type_name
from .values import MAX_INTERNED, MAX_INTERNED_CHARACTERS

__builtins__ = vars(builtins).copy()

SAMPLED_PASSES = 3
# Events that may wait in a thread; above it the passes that wait are sent.
MOST_WAITING = 50_000
_COUNT_EVERY = 1024
_KINDS = {"call": 0, "line": 1, "return": 2, "exception": 3}


class SampledState(FrameState):
    """Texts stand for values here: `previous` as of the frame's previous event, `shown` of the last one sent."""

    def __init__(self, recorder, info, frame):
        FrameState.__init__(self, recorder, info, frame)
        self.shown = {}
        # Changes of events that were left out, and whether the last one was.
        self.carried = {}
        self.skipped = False
        self.begin()

    def forget_values(self):
        """An event was not taken, but its changes may be noted."""
        self.previous = {name: value for name, value in self.previous.items() if value is HIDDEN}

    def begin(self):
        """An activation begins: a resumed generator's loops begin anew."""
        self.loops = 0
        self.last_line = 0
        self.seen = set()


class _Loop:
    """A loop that runs. `current` is the running pass where that waits, else None."""

    __slots__ = ("count", "current", "head", "is_new", "last", "pending", "state")

    def __init__(self, state, head, last):
        self.state = state
        self.head = head
        self.last = last
        # It is noticed when its second pass begins.
        self.count = 2
        self.current = None
        self.is_new = False
        # [(events, whether they reached new code), ...]
        self.pending = []


class _Gap:
    """Stands where events were left out: the changes of each frame that had some."""

    __slots__ = ("changes",)

    def __init__(self):
        self.changes = {}


class TextSink:
    """Takes the place of the stream for values: keeps each value's record by its id, without sending it."""

    def __init__(self):
        self.lines = self
        self.large = 0
        self.texts = []

    def append(self, line):
        if line == '["forget"]':
            self.texts.clear()
        else:
            self.texts.append(line[line.index(",", 9) + 1 : -1])


def _merge(carried, changes):
    """Adds an event's changes to those of events before it. A text in a tuple: the name was gone in between."""
    for name, text in changes:
        before = carried.get(name, "")
        if text is None or before is None or type(text) is tuple:
            carried.pop(name, None)
        if type(text) is str and type(before) is not str:
            text = (text,)
        carried[name] = text


class Sampler:
    """Takes events in place of the trace functions' own writing."""

    def __init__(self, recorder, texts):
        self._recorder = recorder
        self._texts = texts.texts
        self._values = recorder.values
        self._lines = recorder.stream.lines
        self.budget = recorder.limits.max_steps
        self.ticks = 1
        self._puts = 0
        # By thread: its loops, inner ones after outer ones.
        self._stacks = {0: []}
        # (id of code, line) that had an event.
        self._reached = set()
        # Text of each value sent, with its id.
        self._sent = {}
        self._sent_characters = 0

    def take(self, state, frame, event, arg):
        """One event of the program."""
        recorder = self._recorder
        if self.budget == 0:
            recorder.give_up("step_limit", frame)
        stack = self._stack()
        if recorder.output.pending:
            self._put_output(stack)
        line = frame.f_lineno
        if line is None:
            line = state.info.code.co_firstlineno
        flags, argument = self._outcome(state, frame, event, arg)
        items = list(frame.f_locals.items() if state.namespace is None else dict.items(state.namespace))
        changes, groups = self._changes(state, items), state.groups_of(items)
        if event == "line":
            self._step(stack, state, line, frame)
        elif event == "call":
            state.begin()
        self._put(stack, (state, _KINDS[event], line, flags, argument, changes, groups), frame)
        if event == "return":
            while state.loops:
                self._close(stack, frame)
        self.ticks -= 1
        if self.ticks == 0:
            self.ticks = recorder.tick(frame)

    def finish(self):
        """Sends all that waits."""
        for stack in self._stacks.values():
            self._put_output(stack)
            while stack:
                self._close(stack, None)

    def _stack(self):
        return self._stacks.setdefault(self._recorder.lane, [])

    def _outcome(self, state, frame, event, arg):
        """Flags and the argument's text."""
        if event == "line":
            if state.thrown_at >= 0:
                state.thrown_lines += (frame.f_lineno,)
        elif event == "call":
            return (FLAG_RESUMED if state.opening is RESUMED else 0), None
        elif event == "exception":
            return 0, self._exception(state, frame, arg[1])
        elif event == "return":
            how = state.way_out(frame, arg)
            if how == UNWOUND:
                return FLAG_UNWOUND, None
            return (FLAG_YIELDED if how == YIELDED else 0), self._texts[self._values.id_of(arg)]
        return 0, None

    def _exception(self, state, frame, error):
        state.thrown_at = frame.f_lasti
        state.thrown_lines = ()
        text = exception_text(error, self._values.texts)
        return self._texts[self._values.text_id(text, type_name(error))]

    def _changes(self, state, items):
        """(name, text) of what changed since the frame's previous event; None for a name that is gone."""
        previous, texts, id_of = state.previous, self._texts, self._values.id_of
        changes = []
        for name, value in items:
            before = previous.get(name)
            if before is HIDDEN:
                continue
            text = texts[id_of(value)]
            if before == text:
                continue
            if before is None and type(name) is not str:
                previous[name] = HIDDEN
                continue
            previous[name] = text
            changes.append((name, text))
        if len(items) != len(previous):
            present = {name for name, _ in items}
            for name in [name for name in previous if name not in present]:
                if previous.pop(name) is not HIDDEN:
                    changes.append((name, None))
        return changes

    def _step(self, stack, state, line, frame):
        """A line event: which loops it goes on in, ends or begins."""
        reach = last = state.last_line
        state.last_line = line
        while state.loops:
            loop = stack[-1]
            if loop.state is state:
                if line == loop.head:
                    loop.last = max(loop.last, reach)
                    self._next_pass(stack, loop, frame)
                    break
                if loop.head < line <= loop.last:
                    break
                reach = max(reach, loop.last)
            self._close(stack, frame)
        is_known_head = state.loops and stack[-1].head == line
        if line <= last and line in state.seen and not is_known_head:
            stack.append(_Loop(state, line, reach))
            state.loops += 1
        state.seen.add(line)
        place = (id(state.info.code), line)
        if place not in self._reached:
            self._reached.add(place)
            for loop in stack:
                loop.is_new = True

    def _next_pass(self, stack, loop, frame):
        loop.count += 1
        below = len(stack) - 2
        if loop.current is not None:
            loop.pending.append((loop.current, loop.is_new))
            if len(loop.pending) > SAMPLED_PASSES:
                events, is_new = loop.pending.pop(0)
                self._forward(stack, below, events if is_new else _left_out(events), frame)
        loop.is_new = False
        if loop.count > SAMPLED_PASSES:
            loop.current = []

    def _close(self, stack, frame):
        """Ends the innermost loop: what still waits of it is of its last passes."""
        loop = stack.pop()
        loop.state.loops -= 1
        self._send_waiting(stack, len(stack) - 1, loop, frame)

    def _send_waiting(self, stack, below, loop, frame):
        waiting = [events for events, _ in loop.pending]
        if loop.current is not None:
            waiting.append(loop.current)
        loop.pending = []
        loop.current = None
        for events in waiting:
            self._forward(stack, below, events, frame)

    def _forward(self, stack, at, events, frame):
        """To the pass that waits in the loop at `at` or further out; sent where there is none."""
        while at >= 0 and stack[at].current is None:
            at -= 1
        if at < 0:
            for one in events:
                self._send(one, frame)
        else:
            stack[at].current += events

    def _put(self, stack, one, frame):
        self._forward(stack, len(stack) - 1, (one,), frame)
        self._puts += 1
        if self._puts % _COUNT_EVERY == 0 and _waiting(stack) > MOST_WAITING:
            for at in range(len(stack) - 1, -1, -1):
                self._send_waiting(stack, at - 1, stack[at], frame)

    def _put_output(self, stack):
        for line in self._recorder.take_output():
            self._forward(stack, len(stack) - 1, (line,), None)

    def _send(self, one, frame):
        kind = type(one)
        if kind is str:
            self._lines.append(one)
        elif kind is _Gap:
            for state, changes in one.changes.items():
                state.skipped = True
                _merge(state.carried, changes.items())
        else:
            self._send_event(*one, frame)

    def _send_event(self, state, kind, line, flags, argument, changes, groups, frame):
        if self.budget == 0:
            if frame is not None:
                self._recorder.give_up("step_limit", frame)
            return
        self.budget -= 1
        if len(self._sent) >= MAX_INTERNED or self._sent_characters >= MAX_INTERNED_CHARACTERS:
            self._sent.clear()
            self._sent_characters = 0
            self._lines.append('["forget"]')
        if state.carried:
            _merge(state.carried, changes)
            changes = tuple(state.carried.items())
            state.carried.clear()
        triples = self._triples(state, changes)
        arg = -1 if argument is None else self._id_of(argument)
        if state.skipped:
            state.skipped = False
            flags |= FLAG_AFTER_GAP
        if state.tail is None:
            state.tail = ",%d,%d" % (self._recorder.next_frame(), self._recorder.lane)
        ending = state.ending_with(groups)
        places = (kind, state.info.wire_id, line, state.tail, flags, arg, "".join(triples)[1:], ending)
        self._lines.append('["e",%d,%d,%d%s,%d,%d,[%s%s' % places)

    def _triples(self, state, changes):
        triples = []
        shown, is_namespace = state.shown, state.namespace is not None
        for name, text in changes:
            is_again = type(text) is tuple
            if is_again:
                text = text[0]
            if name in shown and (text is None or is_again and is_namespace):
                del shown[name]
                triples.append(state.slots[name] + "-1")
                if is_namespace:
                    del state.slots[name]
            if text is not None and shown.get(name) != text:
                shown[name] = text
                slot = state.slots.get(name) or state.new_slot(self._recorder, name)
                triples.append(slot + str(self._id_of(text)))
        return triples

    def _id_of(self, text):
        known = self._sent.get(text)
        if known is None:
            known = self._sent[text] = len(self._sent)
            self._sent_characters += len(text)
            self._recorder.stream.large += len(text)
            self._lines.append('["value",%d,%s]' % (known, text))
        return known


def _left_out(events):
    """What is kept of events: what was printed, and one gap."""
    gap = _Gap()
    kept = []
    for one in events:
        kind = type(one)
        if kind is str:
            kept.append(one)
        elif kind is _Gap:
            for state, changes in one.changes.items():
                _merge(gap.changes.setdefault(state, {}), changes.items())
        else:
            _merge(gap.changes.setdefault(one[0], {}), one[5])
    kept.append(gap)
    return kept


def _waiting(stack):
    return sum(
        sum(len(events) for events, _ in loop.pending) + len(loop.current or ()) for loop in stack
    )
