"""One test of a project, by pytest: its call is recorded, the set-up and tear-down of its fixtures run unrecorded."""

import builtins
import sys

from .errors import innermost_line
from .project import MODULE_NAMES, Project
from .pytest_session import Watcher, hooks_in, null_stream, run_pytest
from .records import error_object
from .run import Run, run_exit_handlers
from .wire import quoted

__builtins__ = vars(builtins).copy()

_PYTEST = frozenset(("_pytest", "pluggy"))
_getframe = sys._getframe


def run_test(job, write, on_end=None):
    """Runs `job` = {test, root, path, …} and sends its trace to `write`; what else it holds is told of in program.py.

    `test` is a node id as pytest gives it in the folder `root`, `path` the file that the test is in. Changes the
    interpreter for good: for a process that runs nothing else.
    """
    _TestRun(job, write, on_end).perform()


class _TestRun(Run):
    def __init__(self, job, write, on_end):
        Run.__init__(self, job, write, on_end)
        self.project = Project(job["root"], job["path"])
        self.watcher = _TestWatcher(self.project.without_root, job["test"], self)
        self.has_begun = False
        self.is_calling = False
        # Whether pytest has told what became of the test's call.
        self.is_over = False
        # Where not all of the project's code is recorded, a test can run and leave no event.
        self.is_narrowed = any(job.get("scope", {}).values())
        # All of pytest hangs together: who shows one object of it shows thousands.
        self.values.texts.opaque = _PYTEST
        # JSON of the exception that left the test.
        self.error = None

    def run(self):
        recorder = self.new_recorder({}, self.project)
        self.record(recorder, self.project.path_of, self._run)

    def _run(self):
        self.project.watch(self.recorder)
        run_pytest(self.project.root, [self.job["test"]], self.watcher)
        run_exit_handlers()
        watcher = self.watcher
        # As unittest skips, and what runs coroutines refuses.
        is_unreached = self.has_begun and self.error is not None and not self.recorder.has_events
        if watcher.skips and watcher.problem is None and (is_unreached or not self.has_begun):
            self.end("skipped", "error", error_object("Skipped", watcher.skips[0][1], None))
        elif not self.has_begun:
            self._end_unrun(watcher.problem or "pytest did not run the test")
        elif is_unreached and not self.is_narrowed:
            self._end_unrun(watcher.problem or "None of the project's code was reached by the test")
        else:
            self.end("ended", "normal" if self.error is None else "error", self.error or self.lost())

    def _end_unrun(self, message):
        self.end("not_run", "error", error_object("NotRun", message, None))

    def call(self, runtest):
        """Runs the test, recorded; only once, if a plugin should have it run again."""
        if self.has_begun:
            return runtest()
        self.has_begun = self.is_calling = True
        self.patches.make_room(_depth())
        failure = None
        try:
            return _run_traced_test(self.recorder, runtest)
        except BaseException as caught:
            failure = caught
            raise
        finally:
            self.is_calling = False
            if self.recorder.stopped is None:
                self.recorder.end()
                if failure is not None:
                    self.fail(failure)
                self.recorder.close()
            failure = None

    def fail(self, failure):
        """Notes the exception that left the test, which pytest may have caught by itself."""
        if self.error is not None:
            return
        self.watcher.note_unrun(failure)
        line = innermost_line(failure, self.recorder.entry_codes)
        if self.watcher.is_skip(failure):
            # By a name that no exception of a program has: the host tells such tests from those that fail.
            self.error = error_object("pytest.skip", self.watcher.skips[0][1], line)
        else:
            self.error = self.error_of(failure, line)

    def exit_now(self, status):
        if not self.has_begun:
            self._end_unrun("os._exit(%s) ended Python before the test began" % (status,))
        Run.exit_now(self, status)


def _run_traced_test(recorder, runtest):
    recorder.start(_run_traced_test.__code__, MODULE_NAMES)
    return runtest()


def _depth():
    frame, depth = _getframe(1), 0
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    return depth


