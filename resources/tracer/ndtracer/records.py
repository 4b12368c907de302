"""Lines that begin and end a trace."""

import builtins
import sys

from . import PROTOCOL, VERSION
from .wire import quoted, quoted_name

__builtins__ = vars(builtins).copy()

_STOPS = {
    "step_limit": ("StepLimit", "Recording stopped at the limit of events"),
    "time_limit": ("TimeLimit", "Recording stopped at the limit of time"),
    "output_limit": ("OutputLimit", "Recording stopped at the limit of output"),
    "cpu_limit": ("CpuLimit", "Recording stopped at the limit of processor time"),
    "byte_limit": ("ByteLimit", "Recording stopped at the limit of the trace's size"),
    "depth_limit": ("DepthLimit", "Recording stopped at the limit of nested calls"),
}


def start_line(backend):
    python = "%d.%d.%d" % sys.version_info[:3]
    parts = (PROTOCOL, quoted(VERSION), quoted(python), quoted(sys.implementation.name), backend)
    return '["start",{"protocol":%d,"tracer":%s,"python":%s,"implementation":%s,"backend":"%s"}]' % parts


def error_object(kind, message, line):
    """JSON of what ended the program early; `line` is a line of the program or None."""
    number = str(line) if type(line) is int and line >= 0 else "null"
    return '{"type":%s,"message":%s,"line":%s}' % (quoted_name(kind), quoted(message), number)


def stop_object(reason, line):
    kind, message = _STOPS[reason]
    return error_object(kind, message, line)


def end_line(stop, exit_kind, error, result):
    """`error` and `result` are JSON objects or None."""
    parts = (stop, exit_kind, error or "null", result or "null")
    return '["end",{"stop":"%s","exit":"%s","error":%s,"result":%s}]' % parts
