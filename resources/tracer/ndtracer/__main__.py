"""Runs one program under the system's Python: a job as JSON on standard input, its trace on standard output."""

import json
import os
import sys

if not __package__:
    # Run by path: `python resources/tracer/ndtracer`.
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    __package__ = "ndtracer"

from ndtracer.program import run_program  # noqa: E402


def main():
    job = json.load(sys.stdin)
    # The program's own writes to descriptor 1 must not mix with the trace.
    trace = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    sys.path[0] = os.path.dirname(job["path"])

    def write(chunk):
        while chunk:
            chunk = chunk[os.write(trace, chunk) :]

    run_program(job, write)


main()
