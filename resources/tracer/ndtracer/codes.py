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


class CodeInfo:
    """What is remembered of one code object; holding the code keeps its id from being used again."""

    __slots__ = ("code", "heads", "names", "opcodes", "qualname", "slots", "wire_id")

    def __init__(self, code, qualname):
        self.code = code
        self.qualname = getattr(code, "co_qualname", qualname)
        self.wire_id = -1
        self.opcodes = code.co_code
        # A namespace frame (module, class) has no fixed slots.
        self.names = None
        self.slots = None
        self.heads = None
        if code.co_flags & CO_OPTIMIZED:
            names = code.co_varnames + code.co_cellvars + code.co_freevars
            self.names = tuple(dict.fromkeys(names))

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
