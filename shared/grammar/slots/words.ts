/**
 * The words and signs of Python that have a token of their own in slots@1. The order is part of the format: a token's
 * id is its place in the vocabulary.
 */
function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** Keywords, but for the three that are values. */
export const KEYWORDS = words(`
  and as assert async await break class continue def del elif else except finally for from global if import in is
  lambda nonlocal not or pass raise return try while with yield
`)

/** What stands for a value: constants, functions, types and exceptions that need no import. */
export const BUILTINS = words(`
  None True False
  abs all any bin bool bytes callable chr dict divmod enumerate filter float frozenset getattr hasattr hash hex id input
  int isinstance issubclass iter len list map max min next object oct open ord pow print range repr reversed round set
  slice sorted str sum super tuple type zip
  AssertionError AttributeError Exception IndexError KeyError NameError NotImplementedError OverflowError
  RecursionError RuntimeError StopIteration TypeError ValueError ZeroDivisionError
`)

/** Methods of text, lists, dictionaries and sets; a name is one only behind its dot. */
export const METHODS = words(`
  add append capitalize casefold center clear copy count decode difference discard encode endswith extend find format
  get index insert intersection isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isspace
  istitle isupper items join keys ljust lower lstrip maketrans partition pop popitem remove removeprefix removesuffix
  replace reverse rfind rindex rjust rpartition rsplit rstrip setdefault sort split splitlines startswith strip
  swapcase symmetric_difference title translate union update upper values zfill
`)

/** Operators that have a space on both sides. */
export const OPERATORS = words(`
  / // % == != < > <= >= & | ^ << >> -> := += -= *= /= //= %= **= &= |= ^= <<= >>=
`)

/** Operators that stand between operands or before one. */
export const SIGNS = words('+ - * ** ~ @')

export const OPENERS = words('( [ {')
export const CLOSERS = words(') ] }')
