"""Which code is a project's, and what its files are called: paths below its root, whatever folder that is in."""

import builtins
import io
import os
import stat
import sys
import sysconfig
import tokenize
from types import CodeType

from .wire import quoted, quoted_name

__builtins__ = vars(builtins).copy()

# What the import system puts into a module before its code runs.
MODULE_NAMES = (
    "__name__",
    "__doc__",
    "__package__",
    "__loader__",
    "__spec__",
    "__path__",
    "__file__",
    "__cached__",
    "__builtins__",
)
MOST_SOURCE_CHARACTERS = 1_048_576

_INSTALLED = frozenset(("site-packages", "dist-packages"))
_detect_encoding = tokenize.detect_encoding
_open = io.open
_stat = os.stat
_is_file = stat.S_ISREG
_join, _normcase, _normpath, _separator = os.path.join, os.path.normcase, os.path.normpath, os.sep


class Project:
    """The Python files below `root` that belong neither to Python nor to anything installed; `test_file` is the path
    of the one whose lines an error of the run is told by."""

    def __init__(self, root, test_file):
        self.root = os.path.realpath(root)
        # Code may have been found by either spelling.
        self._roots = tuple(dict.fromkeys((self.root, os.path.abspath(root))))
        libraries = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib")]
        libraries.append(os.path.dirname(os.__file__))
        self._standard = _spellings(libraries)
        # A root may lie below a prefix, as below /usr: then the prefix says nothing.
        foreign = _spellings([sys.prefix, sys.base_prefix, *libraries])
        self._foreign = tuple(folder for folder in foreign if any(_below(folder, root) for root in self._roots))
        self._own = _spellings([os.path.dirname(os.path.abspath(__file__))])
        self._paths = {}
        self._libraries = {}
        self._sent = set()
        # By path, until they are sent.
        self._texts = {}
        self.test_path = self._relative(test_file)
        # Id of code → CodeInfo, of the test's own file.
        self.test_codes = {}

    def watch(self, recorder):
        """From now on each of the project's modules that is executed becomes known to `recorder`, before its first
        event. Cannot be undone: for a process that runs nothing else."""

        def on_audit(event, arguments):
            if event == "exec":
                code = arguments[0]
                if type(code) is CodeType and self.path_of(code.co_filename) is not None:
                    recorder.add_codes(code)

        sys.addaudithook(on_audit)

    def path_of(self, filename):
        """Path below the root, with "/", of a code object's file; None where it is not the project's."""
        try:
            return self._paths[filename]
        except KeyError:
            path = self._paths[filename] = self._find(filename)
            return path

    def is_library(self, filename):
        """Whether a code object's file is installed code, neither the project's nor Python's own."""
        known = self._libraries.get(filename)
        if known is None:
            known = self._libraries[filename] = self._is_library(filename)
        return known

    def source_lines(self, filename):
        """The record of a file's source before the first code of the file, and nothing after."""
        path = self.path_of(filename)
        if path in self._sent:
            return ()
        self.read(filename)
        self._sent.add(path)
        return ('["source",%s,%s]' % (quoted_name(path), quoted(self._texts.pop(path))),)

    def read(self, filename):
        """Keeps the text of a file for its record."""
        path = self.path_of(filename)
        if path not in self._texts and path not in self._sent:
            self._texts[path] = _source(_join(self.root, filename))

    def without_root(self, text):
        """A text with paths below the root made relative."""
        for root in self._roots:
            text = text.replace(root + _separator, "").replace(root, ".")
        return text

    def _find(self, filename):
        path = self._relative(filename)
        if path is None or not filename.endswith(".py") or not _INSTALLED.isdisjoint(path.split("/")):
            return None
        full = _normpath(_join(self.root, filename))
        if any(_below(full, folder) is not None for folder in self._foreign):
            return None
        try:
            return path if _is_file(_stat(full).st_mode) else None
        except (OSError, ValueError):
            return None

    def _relative(self, filename):
        full = _normpath(_join(self.root, filename))
        for root in self._roots:
            path = _below(full, root)
            if path is not None:
                return path.replace(_separator, "/")
        return None

    def _is_library(self, filename):
        if filename.startswith("<") or self.path_of(filename) is not None:
            return False
        full = _normpath(_join(self.root, filename))
        if any(_below(full, folder) is not None for folder in self._own):
            return False
        if not _INSTALLED.isdisjoint(full.split(_separator)):
            return True
        return not any(_below(full, folder) is not None for folder in self._standard)


def _below(path, folder):
    """The rest of a path below a folder, or None."""
    start = _normcase(folder).rstrip(_separator) + _separator
    return path[len(start) :] if _normcase(path).startswith(start) and len(path) > len(start) else None


def _spellings(folders):
    folders = [os.path.abspath(folder) for folder in folders if folder]
    return tuple(dict.fromkeys([*folders, *map(os.path.realpath, folders)]))


def _source(path):
    """Text of a file as Python decodes it, with its own line ends; "" where it is none or too long."""
    try:
        with _open(path, "rb") as file:
            encoding, _ = _detect_encoding(file.readline)
        with _open(path, encoding=encoding, newline="") as file:
            text = file.read(MOST_SOURCE_CHARACTERS + 1)
    except (OSError, SyntaxError, ValueError, LookupError):
        return ""
    return text if len(text) <= MOST_SOURCE_CHARACTERS else ""
