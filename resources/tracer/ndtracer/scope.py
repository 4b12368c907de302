"""Which of a program's code is recorded: globs of file paths and of qualified names."""

import builtins
from fnmatch import fnmatchcase

__builtins__ = vars(builtins).copy()


class Scope:
    """Made of a job's `scope`. No globs to include mean everything; what is excluded is so whatever includes it.
    `path_of(file name)` is the path that globs of files are matched with."""

    def __init__(self, choice, path_of):
        self._path_of = path_of
        self._files = _globs(choice, "Files")
        self._functions = _globs(choice, "Functions")

    def narrow(self, codes):
        """Those of `codes` (id → CodeInfo) that are recorded."""
        return {at: info for at, info in codes.items() if self._covers(info)}

    def _covers(self, info):
        path = self._path_of(info.code.co_filename)
        return _is_chosen(path, self._files) and _is_chosen(info.qualname, self._functions)


def _globs(choice, what):
    return tuple(choice.get("include" + what, ())), tuple(choice.get("exclude" + what, ()))


def _is_chosen(text, globs):
    included, excluded = globs
    if included and not any(fnmatchcase(text, glob) for glob in included):
        return False
    return not any(fnmatchcase(text, glob) for glob in excluded)
