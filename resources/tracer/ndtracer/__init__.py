"""Records what a Python program does, event by event, as lines of JSON.

Standard library only; the same package runs under CPython 3.9 and later and inside Pyodide. The program
runs in the tracer's own interpreter, so every module of this package takes its own copy of the builtins
and its own references before the program starts: a program that replaces `len`, `time` or `json` must not
change what is recorded.
"""

VERSION = "1.0.0"
PROTOCOL = 2
