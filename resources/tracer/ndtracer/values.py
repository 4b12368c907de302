"""Values as text: default `repr`, guarded, interned within a trace."""

import builtins
import re
import sys
from hashlib import sha256

from .addresses import Addresses
from .wire import quoted, quoted_name, well_formed

__builtins__ = vars(builtins).copy()

# Hexadecimal digits of a cut text's SHA-256 that are told.
_DIGEST_DIGITS = 16
# The host keeps the same tables: these bounds keep both flat.
MAX_INTERNED = 50_000
MAX_INTERNED_CHARACTERS = 8_388_608
# Decimal digits of a larger int take quadratic time and would be cut anyway.
MAX_INT_BITS = 217_706
_PLAIN_INT = 1 << 128
# Objects whose own text may hold an address: quoted strings are the program's, and stay as they are.
_ADDRESS = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|( at 0x)([0-9a-fA-F]+)""", re.DOTALL)
_substitute = _ADDRESS.sub
_name_of_type = type.__dict__["__name__"].__get__
_set_digits = getattr(sys, "set_int_max_str_digits", None)
_get_digits = getattr(sys, "get_int_max_str_digits", None)


class Rendered:
    """Text of a value that may change in place, kept to compare with its next rendering."""

    __slots__ = ("key", "wire_id")

    def __init__(self, key, wire_id):
        self.key = key
        self.wire_id = wire_id


def type_name(value):
    """Name of the value's type, without asking the metaclass."""
    return _name_of_type(type(value))


def int_text(value):
    """Decimal digits of an int of any size; only the size and the last bits of a huge one."""
    bits = value.bit_length()
    if bits > MAX_INT_BITS:
        digits = int((bits - 1) * 0.30102999566398120) + 1
        low = value & 0xFFFFFFFFFFFFFFFF
        return "<int of about %d digits, last 64 bits 0x%016x>" % (digits, low)
    if _set_digits is None or bits < 2000:
        return repr(value)
    limit = _get_digits()
    _set_digits(0)
    try:
        return repr(value)
    finally:
        _set_digits(limit)


def _digest_of(text):
    return sha256(text.encode("utf-8")).hexdigest()[:_DIGEST_DIGITS]


def failed(error):
    """Placeholder for a value whose text could not be made."""
    return "<repr failed: %s>" % type_name(error)


class Values:
    """Renders values and gives each distinct rendering of the trace one wire id."""

    def __init__(self, stream, output, kept_characters):
        self._stream = stream
        self._output = output
        self._kept = kept_characters
        self._addresses = Addresses()
        self.ints = {}
        self.strings = {}
        self._texts = {}
        self._kinds = {}
        self._next = 0
        self._characters = 0

    @property
    def is_full(self):
        return self._next >= MAX_INTERNED or self._characters >= MAX_INTERNED_CHARACTERS

    def forget(self):
        """Empties the tables; must not happen between a value's id and the event that uses it."""
        self.ints.clear()
        self.strings.clear()
        self._texts.clear()
        self._next = 0
        self._characters = 0
        self._stream.lines.append('["forget"]')

    def new_int(self, value):
        # The commonest new value by far: no quoting, no counting.
        if -_PLAIN_INT < value < _PLAIN_INT:
            wire_id = self.ints[value] = self._next
            self._next = wire_id + 1
            text = repr(value)
            self._stream.lines.append(f'["value",{wire_id},"{text}",{len(text)},"int"]')
            return wire_id
        wire_id = self.ints[value] = self._send(int_text(value), "int")
        return wire_id

    def new_string(self, value):
        # The text of the repr is made once per distinct string; what is kept is the program's own object.
        wire_id = self._send(repr(value), "str")
        self.strings[value] = wire_id
        return wire_id

    def plain(self, value):
        """Wire id of a value of an immutable builtin type other than int and str."""
        return self._intern(repr(value), type_name(value)).wire_id

    def render(self, value):
        """Rendering of any value; never raises."""
        return self._intern(self._text_of(value), type_name(value))

    def _text_of(self, value):
        """Whole text of a value, with addresses replaced; its own code cannot print."""
        output = self._output
        output.is_muted = True
        try:
            text = repr(value)
            if type(text) is not str:
                text = str.__str__(text)
        except BaseException as error:
            text = self._rescued(value, error)
        output.is_muted = False
        if " at 0x" in text:
            self._addresses.look_into(value)
            text = _substitute(self._stable, text)
            self._addresses.forget_value()
        if not text.isascii():
            text = well_formed(text)
        return text

    def id_of(self, value):
        """Wire id of any value."""
        kind = type(value)
        if kind is int:
            wire_id = self.ints.get(value)
            return self.new_int(value) if wire_id is None else wire_id
        if kind is str:
            wire_id = self.strings.get(value)
            return self.new_string(value) if wire_id is None else wire_id
        return self.render(value).wire_id

    def text_id(self, text, kind):
        """Wire id of a text that is no repr, such as an exception's."""
        if " at 0x" in text:
            text = _substitute(self._stable, text)
        return self._intern(well_formed(text), kind).wire_id

    def whole(self, value):
        """JSON object of a value, outside the tables."""
        text = self._text_of(value)
        size = len(text)
        parts = (quoted(text[: self._kept]), size, quoted_name(type_name(value)))
        digest = ',"digest":"%s"' % _digest_of(text) if size > self._kept else ""
        return '{"text":%s,"size":%d,"type":%s%s}' % (parts + (digest,))

    @staticmethod
    def _rescued(value, error):
        if type(value) is int:
            return int_text(value)
        if isinstance(error, ValueError) and _set_digits is not None and "digits" in str(error):
            # A container that holds an int above the interpreter's digit limit.
            limit = _get_digits()
            _set_digits(0)
            try:
                return str.__str__(repr(value))
            except BaseException as second:
                error = second
            finally:
                _set_digits(limit)
        return failed(error)

    def _stable(self, match):
        address = match.group(2)
        if address is None:
            return match.group(0)
        return " at " + self._addresses.name_of(address)

    def _intern(self, text, kind):
        size = len(text)
        if size > self._kept:
            # The hash keeps changes beyond the cut visible; it is cheaper than the digest, which is told once.
            key = (text[: self._kept], kind, size, hash(text))
        else:
            key = (text, kind)
        rendered = self._texts.get(key)
        if rendered is None:
            rendered = self._texts[key] = Rendered(key, self._send(text, kind))
        return rendered

    def _send(self, text, kind):
        wire_id = self._next
        self._next = wire_id + 1
        size = len(text)
        digest = ""
        if size > 64:
            if size > self._kept:
                digest = ',"%s"' % _digest_of(text)
                text = text[: self._kept]
            self._stream.large += len(text)
            self._characters += len(text)
        parts = (wire_id, quoted(text), size, self._quoted_kind(kind), digest)
        self._stream.lines.append('["value",%d,%s,%d,%s%s]' % parts)
        return wire_id

    def _quoted_kind(self, kind):
        known = self._kinds.get(kind)
        if known is None:
            known = self._kinds[kind] = quoted_name(kind)
        return known
