"""Exceptions as text, whatever their classes do."""

import builtins

from .raw import args_of, extends, is_of_c, is_plain, members_of, name_of_type, plain_str, traceback_of

__builtins__ = vars(builtins).copy()

KEPT_MESSAGE = 65_536
_syntax_message_of = SyntaxError.__dict__["msg"].__get__
_GROUPS = [vars(builtins)[name] for name in ("BaseExceptionGroup", "ExceptionGroup") if name in vars(builtins)]


def structural_message(error, text_of):
    """The exception's message, made without running code of the program; `text_of(value)` renders an argument."""
    kind = type(error)
    args = args_of(error)
    if _is_told_in_c(error, kind, args):
        return str(error)
    if len(args) != 1:
        return text_of(args) if args else ""
    return plain_str(args[0]) if extends(type(args[0]), str) else text_of(args[0])


def _is_told_in_c(error, kind, args):
    """Whether `str` of an exception runs no code but CPython's."""
    if any(kind is group for group in _GROUPS):
        return type(args[0]) is str
    return is_of_c(kind) and is_plain(args) and all(is_plain(value) for _, value in members_of(error))


def exception_text(error, texts):
    """`TypeError: message`, or only the type where there is no message."""
    message = texts.message_of(error)
    return name_of_type(type(error)) + (": " + message if message else "")


def syntax_message(error):
    """A syntax error's message without the place, which is told apart; None for any other exception."""
    if not extends(type(error), SyntaxError):
        return None
    message = _syntax_message_of(error)
    return message if type(message) is str else None


def innermost_line(error, codes):
    """Line of the deepest frame in the traceback that runs the program's own code, or None."""
    line = None
    step = traceback_of(error)
    while step is not None:
        if id(step.tb_frame.f_code) in codes and step.tb_lineno is not None:
            line = step.tb_lineno
        step = step.tb_next
    return line
