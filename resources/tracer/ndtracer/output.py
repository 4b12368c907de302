"""What the program prints, taken before it reaches any file descriptor, and what it reads."""

import builtins
import io
from _thread import RLock
from codecs import getincrementaldecoder

__builtins__ = vars(builtins).copy()

_decoder = getincrementaldecoder("utf-8")


class Output:
    """Text printed since it was last taken, and how many bytes were printed in all."""

    def __init__(self, limit):
        self.limit = limit
        self.printed_bytes = 0
        # [stream name, text, stream name, text, …] in order of printing.
        self.pending = []
        self.is_muted = False
        # Held while an event is recorded or a text taken, where threads could mix them.
        self.lock = RLock()
        # Called once more than `limit` bytes were printed; raises.
        self.on_overflow = None

    def take(self, name, text, size):
        room = self.limit - self.printed_bytes
        self.printed_bytes += size
        pending = self.pending
        if size > room:
            # One character is at least one byte.
            text = text[: max(room, 0)]
        if text:
            if pending and pending[-2] == name:
                pending[-1] += text
            else:
                pending += (name, text)
        if size > room and self.on_overflow is not None:
            self.on_overflow()


class CaptureBuffer(io.BufferedIOBase):
    """Binary layer of a captured stream; bytes that are not UTF-8 are kept as \\xNN."""

    def __init__(self, output, name, descriptor):
        self._output = output
        self._decode = _decoder("backslashreplace").decode
        self._name = name
        self._descriptor = descriptor

    @property
    def name(self):
        return "<%s>" % self._name

    @property
    def mode(self):
        return "wb"

    def writable(self):
        return True

    def fileno(self):
        # What is written to the descriptor itself is taken by the host.
        return self._descriptor

    def write(self, data):
        data = bytes(data)
        output = self._output
        if not output.is_muted:
            with output.lock:
                output.take(self._name, self._decode(data), len(data))
        return len(data)


def captured(output, name, descriptor, errors):
    """A text stream like Python's own whose text goes to `output`; `descriptor` is the program's own of that name."""
    buffer = CaptureBuffer(output, name, descriptor)
    return io.TextIOWrapper(buffer, "utf-8", errors, newline="\n", write_through=True)


class InputBuffer(io.BytesIO):
    """Binary layer of the standard input."""

    name = "<stdin>"
    mode = "rb"


def given(text):
    """A text stream like Python's own that reads `text`."""
    return io.TextIOWrapper(InputBuffer(encoded(text)), "utf-8", "strict")


def given_by(descriptor):
    """A text stream like Python's own that reads an open file, which others may read as well."""
    raw = io.FileIO(descriptor, "rb", closefd=False)
    raw.name = InputBuffer.name
    return io.TextIOWrapper(io.BufferedReader(raw), "utf-8", "strict")


def encoded(text):
    """Bytes of what a program reads."""
    return text.encode("utf-8", "backslashreplace")
