"""One call of pytest in this process: without a word of its own, and why it ran nothing in a sentence."""

import builtins
import importlib
import importlib.util
import io
import os
import re
import shutil
import sys
import tempfile
from types import ModuleType

__builtins__ = vars(builtins).copy()

# Of an exception's text in a sentence.
_MOST_CHARACTERS = 1000
# pytest.ExitCode.USAGE_ERROR: wrong options, an unknown test, a conftest that cannot be imported.
_MISUSED = 4
_NAMES_ONE = re.compile(r"[A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt|Warning)(?::|$)").match
_IS_VERSION = re.compile(r"[\w.+!-]{1,40}\Z", re.ASCII).match
_AFTER_KIND = re.compile(r"(?:(?:unittest\.case\.SkipTest|Skipped): ?)?(.*)", re.DOTALL).fullmatch
_NOT_RUN = "[NOTRUN] "


class Watcher:
    """What pytest is watched by: notes the first thing that went wrong as `problem`, and what the project has pytest
    leave out as `skips`, (node id, reason) each. `shorten(text)` takes the project's folder out of a text."""

    def __init__(self, shorten):
        self.problem = None
        self.skips = []
        self.is_collecting = False
        self._shorten = shorten
        self._pytest = None
        # What pytest says of errors before and after it has a terminal.
        self.notes = io.StringIO()

    def plugin(self, pytest):
        """What is registered with pytest. A module of functions: pytest's objects hold it, and who looks into those
        as into any value finds nothing of ours."""
        self._pytest = pytest
        plugin = ModuleType("ndtracer_watcher")
        vars(plugin).update(self.hooks(pytest.hookimpl))
        return plugin

    def note(self, sentence):
        if self.problem is None:
            self.problem = self._shorten(sentence)

    @property
    def version(self):
        """Of pytest; None where it did not start or tells none."""
        version = getattr(self._pytest, "__version__", None)
        return version if type(version) is str and _IS_VERSION(version) else None

    def note_skip(self, node, reason):
        self.skips.append((node, self._shorten(_first_line(reason)) or "no reason given"))

    def cause_of(self, error):
        """`ValueError: text` of what pytest was told, or of what that was made of."""
        name = type(error).__name__
        if name == "FixtureLookupError" and getattr(error, "argname", None):
            return "fixture '%s' not found" % error.argname
        if name == "ConftestImportFailure":
            error = getattr(error, "cause", None) or error.excinfo[1]
        elif isinstance(error, self._pytest.Collector.CollectError):
            if error.__cause__ is None:
                return _last_line(_text_of(error))
            error = error.__cause__
        text = _first_line(_text_of(error))
        name = type(error).__name__
        return "%s: %s" % (name, text) if text else name

    def is_skip(self, error):
        # What unittest raises, pytest makes its own of later.
        unittest = sys.modules.get("unittest")
        kinds = (self._pytest.skip.Exception, *((unittest.SkipTest,) if unittest else ()))
        return isinstance(error, kinds)

    def reason_to_leave_out(self, error):
        """Why the project has pytest not go on with a test, or None where `error` is a failure."""
        if self.is_skip(error):
            return _text_of(error)
        if isinstance(error, self._pytest.xfail.Exception):
            text = _text_of(error)
            text = text[len(_NOT_RUN) :] if text.startswith(_NOT_RUN) else text
            return "expected to fail" + (": " + text if text else "")
        return None

    def hooks(self, mark):
        """Functions by pytest's own names for them; `mark` is pytest.hookimpl."""
        null, streams = null_stream(), (sys.stdout, sys.stderr)

        @mark(tryfirst=True)
        def pytest_configure():
            # The terminal reporter, which is made now, keeps the standard output of now.
            sys.stdout = sys.stderr = null

        @mark(tryfirst=True)
        def pytest_sessionstart():
            sys.stdout, sys.stderr = streams

        @mark(hookwrapper=True)
        def pytest_cmdline_main():
            yield
            sys.stderr = self.notes

        @mark(tryfirst=True)
        def pytest_collection():
            self.is_collecting = True

        def pytest_exception_interact(node, call):
            if call.when == "collect" and not self.is_skip(call.excinfo.value):
                cause = self.cause_of(call.excinfo.value)
                self.note("Collecting %s failed: %s" % (node.nodeid or "the tests", cause))

        def pytest_collectreport(report):
            if report.skipped and type(report.longrepr) is tuple:
                self.note_skip(report.nodeid, _AFTER_KIND(str(report.longrepr[2])).group(1))

        def pytest_keyboard_interrupt(excinfo):
            self.note("pytest was ended: %s" % self.cause_of(excinfo.value))

        def pytest_internalerror(excinfo):
            self.note("pytest failed: %s" % self.cause_of(excinfo.value))

        return hooks_in(locals())


