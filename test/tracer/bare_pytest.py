"""Events of one test as a bare sys.settrace gives them: `bare_pytest.py ROOT NODE_ID` prints a JSON array of
[kind, file below the root, line, function] for the code below the root, between the test's call and its end."""

import contextlib
import json
import os
import sys

import pytest

root = os.path.realpath(sys.argv[1])
events = []


def trace(frame, kind, arg):
    path = frame.f_code.co_filename
    if not path.startswith(root + os.sep):
        return None
    events.append([kind, os.path.relpath(path, root), frame.f_lineno, frame.f_code.co_name])
    return trace


class Plugin:
    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item):
        run = item.runtest

        def traced():
            sys.settrace(trace)
            try:
                run()
            finally:
                sys.settrace(None)

        item.runtest = traced


os.chdir(root)
sys.path.insert(0, root)
sys.dont_write_bytecode = True
with open(os.devnull, "w") as null, contextlib.redirect_stdout(null):
    pytest.main([sys.argv[2], "--rootdir", root, "--assert=plain", "-s", "-p", "no:cacheprovider", "-o", "addopts="], [Plugin()])
print(json.dumps(events))
