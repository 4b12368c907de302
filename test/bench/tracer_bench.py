"""Events per second of the tracer against the least a trace function can do that renders every local of each event.

Prints one JSON object a workload: {workload, events, bare, ours, ratio}. Both are timed in turn, three times each;
the best time of each counts, as other programs can only make one slower.
"""

import json
import os
import sys
from time import perf_counter

TIGHT = """
def f(n):
    a = 0
    b = 1
    for i in range(n):
        a = a + i
        b = a - b
    return a
f(%d)
"""
SMALL = """
def f(n):
    names = {}
    seen = []
    for i in range(n):
        names[i %% 8] = (i, str(i))
        seen.append(i)
        if len(seen) > 8:
            seen = seen[4:]
    return names
f(%d)
"""
LARGE = """
def f(n):
    table = list(range(2000))
    text = 'x' * 20000
    for i in range(n):
        table[i %% 2000] = -i
        text = text[1:] + 'y'
    return len(text)
f(%d)
"""
DEEP = """
def f(n, k):
    if n == 0:
        return k
    return f(n - 1, k + 1)
for i in range(%d):
    f(150, i)
"""
WORKLOADS = (
    ("tight loop, three locals", TIGHT, 20_000),
    ("many small values", SMALL, 4_000),
    ("few large values", LARGE, 300),
    ("deep recursion", DEEP, 60),
)
ROUNDS = 3


def bare_events(code, path):
    """Runs the program under the smallest trace function; returns how many events it had, and the seconds."""
    events = 0

    def trace(frame, event, arg):
        nonlocal events
        if frame.f_code.co_filename != path:
            return None
        events += 1
        for value in frame.f_locals.values():
            repr(value)
        return trace

    compiled = compile(code, path, "exec")
    namespace = {"__name__": "__main__"}
    started = perf_counter()
    sys.settrace(trace)
    try:
        exec(compiled, namespace)
    finally:
        sys.settrace(None)
    return events, perf_counter() - started


def our_seconds(run_program, code, path, options):
    job = {
        "code": code,
        "entry": None,
        "path": path,
        "maxSteps": 5_000_000,
        "timeoutSeconds": 600,
        "outputBytes": 1_000_000,
    }
    job.update(options)
    started = perf_counter()
    run_program(job, lambda chunk: None)
    return perf_counter() - started


def measure(run_program, options):
    rows = []
    for name, code, size in WORKLOADS:
        text = code % size
        path = "bench.py"
        events = 0
        bare = ours = float("inf")
        for _ in range(ROUNDS):
            events, seconds = bare_events(text, path)
            bare = min(bare, seconds)
            ours = min(ours, our_seconds(run_program, text, path, options))
        rows.append(
            {
                "workload": name,
                "events": events,
                "bare": round(events / bare),
                "ours": round(events / ours),
                "ratio": round(bare / ours, 3),
            }
        )
    return rows


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    from ndtracer.program import run_program

    options = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
    os.chdir("/")
    for row in measure(run_program, options):
        print(json.dumps(row), flush=True)
