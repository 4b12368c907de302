"""One call of pytest in this process: without a word of its own, and why it ran nothing in a sentence."""

import builtins
import importlib
import importlib.util
import io
import os
import shutil
import sys
import tempfile

__builtins__ = vars(builtins).copy()

# Of an exception's text in a sentence.
_MOST_CHARACTERS = 1000


class Watcher:
    """A plugin that notes the first thing that went wrong as `problem`. `shorten(text)` takes the project's folder
    out of a text. It is registered under pytest's own names for hooks."""

    # Options of hooks, which cannot be told to pytest before it is imported.
    hook_options = {
        "pytest_configure": {"tryfirst": True},
        "pytest_sessionstart": {"tryfirst": True},
        "pytest_cmdline_main": {"hookwrapper": True},
        "pytest_collection": {"tryfirst": True},
    }

    def __init__(self, shorten):
        self.problem = None
        self.is_collecting = False
        self._shorten = shorten
        self._pytest = None
        self._null = None
        self._streams = ()
        # What pytest says of errors before and after it has a terminal.
        self.notes = io.StringIO()

    def attach(self, pytest, null):
        """Before pytest runs: what it says on its terminal goes to the stream `null`."""
        self._pytest = pytest
        self._null = null
        self._streams = (sys.stdout, sys.stderr)
        for name, options in self.hook_options.items():
            pytest.hookimpl(**options)(getattr(type(self), name))

    def note(self, sentence):
        if self.problem is None:
            self.problem = self._shorten(sentence)

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
        return isinstance(error, (self._pytest.skip.Exception, self._pytest.xfail.Exception))

    def pytest_configure(self, config):
        # The terminal reporter, which is made now, keeps the standard output of now.
        sys.stdout = sys.stderr = self._null

    def pytest_sessionstart(self, session):
        sys.stdout, sys.stderr = self._streams

    def pytest_cmdline_main(self, config):
        yield
        sys.stderr = self.notes

    def pytest_collection(self, session):
        self.is_collecting = True

    def pytest_exception_interact(self, node, call, report):
        if call.when == "collect":
            self.note("Collecting %s failed: %s" % (node.nodeid or "the tests", self.cause_of(call.excinfo.value)))

    def pytest_collectreport(self, report):
        if report.skipped and type(report.longrepr) is tuple:
            reason = _first_line(str(report.longrepr[2]))
            if reason.startswith("Skipped: "):
                reason = reason[len("Skipped: ") :]
            self.note("%s was skipped: %s" % (report.nodeid, reason))

    def pytest_keyboard_interrupt(self, excinfo):
        self.note("pytest was ended: %s" % self.cause_of(excinfo.value))

    def pytest_internalerror(self, excinfo):
        self.note("pytest failed: %s" % self.cause_of(excinfo.value))


def run_pytest(root, arguments, watcher):
    """Runs pytest in the folder `root` with `arguments`; raises nothing but what ends a recording."""
    try:
        if importlib.util.find_spec("pytest") is None:
            watcher.note("pytest is not installed for this Python")
            return
        pytest = importlib.import_module("pytest")
    except Exception as error:
        watcher.note("pytest cannot be imported: %s: %s" % (type(error).__name__, _first_line(_text_of(error))))
        return
    cache = tempfile.mkdtemp(prefix="ndtracer-")
    # Pytest makes it again if it needs it, which it does at its end.
    os.rmdir(cache)
    options = ["--rootdir=" + root, "--assert=plain", "-s", "-o", "cache_dir=" + cache, *_switched_off()]
    streams = sys.stdout, sys.stderr
    watcher.attach(pytest, null_stream())
    sys.stderr = watcher.notes
    try:
        pytest.main([*options, *arguments], plugins=[watcher])
    except Exception as error:
        watcher.note("pytest failed: %s" % watcher.cause_of(error))
    finally:
        sys.stdout, sys.stderr = streams
        shutil.rmtree(cache, ignore_errors=True)
    said = _told_in(watcher.notes.getvalue())
    if said:
        watcher.note(said if watcher.is_collecting else "pytest did not start: " + said)


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
    """The last line that pytest marks as an exception's, else the last that says anything."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    marked = [line[1:].strip() for line in lines if line.startswith("E ")]
    return (marked or lines or [""])[-1][:_MOST_CHARACTERS]


def _told_in(notes):
    """What pytest's own words for an error come to."""
    first = _first_line(notes)
    if first.startswith("ERROR: "):
        first = first[len("ERROR: ") :]
    if first.startswith("usage:"):
        return notes.partition(" error: ")[2].partition("\n")[0] or first
    if first.startswith("not found: "):
        return "pytest found no test " + first[len("not found: ") :]
    last = _last_line(notes)
    return first.rstrip(".") + ": " + last if "\nE " in notes else first
