"""Many programs, one after another, in one interpreter inside Pyodide: each finds it as the first one did.

What a program may have changed is put back from a copy: modules and their names, `sys`, the environment, files.
What cannot be put back but is noticed makes the interpreter unfit, and the host then starts another one.
"""

import abc
import asyncio
import atexit
import builtins
import contextvars
import copyreg
import gc
import json
import linecache
import os
import random
import signal
import sys
import time
import warnings

from . import VERSION
from .doors import door_in
from .program import run_program

__builtins__ = vars(builtins).copy()

PROGRAM_DIR = "/program"
# Programs get copies of their own of modules that keep state in objects, which a shallow copy misses.
IMPORTED_ANEW = ("logging",)
# Roots of the modules by which Python reaches JavaScript in Pyodide.
HIDDEN = ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "micropip")
# Folders of the virtual disk that programs do not own.
_NOT_WALKED = ("/dev", "/proc", PROGRAM_DIR)


def _original(function):
    """Pyodide wraps some functions to suit a page's event loop."""
    return getattr(function, "__wrapped__", function)


_sleep = _original(time.sleep)


class _NoSelector:
    """Waits for nothing but time: there are no sockets here."""

    def select(self, timeout):
        if timeout is None:
            raise RuntimeError("The event loop waits for something that cannot happen")
        if timeout > 0:
            _sleep(timeout)
        return ()


class _TimerLoop(asyncio.BaseEventLoop):
    """An event loop of tasks and timers, driven by the caller as everywhere but in a browser."""

    def __init__(self):
        super().__init__()
        self._selector = _NoSelector()

    def _process_events(self, event_list):
        pass

    def _write_to_self(self):
        pass


class _LoopPolicy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = _TimerLoop


class _NoBrowser:
    """Finder that hides Pyodide's bridge to JavaScript: to a program this is Python without a browser."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError("No module named %r" % name, name=name)
        return None


class Interpreter:
    """The state that every program starts from, taken once before the first."""

    def __init__(self):
        os.makedirs(PROGRAM_DIR, exist_ok=True)
        os.chdir(PROGRAM_DIR)
        # Pyodide adds a folder each time it begins, which from a snapshot it does for the second time.
        sys.path[:] = dict.fromkeys([PROGRAM_DIR] + sys.path)
        sys.argv = [""]
        # Pyodide's own loop belongs to the page's; `asyncio.run` must run to its end here.
        asyncio.run = _original(asyncio.run)
        time.sleep = _sleep
        asyncio.events._set_running_loop(None)
        asyncio.events._event_loop_policy = _LoopPolicy()
        atexit._clear()
        package = __name__.partition(".")[0]
        for name in list(sys.modules):
            root = name.partition(".")[0]
            if root in IMPORTED_ANEW or root in HIDDEN or root == package:
                del sys.modules[name]
        hooks = [finder for finder in sys.meta_path if type(finder).__module__.startswith("_pyodide")]
        sys.meta_path[:] = [_NoBrowser] + [one for one in sys.meta_path if one not in hooks]
        self._has_new_hook = False
        self._note_audit_hooks()
        self._modules = dict(sys.modules)
        self._names = [_Copy(vars(one)) for one in self._modules.values() if _has_names(one)]
        self._lists = [(one, list(one)) for one in _mutable_lists()]
        self._dicts = [_Copy(one) for one in _mutable_dicts()]
        self._classes = [(one, _Copy(vars(one))) for one in _classes_of(self._modules)]
        self._interrupt = signal.getsignal(signal.SIGINT)
        self._recursion = sys.getrecursionlimit()
        self._digits = sys.get_int_max_str_digits()
        self._environment = dict(os.environ)
        self._files = _files()
        self._thresholds = gc.get_threshold()
        self._switch_interval = sys.getswitchinterval()
        self._asyncgen_hooks = sys.get_asyncgen_hooks()
        self._tools = _monitoring_tools()
        self._abc_token = abc.get_cache_token()
        self._door = None
        gc.collect()
        gc.freeze()

    def _note_audit_hooks(self):
        # A hook cannot be taken off again. (To be told of one by an audit hook of our own takes a third of all the time.)
        add = sys.addaudithook

        def addaudithook(hook):
            self._has_new_hook = True
            add(hook)

        sys.addaudithook = addaudithook

    def run(self, job, write):
        """Runs one program (see run_program; its `file` is a bare file name)."""
        path = PROGRAM_DIR + "/" + job["file"]
        with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.write(job["code"])
        job["path"] = path
        sys.argv = [path]
        self._door = door_in(job["code"], job["entry"])
        random.seed()
        # A context of its own: what a program sets there (decimal's among it) ends with it.
        contextvars.Context().run(run_program, job, write)

    def restore(self):
        """Puts everything back; returns what could not be, in words, or None."""
        sys.settrace(None)
        sys.setprofile(None)
        if self._has_new_hook:
            return "an audit hook was added"
        if self._door is not None:
            return "the program used %s, which may reach further than can be put back" % self._door
        modules = sys.modules
        if type(modules) is not dict:
            return "sys.modules was replaced"
        modules.clear()
        modules.update(self._modules)
        for copy in self._names:
            copy.put_back()
        for one, content in self._lists:
            one[:] = content
        for copy in self._dicts:
            copy.put_back()
        return self._restore_process()

    def _restore_process(self):
        os.environ.clear()
        os.environ.update(self._environment)
        signal.signal(signal.SIGINT, self._interrupt)
        sys.setrecursionlimit(self._recursion)
        sys.set_int_max_str_digits(self._digits)
        atexit._clear()
        linecache.clearcache()
        gc.enable()
        gc.set_debug(0)
        gc.set_threshold(*self._thresholds)
        sys.setswitchinterval(self._switch_interval)
        sys.set_asyncgen_hooks(*self._asyncgen_hooks)
        gc.callbacks.clear()
        asyncio.events._set_running_loop(None)
        gc.collect()
        gc.garbage.clear()
        os.chdir("/")
        _remove_tree(PROGRAM_DIR)
        os.makedirs(PROGRAM_DIR)
        os.chdir(PROGRAM_DIR)
        if sys.gettrace() is not None:
            return "the trace function came back"
        if _monitoring_tools() != self._tools:
            return "a monitoring tool was registered"
        if abc.get_cache_token() != self._abc_token:
            return "a class was registered with an abstract one"
        for one, copy in self._classes:
            if copy.differs():
                return "the class %s was changed" % one.__name__
        if _files() != self._files:
            return "files outside the program's folder were changed"
        return None


def _monitoring_tools():
    return [sys.monitoring.get_tool(number) for number in range(6)]


def _has_names(module):
    return isinstance(getattr(module, "__dict__", None), dict)


def _mutable_lists():
    return (sys.path, sys.meta_path, sys.path_hooks, sys.warnoptions, warnings.filters)


def _mutable_dicts():
    return (copyreg.dispatch_table, copyreg._extension_registry, copyreg._inverted_registry)


def _classes_of(modules):
    """Classes written in Python that the modules define; those of C cannot be changed."""
    found = {}
    for module in modules.values():
        if _has_names(module):
            for value in list(vars(module).values()):
                if type(value) is type and value.__flags__ & (1 << 9):
                    found[id(value)] = value
    return list(found.values())


class _Copy:
    """What a dict held. Compared by identity, in C: a program's own `__eq__` could hide what it changed."""

    __slots__ = ("content", "ids", "target")

    def __init__(self, target):
        self.target = target
        self.content = dict(target)
        self.ids = tuple(map(id, self.content.values()))

    def differs(self):
        return tuple(map(id, self.target.values())) != self.ids

    def put_back(self):
        if self.differs():
            self.target.clear()
            self.target.update(self.content)


