"""Records programs twice: looking only at the variables that can have changed, and looking at all of them.

`python same_scans.py TRACER_DIR FILE...` prints as JSON how many files there were, and the names of those whose two
traces differ. A file that differs when it is recorded in the same way twice is told apart: its values are the times
or addresses of a run. Each recording has a process of its own.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

TIMEOUT_SECONDS = 30


def record(tracer_dir, how, path):
    """In a process of its own: writes the trace to descriptor 1."""
    sys.path.insert(0, tracer_dir)
    from ndtracer import recorder
    from ndtracer.program import run_program

    if how == "all":
        recorder.stores_by_line = lambda code: None
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        code = file.read()
    job = {"code": code, "entry": None, "path": path}
    job.update({"maxSteps": 5_000, "timeoutSeconds": 20, "outputBytes": 1_000_000})
    trace = os.dup(1)
    os.dup2(2, 1)
    run_program(job, lambda chunk: os.write(trace, chunk))


def compare(tracer_dir, path):
    def trace(how):
        command = [sys.executable, "-S", "-B", __file__, "--record", tracer_dir, how, path]
        environment = {"PYTHONHASHSEED": "0"}
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        try:
            return subprocess.run(command, env=environment, timeout=TIMEOUT_SECONDS, **pipes).stdout
        except subprocess.TimeoutExpired:
            # A loop without events, which only the host ends.
            return b""

    quick = trace("quick")
    if not quick:
        return "nothing"
    if quick == trace("all"):
        return "same"
    return "differs" if quick == trace("quick") else "unsteady"


def main(tracer_dir, paths):
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda path: compare(tracer_dir, path), paths))
    told = {"files": len(paths), "same": found.count("same")}
    for what in ("differs", "unsteady", "nothing"):
        told[what] = [os.path.basename(path) for path, how in zip(paths, found) if how == what]
    print(json.dumps(told))


if __name__ == "__main__":
    if sys.argv[1] == "--record":
        record(*sys.argv[2:])
    else:
        main(sys.argv[1], sys.argv[2:])
