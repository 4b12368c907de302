"""What is remembered of each frame."""

import builtins

from types import BuiltinMethodType, FunctionType, ModuleType

from .codes import RETURNED, UNKNOWN, UNWOUND, YIELDED
from .raw import ATOMS, extends, ids

__builtins__ = vars(builtins).copy()

FLAG_RESUMED = 1
FLAG_YIELDED = 2
FLAG_UNWOUND = 4
FLAG_AFTER_GAP = 8

# Stands for a name that is not recorded.
HIDDEN = object()
# Stands for a value that must be told again.
_UNTOLD = object()
# Flags, argument and the opening of the list of locals.
PLAIN = ",0,-1,["
RESUMED = ",%d,-1,[" % FLAG_RESUMED
# Two names for one of these are no aliases: it does not change in place, or hardly ever.
_UNSHARED = (ATOMS - ids(bytearray)) | ids(
    tuple, frozenset, range, slice, FunctionType, BuiltinMethodType, ModuleType
)


class FrameState:
    """Lives on the frame's `f_trace` through a bound method, which tells a resumed frame from a new one, and
    dies with the frame. Holds renderings and immutable builtin values only, never frames."""

    # Of the frame's last call event, counting all Python frames; 0 where it was not counted.
    depth = 0
    opening = PLAIN
    # How the frame is being left, where the backend tells.
    leaves_by = UNKNOWN
    # Offset of an exception event, and the lines that ran after it.
    thrown_at = -1
    thrown_lines = ()
    # Number and thread, given when its first event is written: another thread's frame may come first until then.
    tail = None
    # What a line event has between its line and its changes.
    plain = None
    # The only variables that can have changed until the next event; None: all are looked at.
    watch = None
    namespace = None
    # Groups of names that share an object, as of the frame's previous event.
    sharing = ()

    def __init__(self, recorder, info, frame):
        if info.wire_id < 0:
            recorder.announce(info)
        self.info = info
        self.line_head = info.line_head
        self.stores = info.stores
        self.slots = info.slots
        self.next_slot = info.next_slot
        # Name → value (immutable builtin) or Rendered, as of the frame's previous event.
        self.previous = {}
        if info.names is None:
            self._watch_namespace(recorder, frame)

    def _watch_namespace(self, recorder, frame):
        """A module's or class's names are read from the dict itself: from 3.13 on `f_locals` shows only an
        inlined comprehension's variables while one runs."""
        namespace = frame.f_locals
        self.namespace = namespace if issubclass(type(namespace), dict) else {}
        self.slots = {}
        if namespace is frame.f_globals:
            self.previous = dict.fromkeys(recorder.hidden, HIDDEN)

    def new_slot(self, recorder, name):
        """Slot and name of a variable that has no slot; one inserted again comes last, as in the dict."""
        if self.slots is self.info.slots:
            self.slots = dict(self.slots)
        text = self.slots[name] = ",%d,%d," % (self.next_slot, recorder.name_id(name))
        self.next_slot += 1
        return text

    def removals(self, items):
        """Changes for the names that are gone."""
        present = {name for name, _ in items}
        changes = []
        for name in [name for name in self.previous if name not in present]:
            if self.previous.pop(name) is not HIDDEN:
                changes.append(self.slots[name] + "-1")
                if self.namespace is not None:
                    del self.slots[name]
        return changes

    def forget_values(self):
        """An event was not written, but its changes may be noted: the next one tells all variables again."""
        previous, slots = self.previous, self.slots
        hidden = {name: HIDDEN for name, value in previous.items() if value is HIDDEN}
        self.previous = {name: hidden.get(name, _UNTOLD) for name in previous if name in hidden or name in slots}
        self.watch = None

    def groups_of(self, items):
        """Groups of names that share one object which may change in place, in order of the names."""
        names_by_object = {}
        for name, value in items:
            kind = type(value)
            if id(kind) in _UNSHARED or extends(kind, type):
                continue
            if type(name) is not str or self.previous.get(name) is HIDDEN:
                continue
            names_by_object.setdefault(id(value), []).append(name)
        return tuple([tuple(names) for names in names_by_object.values() if len(names) > 1])

    def sharing_ending(self, items):
        """End of an event's line: with the groups where they are others than at the frame's previous event."""
        return self.ending_with(self.groups_of(items))

    def ending_with(self, groups):
        if groups == self.sharing:
            return "]]"
        self.sharing = groups
        pairs = [(int(self.slots[name].split(",")[1]), group) for group in groups for name in group]
        pairs.sort(key=lambda pair: pair[0])
        numbers = {}
        flat = ["%d,%d" % (slot, numbers.setdefault(group, len(numbers))) for slot, group in pairs]
        return "],[%s]]" % ",".join(flat)

    def way_out(self, frame, arg):
        """How a return event leaves the frame. By an exception when its argument is None and the instruction is
        none that returns or yields, unless it is the yield that the exception came in by."""
        if self.leaves_by != UNKNOWN:
            return self.leaves_by
        if arg is not None and self.info.is_plain:
            return RETURNED
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
