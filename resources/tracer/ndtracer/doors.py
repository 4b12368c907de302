"""Which programs may change more of the interpreter than can be put back: it then runs no other program after them.

Read from the program's text, as words: too many are found rather than too few. What hides from this, such as a name
put together at run time, is left to the checks after the run.
"""

import ast
import re
import unicodedata

# Modules whose state is in their names, which are put back, or which have none.
SAFE_MODULES = frozenset(
    """
    __future__ abc array bisect cmath collections contextlib copy dataclasses datetime enum fractions functools
    hashlib heapq io itertools json keyword math numbers operator os pprint queue random re reprlib statistics
    string struct sys textwrap time types typing unicodedata uuid
    """.split()
)
# Names by which a program reaches other frames, the interpreter's own settings, or state inside of modules.
DOORS = frozenset(
    """
    addaudithook monitoring settrace setprofile setswitchinterval set_asyncgen_hooks set_coroutine_origin_tracking_depth
    _getframe _current_frames _getframemodulename f_back f_globals f_builtins tb_frame gi_frame cr_frame ag_frame
    get_objects get_referrers get_referents __subclasses__ __globals__ __builtins__ __import__ import_module importlib
    path_importer_cache path_hooks meta_path register register_error _cache _cache2 _abc_registry
    """.split()
)
_WORD = re.compile(r"[^\W\d]\w*")


def door_in(code, entry):
    """What of a program's text makes it the last of its interpreter, or None."""
    text = unicodedata.normalize("NFKC", code if entry is None else code + "\n" + entry)
    named = DOORS.intersection(_WORD.findall(text))
    if named:
        return min(named)
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        # Nothing compiles, so nothing runs.
        return None
    except (RecursionError, MemoryError):
        return "code nested too deep to be looked into"
    for node in ast.walk(tree):
        for module in _modules_of(node):
            if module not in SAFE_MODULES:
                return "the module %s" % module
    return None


def _modules_of(node):
    if isinstance(node, ast.Import):
        return [one.name.partition(".")[0] for one in node.names]
    if isinstance(node, ast.ImportFrom):
        return [(node.module or "").partition(".")[0]]
    return []
