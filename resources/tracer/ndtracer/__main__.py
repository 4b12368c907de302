"""Runs one program under the system's Python: a job as JSON on standard input, its trace on standard output.

`python ndtracer FD` writes the trace to descriptor FD instead, as the workbench does: descriptors 1 and 2 are
the program's own then, and its source is put where the job says that it stands. A job with `test` runs one test of
a project that is there already, one with `collect` lists the tests of one (see pytest_run.py).
"""

import json
import os
import sys

if not __package__:
    # Run by path: Python has put the package's own folder first, where its modules would hide the program's.
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    __package__ = "ndtracer"

from ndtracer.output import encoded  # noqa: E402
from ndtracer.process import Process  # noqa: E402
from ndtracer.program import run_program  # noqa: E402


def main():
    job = json.load(sys.stdin.buffer)
    process = Process(int(sys.argv[1]) if len(sys.argv) > 1 else None)
    run = _test_of_project(job) if "test" in job or "collect" in job else _program(job)
    process.give(encoded(job.get("stdin", "")))
    job["stdinDescriptor"] = 0
    process.limit(job.get("rlimits", {}))
    # Ended by whichever thread writes the last record: others may wait for each other for ever.
    run(job, process.write, process.end)
    process.end()


def _program(job):
    path = job["path"]
    if len(sys.argv) > 1:
        with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.write(job["code"])
    sys.path[0] = os.path.dirname(path)
    sys.argv = [path]
    return run_program


def _test_of_project(job):
    # Before the project's own modules can hide what this needs.
    from ndtracer.pytest_run import collect_tests, run_test

    os.chdir(job["root"])
    # As `python -m pytest` has it.
    sys.path[0] = os.getcwd()
    sys.argv = ["pytest", job["test"]] if "test" in job else ["pytest", *job["collect"]]
    return run_test if "test" in job else collect_tests


main()