def _files():
    """(path, size, time of change) of every file and folder outside the program's folder."""
    found = []
    pending = ["/"]
    while pending:
        folder = pending.pop()
        for entry in os.scandir(folder):
            if entry.path in _NOT_WALKED:
                continue
            if entry.is_dir(follow_symlinks=False):
                found.append((entry.path, -1, 0))
                pending.append(entry.path)
            else:
                status = entry.stat(follow_symlinks=False)
                found.append((entry.path, status.st_size, status.st_mtime_ns))
    return sorted(found)


def _remove_tree(folder):
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            _remove_tree(entry.path)
        else:
            os.remove(entry.path)
    os.rmdir(folder)


_interpreter = None


def prepare():
    """Called once, before the first program; returns the versions of Python and of the tracer."""
    global _interpreter
    _interpreter = Interpreter()
    return "%d.%d.%d %s" % (sys.version_info[:3] + (VERSION,))


def run(job_text, write):
    """Runs the program of a JSON job; `write` takes chunks of lines."""
    _interpreter.run(json.loads(job_text), write)


def attempts():
    """Ways out that Python offers, tried before any program: JSON of [what, how it ended, whether refused]."""
    import socket
    import subprocess

    def connect():
        with socket.socket() as one:
            one.connect(("127.0.0.1", 9))
            one.sendall(b"x")

    tried = []
    for what, attempt in (
        ("Python: read a file of the host", lambda: open("/etc/passwd").read()),
        ("Python: start a process", lambda: subprocess.run(["true"])),
        ("Python: open a connection", connect),
        ("Python: import js", lambda: __import__("js")),
        ("Python: import pyodide_js", lambda: __import__("pyodide_js")),
    ):
        try:
            attempt()
            tried.append((what, "succeeded", False))
        except (OSError, ImportError) as error:
            tried.append((what, type(error).__name__, True))
    return json.dumps(tried)


def restore():
    """Between two programs: None, or why this interpreter must not run another."""
    try:
        return _interpreter.restore()
    except BaseException as error:
        return "restoring failed with %s" % type(error).__name__