class _TestWatcher(Watcher):
    def __init__(self, shorten, test, run):
        Watcher.__init__(self, shorten)
        self._test = test
        self._run = run
        self._is_found = False
        # What goes wrong afterwards says nothing of the test.
        self._is_over = False

    def note(self, sentence):
        if not (self._is_over and self.skips):
            Watcher.note(self, sentence)

    def hooks(self, mark):
        run = self._run

        @mark(hookwrapper=True)
        def pytest_collection_modifyitems(items):
            found = [item for item in items if item.nodeid == self._test][:1]
            self._is_found = bool(found)
            yield
            # Whatever else was collected or deselected.
            items[:] = found

        @mark(tryfirst=True)
        def pytest_runtest_call(item):
            if not run.has_begun:
                runtest = item.runtest
                item.runtest = lambda: run.call(runtest)

        @mark(hookwrapper=True)
        def pytest_runtest_makereport(call):
            yield
            self._take_report(call.when, None if call.excinfo is None else call.excinfo.value)

        @mark(tryfirst=True)
        def pytest_sessionfinish():
            self._is_over = True
            if not self._is_found:
                self.note("There is no test %s" % self._test)

        return {**Watcher.hooks(self, mark), **hooks_in(locals())}

    def _take_report(self, when, error):
        """Of the set-up, the call and the tear-down, one after the other; `error` is an exception or None."""
        run = self._run
        if run.is_calling:
            # A part of the test (subTest), which goes on after it.
            if error is not None and self.reason_to_leave_out(error) is None:
                run.fail(error)
        elif run.has_begun:
            if error is not None and not run.is_over:
                run.fail(error)
            run.is_over = True
        elif error is not None:
            self.note_unrun(error, "The test's %s failed" % ("tear-down" if when == "teardown" else "set-up"))

    def note_unrun(self, error, what="The test failed before it ran any code of the project"):
        """Notes why the test was not run, should it turn out that it was not."""
        reason = self.reason_to_leave_out(error)
        if reason is None:
            self.note("%s: %s" % (what, self.cause_of(error)))
        else:
            self.note_skip(self._test, reason)


def collect_tests(job, write, on_end=None):
    """Lists the tests of `job` = {collect, root}: of files, folders or node ids below the folder `root`. Sends one
    line, {"tests": [node id, …], "skipped": [[node id, reason], …], "problem": null or a sentence, "pytest": its
    version or null}; there may be all of them. Skipped are files and folders whose tests cannot be listed for that.
    Changes the interpreter for good.
    """
    project = Project(job["root"], job["root"])
    watcher = _CollectWatcher(project.without_root)
    sys.stdout = sys.stderr = null_stream()
    run_pytest(project.root, ["--collect-only", *job["collect"]], watcher)
    tests = list(dict.fromkeys(watcher.tests))
    problem = watcher.problem_in_time
    if not tests and not watcher.skips:
        watcher.note("There are no tests in %s, or the project's own options choose others" % ", ".join(job["collect"]))
        problem = watcher.problem
    skipped = ["[%s,%s]" % (quoted(node), quoted(reason)) for node, reason in watcher.skips]
    parts = (",".join(map(quoted, tests)), ",".join(skipped), _json(problem), _json(watcher.version))
    write(('{"tests":[%s],"skipped":[%s],"problem":%s,"pytest":%s}\n' % parts).encode("ascii"))


def _json(text):
    return "null" if text is None else quoted(text)


class _CollectWatcher(Watcher):
    def __init__(self, shorten):
        Watcher.__init__(self, shorten)
        self.tests = []
        self.is_settled = False
        self.problem_in_time = None

    def hooks(self, mark):
        @mark(hookwrapper=True)
        def pytest_collection_modifyitems(items):
            # In the order of the files: a plugin may shuffle them.
            found = [item.nodeid for item in items]
            yield
            kept = {item.nodeid for item in items}
            self.tests = [test for test in found if test in kept]
            settle()

        @mark(tryfirst=True)
        def pytest_sessionfinish():
            settle()

        def settle():
            # What goes wrong after this is no trouble of the tests'.
            if not self.is_settled:
                self.is_settled = True
                self.problem_in_time = self.problem

        return {**Watcher.hooks(self, mark), **hooks_in(locals())}
