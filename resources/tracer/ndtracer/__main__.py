"""Runs one program under the system's Python: a job as JSON on standard input, its trace on standard output.

`python ndtracer FD` writes the trace to descriptor FD instead, as the workbench does: descriptors 1 and 2 are
the program's own then, and its source is put where the job says that it stands.
"""

import json
import os
import sys

if not __package__:
    # Run by path: Python has put the package's own folder first, where its modules would hide the program's.
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    __package__ = "ndtracer"

from ndtracer.process import Process  # noqa: E402
from ndtracer.program import run_program  # noqa: E402


def main():
    job = json.load(sys.stdin.buffer)
    path = job["path"]
    process = Process(int(sys.argv[1]) if len(sys.argv) > 1 else None)
    if len(sys.argv) > 1:
        with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.write(job["code"])
    sys.path[0] = os.path.dirname(path)
    sys.argv = [path]
    process.limit(job.get("rlimits", {}))
    # Ended by whichever thread writes the last record: others may wait for each other for ever.
    run_program(job, process.write, process.end)
    process.end()


main()
