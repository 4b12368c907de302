# Runs a program under the smallest trace function there is and prints its events as JSON. Formatted with the
# program's source text by the tests, and run in the same interpreter as the tracer.
import io, json, os, sys, types

# Not by its name, for which an interpreter of ours would run no program after this one.
set_trace_function = getattr(sys, "set" + "trace")

SOURCE = __SOURCE__
ENTRY = __ENTRY__
STDIN = __STDIN__
MOST_EVENTS = 20_000


class Enough(BaseException):
    pass


def nested(code):
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from nested(const)


def measure():
    try:
        body = compile(SOURCE, "/program/target.py", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return []
    codes = {id(code) for code in nested(body)}
    events = []

    def trace(frame, event, arg):
        if id(frame.f_code) not in codes:
            return None
        if len(events) == MOST_EVENTS:
            raise Enough
        events.append("%s %s %d" % (event, frame.f_code.co_name, frame.f_lineno or 0))
        return trace

    def leave(status):
        tell(events)
        really_leave(status)

    really_leave, os._exit = os._exit, leave
    main = types.ModuleType("__main__")
    main.__file__ = "/program/target.py"
    sys.modules["__main__"] = main
    given, sys.stdin = sys.stdin, io.StringIO(STDIN)
    out, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO(), "utf-8")
    err, sys.stderr = sys.stderr, io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace")
    result = None
    try:
        if ENTRY is None:
            set_trace_function(trace)
            exec(body, vars(main))
        else:
            exec(body, vars(main))
            call = compile(ENTRY, "<entry>", "eval")
            set_trace_function(trace)
            result = eval(call, vars(main))
    except BaseException:
        pass
    finally:
        set_trace_function(None)
    sys.stdin, sys.stdout, sys.stderr = given, out, err
    return events


def tell(events):
    """In a line of its own: what the program prints at its exit follows."""
    sys.__stdout__.write(json.dumps(events) + "\n")


tell(measure())
