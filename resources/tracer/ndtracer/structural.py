"""Text of values made without running any code of the program.

No `__repr__`, property, `__eq__`, `__hash__`, `__len__` or hook of a metaclass. Values made of builtins alone look as
`repr` shows them; an instance is `<Class at 0x1 {attribute=value}>`.
"""

import builtins
import re
from collections import OrderedDict, defaultdict, deque
from itertools import islice
from types import (
    AsyncGeneratorType,
    BuiltinMethodType,
    CodeType,
    CoroutineType,
    FrameType,
    FunctionType,
    GeneratorType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)

from .addresses import UNTOLD
from .raw import (
    ATOMS,
    CONTAINERS,
    args_of,
    attributes_of,
    extends,
    ids,
    is_of_c,
    mro_of,
    name_of_type,
    names_of_type,
    plain_str,
)

__builtins__ = vars(builtins).copy()

# Containers below one another, items and attributes of one, and all together, that the text of one value shows.
MOST_DEPTH = 20
MOST_ITEMS = 1000
MOST_PARTS = 5000
_qualname_of_type = type.__dict__["__qualname__"].__get__
_names_of_module = ModuleType.__dict__["__dict__"].__get__
_factory_of = defaultdict.__dict__["default_factory"].__get__
_room_of = deque.__dict__["maxlen"].__get__


_NAMED = ids(FunctionType, GeneratorType, CoroutineType, AsyncGeneratorType)
# Their text is made in C, of names and addresses.
_LEAVES = ids(
    CodeType, FrameType, GetSetDescriptorType, MemberDescriptorType, MethodDescriptorType, WrapperDescriptorType
)
# Types of the standard library whose text is made in C, of numbers alone.
_LIBRARY = frozenset(
    "<class '%s'>" % name for name in ("decimal.Decimal", "datetime.date", "datetime.timedelta", "array.array")
)
_TIMES = frozenset(("<class 'datetime.datetime'>", "<class 'datetime.time'>"))
_VIEWS = {id(type(view)): type(view).__name__ for view in ({}.keys(), {}.values(), {}.items())}
# Opening, closing, what stands for itself inside, what stands for none.
_SHAPES = {
    list: ("[", "]", "[...]", "[]"),
    tuple: ("(", ")", "(...)", "()"),
    set: ("{", "}", "set(...)", "set()"),
    frozenset: ("frozenset({", "})", "frozenset(...)", "frozenset()"),
    dict: ("{", "}", "{...}", "{}"),
    deque: ("[", "]", "[...]", "[]"),
}
# What a class may extend, and how the builtin part is read.
_READ = {
    int: int.__int__,
    float: float.__float__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    bytearray: lambda value: bytearray.__getitem__(value, slice(None)),
}
_ADDRESS = re.compile(" at 0x[0-9a-fA-F]+")


