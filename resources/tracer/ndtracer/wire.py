"""Buffered lines of the protocol, and text made fit for it."""

import builtins
from json.encoder import encode_basestring_ascii
from time import perf_counter

__builtins__ = vars(builtins).copy()

# A kill loses what is still buffered: little time may pass between flushes, and a short program, whose whole
# life may be shorter than that, is written through.
FLUSH_SECONDS = 0.002
FLUSH_CHARACTERS = 65_536
WRITTEN_THROUGH_LINES = 256
# Nearer to zero an int stands on the event's line as its digits, and is no value record.
INLINE_INT = 10**15
KEPT_NAME_CHARACTERS = 65_536


def well_formed(text):
    """The text with lone surrogates escaped, as JSON in UTF-8 cannot carry them."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
        return text
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode("utf-8")


def quoted(text):
    """JSON string of any text, in ASCII."""
    return encode_basestring_ascii(well_formed(text))


def quoted_name(text):
    """JSON string of a name of any length; a longer one than the protocol carries ends in an ellipsis."""
    text = well_formed(text)
    if len(text) > KEPT_NAME_CHARACTERS:
        text = text[: KEPT_NAME_CHARACTERS - 1] + "\u2026"
    return encode_basestring_ascii(text)


class Stream:
    """Collects lines and hands them to `write(bytes)` in chunks that end at a line's end."""

    def __init__(self, write):
        self._write = write
        self.lines = []
        self.written_lines = 0
        self.large = 0
        self.last_flush = 0.0
        # Seconds spent waiting for the reader: not the program's time.
        self.blocked = 0.0
        self.is_closed = False
        self._written_bytes = 0
        self._measured_lines = 0
        self._measured_bytes = 0

    def measure(self):
        """Bytes of all lines so far, those that wait included."""
        lines = self.lines
        count = len(lines)
        self._measured_bytes += sum(map(len, lines[self._measured_lines : count])) + count - self._measured_lines
        self._measured_lines = count
        return self._written_bytes + self._measured_bytes

    def is_due(self, now):
        """Whether what is buffered should go out now."""
        return (
            now - self.last_flush >= FLUSH_SECONDS
            or self.large >= FLUSH_CHARACTERS
            or self.is_written_through
        )

    @property
    def is_written_through(self):
        return self.written_lines < WRITTEN_THROUGH_LINES

    def flush(self):
        lines = self.lines
        started = perf_counter()
        self.last_flush = started
        if self.is_closed:
            # Another thread may still have recorded something after the end.
            lines.clear()
        if not lines:
            return
        self.written_lines += len(lines)
        self.large = 0
        lines.append("")
        chunk = "\n".join(lines).encode("ascii")
        lines.clear()
        self._written_bytes += len(chunk)
        self._measured_lines = self._measured_bytes = 0
        self._write(chunk)
        self.last_flush = perf_counter()
        self.blocked += self.last_flush - started
