"""Texts of values, interned within a trace: each is sent once."""

import builtins
from hashlib import sha256

from .texts import Texts, int_text, type_name
from .wire import quoted, quoted_name, well_formed

__builtins__ = vars(builtins).copy()

# Hexadecimal digits of a cut text's SHA-256 that are told.
_DIGEST_DIGITS = 16
# The host keeps the same tables: these bounds keep both flat.
MAX_INTERNED = 50_000
MAX_INTERNED_CHARACTERS = 8_388_608
_PLAIN_INT = 1 << 128


class Rendered:
    """Text of a value that may change in place, kept to compare with its next rendering."""

    __slots__ = ("key", "wire_id")

    def __init__(self, key, wire_id):
        self.key = key
        self.wire_id = wire_id


def _digest_of(text):
    return sha256(text.encode("utf-8")).hexdigest()[:_DIGEST_DIGITS]


class Values:
    """Renders values and gives each distinct rendering of the trace one wire id."""

    def __init__(self, stream, texts, kept_characters):
        self._stream = stream
        self._kept = kept_characters
        self.texts = texts
        self._text_of = texts.text_of
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
        return self._intern(well_formed(self.texts.stable(text)), kind).wire_id

    def whole(self, value):
        """JSON object of a value, outside the tables."""
        text = self._text_of(value)
        size = len(text)
        digest = ',"digest":"%s"' % _digest_of(text) if size > self._kept else ""
        parts = (quoted(text[: self._kept]), size, quoted_name(type_name(value)), digest)
        return '{"text":%s,"size":%d,"type":%s%s}' % parts

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
