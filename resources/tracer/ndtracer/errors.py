"""Exceptions as text, whatever their classes do."""

import builtins

from .values import type_name
from .wire import well_formed

__builtins__ = vars(builtins).copy()

KEPT_MESSAGE = 65_536


def exception_message(error):
    """The exception's own text, which its class may compute."""
    try:
        text = str(error)
        if type(text) is not str:
            text = str.__str__(text)
        return well_formed(text)
    except BaseException as second:
        return "<str failed: %s>" % type_name(second)


def exception_text(error):
    """`TypeError: message`, or only the type where there is no message."""
    message = exception_message(error)
    return type_name(error) + (": " + message if message else "")


def innermost_line(error, codes):
    """Line of the deepest frame in the traceback that runs the program's own code, or None."""
    line = None
    step = error.__traceback__
    while step is not None:
        if id(step.tb_frame.f_code) in codes and step.tb_lineno is not None:
            line = step.tb_lineno
        step = step.tb_next
    return line
