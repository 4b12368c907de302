"""The process that a program has to itself: its descriptors, its limits, what becomes of children, its end."""

import builtins
import os
import sys

__builtins__ = vars(builtins).copy()

# Above what a program opens: the files it opens have the numbers that they have without the tracer.
_TRACE_DESCRIPTOR = 200
_MOST_DESCRIPTORS = 1024
# Status when the trace cannot be written any more: the program closed its descriptor, or nobody reads.
_NO_READER = 74

_exit = os._exit
_write = os.write


class Process:
    """Takes the standard streams; the trace goes to `descriptor`, or to standard output when that is None."""

    def __init__(self, descriptor):
        self._trace = _moved_up(1 if descriptor is None else descriptor)
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        if descriptor is None:
            # The program's own writes to descriptor 1 must not mix with the trace.
            os.dup2(null, 1)
        os.close(null)
        if descriptor is not None:
            # Whoever started the workbench may have left files open in it.
            _close_all_but((0, 1, 2, self._trace))
        self._streams = (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._leave)

    def give(self, data):
        """Makes bytes the standard input, for all who read descriptor 0."""
        if not data:
            return
        try:
            # Without a module that the program would find imported.
            descriptor = os.memfd_create("stdin")
        except (AttributeError, OSError):
            import tempfile

            descriptor, path = tempfile.mkstemp()
            if os.name != "nt":
                os.unlink(path)
        with open(descriptor, "wb", closefd=False) as file:
            file.write(data)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.dup2(descriptor, 0)
        os.close(descriptor)

    def write(self, chunk):
        """Sends a piece of the trace; ends the process when nobody takes it."""
        if self._trace is None:
            return
        try:
            while chunk:
                chunk = chunk[_write(self._trace, chunk) :]
        except OSError:
            _exit(_NO_READER)

    def limit(self, limits):
        """Sets {name: number} of resource.RLIMIT_*, which the program cannot raise again."""
        if not limits:
            return
        try:
            import resource
        except ImportError:
            # Windows has none of them.
            return
        for name, number in limits.items():
            which = getattr(resource, "RLIMIT_" + name, None)
            if which is None:
                continue
            _, most = resource.getrlimit(which)
            if most != resource.RLIM_INFINITY:
                number = min(number, most)
            try:
                resource.setrlimit(which, (number, number))
            except (OSError, ValueError):
                # macOS knows some of them by name alone.
                pass

    def end(self):
        """Ends the process without waiting for what the program left running."""
        for stream in self._streams[:2]:
            try:
                stream.flush()
            except (OSError, ValueError, AttributeError):
                pass
        _exit(0)

    def _leave(self):
        """A forked child is no part of the trace: it goes on as it would without a tracer."""
        sys.settrace(None)
        os._exit = _exit
        sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__ = self._streams
        trace, self._trace = self._trace, None
        try:
            os.close(trace)
        except OSError:
            pass


def _close_all_but(kept):
    try:
        opened = [int(name) for name in os.listdir("/dev/fd")]
    except OSError:
        opened = range(_MOST_DESCRIPTORS)
    for descriptor in opened:
        if descriptor not in kept:
            try:
                os.close(descriptor)
            except OSError:
                pass


def _moved_up(descriptor):
    """A copy that children do not inherit."""
    try:
        import fcntl

        return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _TRACE_DESCRIPTOR)
    except ImportError:
        return os.dup(descriptor)