def run_pytest(root, arguments, watcher):
    """Runs pytest in the folder `root` with `arguments`; raises nothing but what ends a recording."""
    try:
        if importlib.util.find_spec("pytest") is None:
            watcher.note("pytest is not installed for this Python")
            return
        pytest = importlib.import_module("pytest")
    except (Exception, SystemExit) as error:
        watcher.note("pytest cannot be imported: %s: %s" % (type(error).__name__, _first_line(_text_of(error))))
        return
    cache = tempfile.mkdtemp(prefix="ndtracer-")
    # Pytest makes it again if it needs it, which it does at its end.
    os.rmdir(cache)
    options = ["--rootdir=" + root, "--assert=plain", "-s", "-o", "cache_dir=" + cache, *_switched_off()]
    streams = sys.stdout, sys.stderr
    plugin = watcher.plugin(pytest)
    sys.stderr = watcher.notes
    status = None
    try:
        status = pytest.main([*options, *arguments], plugins=[plugin])
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        watcher.note("pytest failed: %s" % watcher.cause_of(error))
    finally:
        sys.stdout, sys.stderr = streams
        shutil.rmtree(cache, ignore_errors=True)
    # Whatever else stands there was said by the project; of a file that is skipped pytest finds no test.
    if status == _MISUSED and not watcher.skips:
        said = _told_in(watcher.notes.getvalue(), arguments[-1])
        watcher.note(said if watcher.is_collecting else "pytest did not start: " + said)


def hooks_in(names):
    """Those of a function's names that are hooks of pytest."""
    return {name: value for name, value in names.items() if name.startswith("pytest_")}


def null_stream():
    """Stays open: pytest and its plugins keep it."""
    return open(os.devnull, "w", encoding="utf-8", errors="replace")


def _switched_off():
    """Options against plugins that trace the test themselves or run it in another process."""
    if os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD"):
        return
    for module, option in (("pytest_cov", "--no-cov"), ("xdist", "-n0")):
        if importlib.util.find_spec(module) is not None:
            yield option


def _text_of(error):
    try:
        return str(error)
    except Exception:
        return ""


def _first_line(text):
    return next((line.strip() for line in text.splitlines() if line.strip()), "")[:_MOST_CHARACTERS]


def _last_line(text):
    """The last line that pytest marks as an exception's, where it names one, else the last that says anything."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    marked = [line[1:].strip() for line in lines if line.startswith("E ")]
    named = [line for line in marked if _NAMES_ONE(line)]
    return (named or marked or lines or [""])[-1][:_MOST_CHARACTERS]


def _told_in(notes, wanted):
    """What pytest's own words for an error come to, where it was asked for the test `wanted`."""
    first = _first_line(notes)
    if first.startswith("ERROR: "):
        first = first[len("ERROR: ") :]
    if first.startswith("usage:"):
        return notes.partition(" error: ")[2].partition("\n")[0] or first
    if first.startswith("not found: "):
        # Pytest leaves out the parameters.
        return "pytest found no test " + wanted
    last = _last_line(notes)
    return first.rstrip(".") + ": " + last if "\nE " in notes else first
