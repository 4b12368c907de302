"""Reads objects past all code of the program.

Types are told apart by `id`, since to hash or compare a type asks its metaclass, and instances are read through
descriptors of CPython's own types, whatever a class makes of attributes.
"""

import builtins
from types import GetSetDescriptorType, MemberDescriptorType

__builtins__ = vars(builtins).copy()

# Up to here containers of builtins are left to `repr`, which shows all there is.
_PLAIN_DEPTH = 50
_PLAIN_CONTAINERS = 100_000

# Type flags that no class statement can unset or set.
_IS_HEAP = 1 << 9
_IS_IMMUTABLE = 1 << 8

name_of_type = type.__dict__["__name__"].__get__
args_of = BaseException.__dict__["args"].__get__
traceback_of = BaseException.__dict__["__traceback__"].__get__
mro_of = type.__dict__["__mro__"].__get__
names_of_type = type.__dict__["__dict__"].__get__
_flags_of = type.__dict__["__flags__"].__get__


def ids(*kinds):
    return frozenset(map(id, kinds))


_ATOM_TYPES = (bool, int, float, complex, str, bytes, bytearray, type(None), type(Ellipsis), type(NotImplemented))
ATOMS = ids(*_ATOM_TYPES)
CONTAINERS = ids(list, tuple, set, frozenset, dict)


def is_of_c(kind):
    """Whether a type is of C, whose behaviour no program can change."""
    flags = _flags_of(kind)
    return not flags & _IS_HEAP or bool(flags & _IS_IMMUTABLE)


def extends(kind, base):
    """Whether a type is `base` or below it; asks no metaclass."""
    return any(one is base for one in mro_of(kind))


def plain_str(text):
    """Exactly a str, of a str of any class."""
    return text if type(text) is str else str.__str__(text)


def is_plain(value):
    """Whether a value consists of builtins alone, so that its `repr` runs no code but CPython's."""
    pending = [(value, 0)]
    containers = 0
    while pending:
        one, depth = pending.pop()
        kind = id(type(one))
        if kind in ATOMS:
            continue
        containers += 1
        if kind not in CONTAINERS or depth > _PLAIN_DEPTH or containers > _PLAIN_CONTAINERS:
            return False
        items = [*one, *dict.values(one)] if type(one) is dict else one
        kinds = {*map(id, map(type, items))}
        if not kinds <= ATOMS:
            if not kinds <= ATOMS | CONTAINERS:
                return False
            pending.extend((item, depth + 1) for item in items if id(type(item)) in CONTAINERS)
    return True


def attributes_of(one):
    """Name and value of what an instance holds, reached past whatever its class makes of attributes."""
    found = own = []
    for owner in mro_of(type(one)):
        names = names_of_type(owner)
        if is_of_c(owner):
            members = [("__dict__", names.get("__dict__"))]
        else:
            # Not looked up: to compare a name with another one may run code.
            members = [pair for pair in names.items() if type(pair[0]) is str]
        slots = []
        for name, member in members:
            if name == "__dict__":
                if type(member) is GetSetDescriptorType or type(member) is MemberDescriptorType:
                    own = own or _got(name, member, one)
            elif type(member) is MemberDescriptorType:
                slots += _got(name, member, one)
        found = slots + found
    for _, attributes in own:
        if extends(type(attributes), dict):
            found += dict.items(attributes)
    return found


def members_of(error):
    """Name and value of what an exception of C holds beside its arguments."""
    found = []
    for owner in mro_of(type(error)):
        for name, member in names_of_type(owner).items():
            if type(member) is MemberDescriptorType:
                found += _got(name, member, error)
    return found


def _got(name, member, one):
    """The value of a descriptor of CPython's, if it is set and of this object's class."""
    try:
        return [(name, member.__get__(one))]
    except (AttributeError, TypeError):
        return []
