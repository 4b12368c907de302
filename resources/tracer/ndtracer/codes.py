"""The program's code objects, and what their opcodes say about a `return` event."""

import builtins
import sys
from opcode import opmap
from types import CodeType

__builtins__ = vars(builtins).copy()

UNKNOWN = -1
UNWOUND = 0
RETURNED = 1
YIELDED = 2

CO_OPTIMIZED = 1
# Generator, coroutine, async generator.
CO_SUSPENDS = 0x20 | 0x80 | 0x200


def _kinds_by_opcode():
    kinds = bytearray(256)
    for name, kind in (
        ("RETURN_VALUE", RETURNED),
        ("RETURN_CONST", RETURNED),
        ("YIELD_VALUE", YIELDED),
    ):
        if name in opmap:
            kinds[opmap[name]] = kind
    return bytes(kinds)


KIND_OF_OPCODE = _kinds_by_opcode()
# Up to 3.10 a suspended `yield from` or await points at the instruction before this one.
YIELD_FROM = opmap.get("YIELD_FROM", -1)
# In 3.13 a frame that yields points at the RESUME after the yield already.
RESUME_AFTER_YIELD = opmap["RESUME"] if sys.version_info[:2] == (3, 13) else -1


# Opcodes that bind or unbind one local variable, or two.
_BINDING = ("STORE_FAST", "DELETE_FAST", "FAST_AND_CLEAR")
_BINDS_ONE = frozenset(op for name, op in opmap.items() if any(part in name for part in _BINDING))
_BINDS_TWO = frozenset(op for name, op in opmap.items() if name in ("STORE_FAST_STORE_FAST", "STORE_FAST_LOAD_FAST"))
_EXTENDED_ARG = opmap["EXTENDED_ARG"]


def stores_by_line(code):
    """Line → names of a function's variables that may be bound or unbound from an event on that line to the frame's
    next one: by its own instructions, by those without a line, or, of shared variables, by other frames. None where
    this cannot be told."""
    if not hasattr(code, "co_lines"):
        return None
    opcodes, names = code.co_code, code.co_varnames
    shared = code.co_cellvars + code.co_freevars
    stores = {}
    for start, end, line in code.co_lines():
        found = stores.setdefault(line, set())
        extended = 0
        for at in range(start, end, 2):
            operation, argument = opcodes[at], opcodes[at + 1] | extended
            extended = argument << 8 if operation == _EXTENDED_ARG else 0
            if operation in _BINDS_TWO:
                found.update(names[index] for index in (argument >> 4, argument & 15) if index < len(names))
            elif operation in _BINDS_ONE and argument < len(names):
                found.add(names[argument])
    always = stores.pop(None, set()).union(shared)
    # In the order in which a look at all of them finds them.
    order = tuple(dict.fromkeys(names + shared))
    return {line: tuple(name for name in order if name in found or name in always) for line, found in stores.items()}


_BACKWARD = frozenset(op for name, op in opmap.items() if "JUMP_BACKWARD" in name)


def loops_on_one_line(code):
    """Whether code of 3.11 can go round without leaving a line, which gives no events there."""
    opcodes = code.co_code
    since, line, extended = 0, None, 0
    for start, end, its_line in code.co_lines():
        if its_line != line:
            since, line = start, its_line
        for at in range(start, end, 2):
            operation, argument = opcodes[at], opcodes[at + 1] | extended
            extended = argument << 8 if operation == _EXTENDED_ARG else 0
            if operation in _BACKWARD and at + 2 - 2 * argument >= since:
                return True
    return False


class CodeInfo:
    """What is remembered of one code object; holding the code keeps its id from being used again."""

    __slots__ = (
        "code",
        "heads",
        "is_plain",
        "line_head",
        "names",
        "next_slot",
        "opcodes",
        "qualname",
        "slots",
        "stores",
        "wire_id",
    )

    def __init__(self, code, qualname):
        self.code = code
        self.qualname = getattr(code, "co_qualname", qualname)
        self.wire_id = -1
        self.opcodes = code.co_code
        # A namespace frame (module, class) has no fixed slots.
        self.names = None
        self.slots = None
        self.next_slot = 0
        # See stores_by_line; made with the frame's first event.
        self.stores = None
        self.heads = None
        self.line_head = None
        # Neither a generator nor a coroutine of any kind.
        self.is_plain = not code.co_flags & CO_SUSPENDS
        if code.co_flags & CO_OPTIMIZED:
            names = code.co_varnames + code.co_cellvars + code.co_freevars
            self.names = tuple(dict.fromkeys(names))
            self.next_slot = len(self.names)

    def leaves_by(self, last_instruction):
        """How the frame is being left at this offset, as far as the opcode tells."""
        opcodes = self.opcodes
        if not 0 <= last_instruction < len(opcodes):
            return UNWOUND
        kind = KIND_OF_OPCODE[opcodes[last_instruction]]
        if kind != UNWOUND:
            return kind
        if YIELD_FROM >= 0:
            following = last_instruction + 2
            if following < len(opcodes) and opcodes[following] == YIELD_FROM:
                return YIELDED
        elif opcodes[last_instruction] == RESUME_AFTER_YIELD and last_instruction >= 2:
            if KIND_OF_OPCODE[opcodes[last_instruction - 2]] == YIELDED:
                return YIELDED
        return UNWOUND


def collect_codes(root):
    """id(code) → CodeInfo for the code and all code nested in its constants."""
    found = {}
    pending = [(root, root.co_name, "")]
    while pending:
        code, qualname, prefix = pending.pop()
        if id(code) not in found:
            found[id(code)] = CodeInfo(code, qualname)
            nested = (const for const in code.co_consts if type(const) is CodeType)
            for const in nested:
                # As Python makes it from 3.11 on, but for functions that are declared global.
                inner = prefix + const.co_name
                between = ".<locals>." if const.co_flags & CO_OPTIMIZED else "."
                pending.append((const, inner, inner + between))
    return found
