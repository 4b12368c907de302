"""Names for memory addresses: the same in every recording of a deterministic program.

An allocator gives an address again when its object is gone, and when it does so depends on what ran before. So a name
belongs to an object, not to an address: `0x1` is the first object whose address was shown, `0x2` the second. Objects
that allow no weak reference, iterators of C above all, cannot be told from a later one in their place without keeping
them alive, which would change when finalisers run: all of them are `0x0`.
"""

import builtins
import weakref
from types import BuiltinMethodType, CellType, GetSetDescriptorType, MethodType, MethodWrapperType

__builtins__ = vars(builtins).copy()

_Reference = weakref.ref
# Containers whose repr shows their items' own texts, and how deep and far they are searched for objects.
# Types are told apart by id: to compare them may run code of a metaclass.
_SEQUENCES = frozenset(map(id, (list, tuple, set, frozenset)))
_METHODS = frozenset(map(id, (MethodType, BuiltinMethodType, MethodWrapperType)))
_DEPTH = 4
_ITEMS = 2000

UNTOLD = "0x0"
_mro_of = type.__dict__["__mro__"].__get__
_names_of = type.__dict__["__dict__"].__get__


class Addresses:
    """Keeps no object alive and calls no code of the program."""

    def __init__(self):
        # By address: the name, and a weak reference to who had it, or None where only the address was seen.
        self._holders = {}
        self._count = 0
        # Objects of the value being rendered, by address; empty between two values.
        self._shown = {}

    def look_into(self, value):
        """Before a value's text is searched for addresses: finds the objects they may belong to."""
        self._shown = shown = {}
        pending = [(value, 0)]
        for one, depth in pending:
            shown["%x" % id(one)] = one
            if depth == _DEPTH or len(pending) > _ITEMS:
                continue
            kind = type(one)
            if id(kind) in _SEQUENCES:
                pending.extend((item, depth + 1) for item in kind.__iter__(one))
            elif kind is dict:
                pending.extend((item, depth + 1) for item in dict.values(one))
                pending.extend((item, depth + 1) for item in dict.keys(one))
            elif id(kind) in _METHODS:
                pending.append((one.__self__, depth + 1))
            elif kind is CellType or kind is _Reference:
                pending.extend((item, depth + 1) for item in _behind(one))
            else:
                pending.extend((item, depth + 1) for item in _attributes(one))

    def forget_value(self):
        self._shown = {}

    def name_of_object(self, one):
        """Name of an object at hand."""
        digits = "%x" % id(one)
        self._shown = {digits: one}
        name = self.name_of(digits)
        self._shown = {}
        return name

    def name_of(self, address):
        """Name of the object that has this address (hexadecimal digits) now."""
        digits = address.lower().lstrip("0")
        one = self._shown.get(digits, self)
        holder = self._holders.get(digits)
        if holder is not None:
            name, reference = holder
            held = self if reference is None else reference()
            if held is not None and (one is self or held is self or one is held):
                return name
        reference = None
        if one is not self:
            try:
                reference = _Reference(one)
            except TypeError:
                return UNTOLD
        self._count += 1
        name = "0x%x" % self._count
        self._holders[digits] = (name, reference)
        return name


def _behind(one):
    """What a cell or a weak reference leads to: their texts show its address."""
    try:
        target = one.cell_contents if type(one) is CellType else one()
    except ValueError:
        # An empty cell.
        return ()
    return () if target is None else (target,)


def _attributes(one):
    """Values of an instance's own dict, reached past whatever its class makes of attributes."""
    for owner in _mro_of(type(one)):
        found = _names_of(owner).get("__dict__")
        if found is not None:
            own = found.__get__(one) if type(found) is GetSetDescriptorType else None
            return list(dict.values(own)) if type(own) is dict else ()
    return ()
