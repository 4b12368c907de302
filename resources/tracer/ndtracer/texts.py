"""Values and exceptions as text: by their own `repr` and `str`, guarded, or without running the program's code."""

import builtins
import re
import sys

from .addresses import Addresses
from .errors import structural_message
from .guard import Guard, Overrun
from .raw import args_of, is_of_c, is_plain, name_of_type
from .structural import Structure
from .wire import well_formed

__builtins__ = vars(builtins).copy()

# Decimal digits of a larger int take quadratic time.
MAX_INT_BITS = 217_706
# Objects whose own text may hold an address: quoted strings are the program's, and stay as they are.
_ADDRESS = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|( at 0x)([0-9a-fA-F]+)""", re.DOTALL)
_substitute = _ADDRESS.sub
_set_digits = getattr(sys, "set_int_max_str_digits", None)
_get_digits = getattr(sys, "get_int_max_str_digits", None)


def type_name(value):
    """Name of the value's type, without asking the metaclass."""
    return name_of_type(type(value))


def int_text(value):
    """Decimal digits of an int of any size; only the size and the last bits of a huge one."""
    bits = value.bit_length()
    if bits > MAX_INT_BITS:
        digits = int((bits - 1) * 0.30102999566398120) + 1
        low = value & 0xFFFFFFFFFFFFFFFF
        return "<int of about %d digits, last 64 bits 0x%016x>" % (digits, low)
    return repr(value) if bits < 2000 else _without_digit_limit(repr, value)


def _without_digit_limit(function, *arguments):
    if _set_digits is None:
        return function(*arguments)
    limit = _get_digits()
    _set_digits(0)
    try:
        return function(*arguments)
    finally:
        _set_digits(limit)


def _plain_text(value):
    if type(value) is int:
        return int_text(value)
    try:
        return repr(value)
    except ValueError:
        # It holds an int above the interpreter's digit limit.
        return _without_digit_limit(repr, value)


def _is_digit_limit(error):
    if type(error) is not ValueError:
        return False
    args = args_of(error)
    return len(args) == 1 and type(args[0]) is str and "digits" in args[0]


def _failed(value, what, problem):
    """What stands for a text that could not be made."""
    return "<%s: %s %s>" % (type_name(value), what, problem)


class Texts:
    """Never raises; what the program's code prints while it is asked is not the program's output."""

    def __init__(self, output, is_structural):
        self.guard = Guard()
        self.is_structural = is_structural
        # Packages whose objects show no attributes where no code may be asked.
        self.opaque = ()
        self._output = output
        self._addresses = Addresses()

    def text_of(self, value):
        """Whole text of a value, with stable addresses."""
        if self.is_structural:
            return well_formed(self._structural(value))
        output, guard = self._output, self.guard
        if guard.is_needless:
            try:
                text = repr(value)
                if " at 0x" not in text:
                    return text if text.isascii() else well_formed(text)
            except BaseException:
                # Asked again, and rescued.
                pass
        output.is_muted = guard.is_asking = True
        guard.until = 0.0
        try:
            text = guard.ask(repr, (value,))
            if type(text) is not str or guard.problem is not None:
                text = self._taken(text)
            if " at 0x" in text:
                text = self._with_stable_addresses(text, value)
        except BaseException as error:
            text = self._rescued(value, error)
            guard.problem = None
        guard.is_asking = output.is_muted = False
        return text if text.isascii() else well_formed(text)

    def message_of(self, error):
        """An exception's own text, which its class may compute."""
        if self.is_structural:
            return well_formed(self._structural_message(error))
        self._output.is_muted = True
        try:
            text = self._ask(str, error)
        except BaseException as second:
            text = _failed(error, "str", self._problem(second))
            self.guard.problem = None
        self.guard.is_asking = self._output.is_muted = False
        return well_formed(text)

    def stable(self, text):
        """A text that is no `repr`, with stable addresses."""
        return _substitute(self._stable, text) if " at 0x" in text else text

    def _structural(self, value):
        try:
            return _plain_text(value) if is_plain(value) else self._structure(None).text(value)
        except Exception as error:
            return _failed(value, "reading it", "raised " + type_name(error))

    def _structural_message(self, error):
        try:
            return structural_message(error, self._structure(None).text)
        except Exception as second:
            return _failed(error, "reading it", "raised " + type_name(second))

    def _ask(self, function, value):
        """`repr` or `str` of a value, under a clock of its own."""
        self.guard.begin()
        return self._taken(self.guard.ask(function, (value,)))

    def _taken(self, text):
        if self.guard.problem is not None:
            # The program caught what stopped it.
            raise Overrun
        return text if type(text) is str else str.__str__(text)

    def _problem(self, error):
        return self.guard.problem or "raised " + type_name(error)

    def _rescued(self, value, error):
        """Text of a value whose own `repr` failed: as much of it as can be told."""
        problem = self._problem(error)
        try:
            if is_plain(value):
                return _plain_text(value)
            if _is_digit_limit(error):
                return self._with_stable_addresses(_without_digit_limit(self._ask, repr, value), value)
            if is_of_c(type(value)):
                # Of a container, each object of the program is asked by itself.
                self.guard.begin()
                return self._structure(self._asked).text(value)
        except BaseException as second:
            problem = self._problem(second)
        return _failed(value, "repr", problem)

    def _asked(self, value):
        """Text of one object of the program's in a container; all of them share one clock."""
        self.guard.ask_on()
        try:
            text = self._taken(self.guard.ask(repr, (value,)))
            return self._with_stable_addresses(text, value)
        except BaseException as error:
            return _failed(value, "repr", self._problem(error))

    def _structure(self, ask):
        # One for each value: several threads may be asking.
        return Structure(self._name_of, int_text, ask, self.opaque)

    def _name_of(self, one):
        with self._output.lock:
            return self._addresses.name_of_object(one)

    def _with_stable_addresses(self, text, value):
        if " at 0x" not in text:
            return text
        with self._output.lock:
            self._addresses.look_into(value)
            text = _substitute(self._stable, text)
            self._addresses.forget_value()
        return text

    def _stable(self, match):
        address = match.group(2)
        if address is None:
            return match.group(0)
        return " at " + self._addresses.name_of(address)
