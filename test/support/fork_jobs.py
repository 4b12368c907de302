"""Runs jobs of the tracer, each in a fork of one Python that has it loaded: a JSON list of jobs on standard input, one
of what they wrote, byte for character, on standard output. A job that takes longer than the seconds asked for is ended.

    python fork_jobs.py resources/tracer/ndtracer SECONDS
"""

import json
import os
import runpy
import signal
import sys
import tempfile
import time

TRACER = os.path.abspath(sys.argv[1])
SECONDS = float(sys.argv[2])
sys.path.insert(0, os.path.dirname(TRACER))

import ndtracer.process  # noqa: E402, F401
import ndtracer.program  # noqa: E402, F401


def run(given, made):
    os.setsid()
    os.dup2(given.fileno(), 0)
    os.dup2(made.fileno(), 1)
    sys.argv = [TRACER]
    runpy.run_path(TRACER, run_name="__main__")


def wait(child):
    ends = time.monotonic() + SECONDS
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if time.monotonic() > ends:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return
        time.sleep(0.002)


def written(job):
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as made:
        given.write(json.dumps(job).encode())
        given.seek(0)
        child = os.fork()
        if child == 0:
            try:
                run(given, made)
            finally:
                os._exit(1)
        wait(child)
        made.seek(0)
        return made.read().decode("latin-1")


json.dump([written(job) for job in json.load(sys.stdin)], sys.stdout)