class Structure:
    """Renders one value. `name_of(object)` names its address; `ask(value)` gives the text of an instance of a class of
    the program: where that is None its attributes are shown, but for classes of the packages named by `opaque`."""

    def __init__(self, name_of, int_text, ask, opaque=()):
        self._address = name_of
        self._int_text = int_text
        self._ask = ask
        self._opaque = opaque
        self._left = 0
        # Of what is being rendered, by id.
        self._open = set()

    def text(self, value):
        self._left = MOST_PARTS
        self._open.clear()
        return self._text(value, 0)

    def _text(self, value, depth):
        kind = type(value)
        if kind is int:
            return self._int_text(value)
        if id(kind) in ATOMS:
            return repr(value)
        if extends(kind, type):
            return _class_text(value)
        if extends(kind, ModuleType):
            return _module_text(value)
        if id(value) in self._open or depth > MOST_DEPTH:
            return self._left_out(value, kind)
        self._open.add(id(value))
        if id(kind) in CONTAINERS:
            text = self._items(value, kind, depth)
        elif is_of_c(kind):
            text = self._of_c(value, kind, depth)
        elif self._opaque and self._ask is None and _package_of(kind) in self._opaque:
            text = self._head(value, kind) + ">"
        else:
            text = self._instance(value, kind, depth) if self._ask is None else self._ask(value)
        self._open.discard(id(value))
        return text

    def _left_out(self, value, kind):
        """What stands for a value inside itself, or too deep."""
        if is_of_c(kind):
            return _SHAPES[kind][2] if kind in _SHAPES else name_of_type(kind) + "(...)"
        return self._head(value, kind) + " ...>"

    def _of_c(self, value, kind, depth):
        key = id(kind)
        if key in _NAMED:
            what = "function" if kind is FunctionType else name_of_type(kind) + " object"
            return "<%s %s at %s>" % (what, _qualname(value, kind), self._address(value))
        if key in _VIEWS:
            items = self._parts(islice(value, MOST_ITEMS), len(value), depth, self._text)
            return "%s([%s])" % (_VIEWS[key], items)
        if kind is range or kind is slice:
            return self._bounds(value, kind, depth)
        if kind is deque or kind is defaultdict or kind is OrderedDict:
            return self._collection(value, kind, depth)
        if kind is BuiltinMethodType or kind is MethodWrapperType:
            return self._with_address(repr(value), value.__self__)
        if kind is MethodType:
            name = _callable_name(value.__func__)
            return "<bound method %s of %s>" % (name, self._text(value.__self__, depth + 1))
        if key in _LEAVES:
            return self._with_address(repr(value), value)
        if extends(kind, BaseException):
            args = args_of(value)
            return "%s(%s)" % (name_of_type(kind), self._parts(args, len(args), depth, self._text))
        if _is_number_or_time(value, kind):
            return repr(value)
        attributes = self._attributes(value, depth)
        return "<%s object at %s%s>" % (name_of_type(kind), self._address(value), attributes)

    def _instance(self, value, kind, depth):
        builtin_part = self._builtin_part(value, kind, depth)
        return self._head(value, kind) + builtin_part + self._attributes(value, depth) + ">"

    def _head(self, value, kind):
        address = self._address(value)
        return "<" + name_of_type(kind) + ("" if address == UNTOLD else " at " + address)

    def _builtin_part(self, value, kind, depth):
        for base in mro_of(kind):
            if not is_of_c(base):
                continue
            if base in _SHAPES:
                return " " + self._items(value, base, depth)
            if base in _READ:
                return " " + self._text(_READ[base](value), depth)
            if base is BaseException:
                return " " + self._items(args_of(value), tuple, depth)
        return ""

    def _attributes(self, value, depth):
        attributes = attributes_of(value)
        if not attributes:
            return ""
        return " {%s}" % self._parts(attributes, len(attributes), depth, self._attribute)

    def _attribute(self, attribute, depth):
        name, value = attribute
        if type(name) is not str or not name.isidentifier():
            name = self._text(name, depth)
        return name + "=" + self._text(value, depth)

    def _items(self, value, base, depth):
        """Items of a builtin container or of what extends it, as the builtin shows them."""
        opening, closing, _, empty = _SHAPES[base]
        size = base.__len__(value)
        if size == 0:
            return empty
        if base is dict:
            text = self._parts(dict.items(value), size, depth, self._pair)
        else:
            text = self._parts(base.__iter__(value), size, depth, self._text)
        if base is tuple and size == 1:
            text += ","
        return opening + text + closing

    def _pair(self, pair, depth):
        return self._text(pair[0], depth) + ": " + self._text(pair[1], depth)

    def _parts(self, items, size, depth, text_of):
        """The first of `items`, and how many more there are."""
        parts = []
        # Taken out at once: another thread may change the container.
        for item in list(islice(items, MOST_ITEMS if depth < MOST_DEPTH else 0)):
            if self._left <= 0:
                break
            self._left -= 1
            parts.append(text_of(item, depth + 1))
        if len(parts) < size:
            parts.append("... %d more" % (size - len(parts)))
        return ", ".join(parts)

    def _bounds(self, value, kind, depth):
        bounds = [kind.__dict__[name].__get__(value) for name in ("start", "stop", "step")]
        if kind is range and type(bounds[2]) is int and bounds[2] == 1:
            bounds.pop()
        return "%s(%s)" % (name_of_type(kind), ", ".join([self._text(one, depth + 1) for one in bounds]))

    def _collection(self, value, kind, depth):
        if kind is deque:
            room = _room_of(value)
            end = ")" if room is None else ", maxlen=%d)" % room
            return "deque(" + self._items(value, deque, depth) + end
        if kind is defaultdict:
            factory = self._text(_factory_of(value), depth + 1)
            return "defaultdict(%s, %s)" % (factory, self._items(value, dict, depth))
        size = dict.__len__(value)
        if size == 0:
            return "OrderedDict()"
        # Its own order is found by hashing the keys.
        has_plain_keys = {*map(id, map(type, dict.keys(value)))} <= ATOMS
        pairs = OrderedDict.items(value) if has_plain_keys else dict.items(value)
        return "OrderedDict({%s})" % self._parts(pairs, size, depth, self._pair)

    def _with_address(self, text, one):
        if " at 0x" not in text:
            return text
        return _ADDRESS.sub(" at " + self._address(one), text, count=1)


def _qualname(value, kind):
    return plain_str(kind.__dict__["__qualname__"].__get__(value))


def _callable_name(function):
    kind = type(function)
    return _qualname(function, kind) if kind is FunctionType else name_of_type(kind)


def _is_number_or_time(value, kind):
    # Of C: no metaclass of the program's has a say in its text.
    text = type.__repr__(kind)
    return text in _LIBRARY or text in _TIMES and value.tzinfo is None


def _class_text(kind):
    if is_of_c(kind):
        return type.__repr__(kind)
    module = _named(names_of_type(kind).items(), "__module__")
    name = plain_str(_qualname_of_type(kind))
    return "<class '%s'>" % (name if module is None or module == "builtins" else module + "." + name)


def _module_text(module):
    name = _named(dict.items(_names_of_module(module)), "__name__")
    return "<module %s>" % ("?" if name is None else repr(name))


def _named(pairs, wanted):
    """The text under a name; found without hashing, as other keys may be of classes of the program."""
    for name, value in list(pairs):
        if type(name) is str and name == wanted:
            return value if type(value) is str else None
    return None


def _package_of(kind):
    module = names_of_type(kind).get("__module__")
    return module.partition(".")[0] if type(module) is str else None
