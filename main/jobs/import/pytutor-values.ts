import type { Value } from '../../../shared/trace/event.ts'
import { codePointCount } from '../../../shared/trace/wire-checks.ts'

/** Longest text of a value, in characters. */
const MAX_TEXT = 1_048_576
/** Objects within one another; deeper ones are told as `...`. */
const MAX_DEPTH = 100

/** A number whose text JavaScript would change: its digits as they are in the file. */
export class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What keeps a value from being told as Python would; the importer says so in its report. */
export const LIMITS = {
  floats: 'Python Tutor rounds floats to four places',
  instances:
    'objects are told by their str(), or by their class, since Python Tutor keeps no repr()',
  imported: 'objects of imported modules are told by their kind alone',
} as const

/** A value that is not of Python Tutor's encoding. */
export class EncodingProblem extends Error {}

interface Rendered {
  readonly text: string
  readonly type: string
}

/** Renders the values of one step in the form of Python's `repr`, looking references up in the step's heap. */
export class PyTutorHeap {
  readonly limits = new Set<keyof typeof LIMITS>()
  private heap: Readonly<Record<string, unknown>> = {}
  private length = 0

  /** The heap of the next step; what was met before stays noted. */
  use(heap: Readonly<Record<string, unknown>>): void {
    this.heap = heap
  }

  /** Throws an EncodingProblem. */
  value(encoded: unknown): Value {
    this.length = 0
    const { text, type } = this.render(encoded, [])
    return { text, size: codePointCount(text), type }
  }

  private render(encoded: unknown, path: readonly number[]): Rendered {
    const rendered = Array.isArray(encoded) ? this.tagged(encoded, path) : this.plain(encoded)
    this.length += rendered.text.length
    // Shared objects are told at each place they are in, which may double at every level.
    if (this.length > 4 * MAX_TEXT || rendered.text.length > MAX_TEXT) {
      throw new EncodingProblem(`a value has more than ${MAX_TEXT} characters`)
    }
    return rendered
  }

  private plain(encoded: unknown): Rendered {
    if (encoded === null) return { text: 'None', type: 'NoneType' }
    if (typeof encoded === 'boolean') return { text: encoded ? 'True' : 'False', type: 'bool' }
    if (typeof encoded === 'string') return { text: pythonString(encoded), type: 'str' }
    if (typeof encoded === 'number') return this.number(String(encoded))
    if (encoded instanceof NumberText) return this.number(encoded.text)
    throw new EncodingProblem('a value is an object, which Python Tutor never writes')
  }

  private number(text: string): Rendered {
    if (/^-?\d+$/.test(text)) return { text, type: 'int' }
    this.limits.add('floats')
    return { text, type: 'float' }
  }

  private tagged(encoded: readonly unknown[], path: readonly number[]): Rendered {
    const [tag, first] = encoded
    if (tag === 'REF') return this.reference(first, path)
    if (tag === 'SPECIAL_FLOAT') return { text: specialFloat(first), type: 'float' }
    if (tag === 'IMPORTED_FAUX_PRIMITIVE') {
      this.limits.add('imported')
      return { text: `<${textOf(first)}>`, type: textOf(first).replace(/^imported /, '') }
    }
    throw new EncodingProblem(`a value begins with ${JSON.stringify(tag)?.slice(0, 40)}`)
  }

  private reference(id: unknown, path: readonly number[]): Rendered {
    if (typeof id !== 'number' || !Object.hasOwn(this.heap, String(id))) {
      throw new EncodingProblem(`a value refers to the object ${String(id)}, which the heap lacks`)
    }
    const object = this.heap[String(id)]
    if (!Array.isArray(object)) throw new EncodingProblem(`the object ${id} is not an array`)
    return this.object(object, id, path)
  }

  private object(object: readonly unknown[], id: number, path: readonly number[]): Rendered {
    const [tag, first, second] = object
    const isWithin = path.includes(id) || path.length >= MAX_DEPTH
    const inner = [...path, id]
    const items = (from: number) => object.slice(from).map((one) => this.render(one, inner).text)
    switch (tag) {
      case 'LIST':
        return { text: isWithin ? '[...]' : `[${items(1).join(', ')}]`, type: 'list' }
      case 'TUPLE': {
        const comma = object.length === 2 ? ',' : ''
        return { text: isWithin ? '(...)' : `(${items(1).join(', ')}${comma})`, type: 'tuple' }
      }
      case 'SET':
        return { text: object.length === 1 ? 'set()' : `{${items(1).join(', ')}}`, type: 'set' }
      case 'DICT':
        return {
          text: isWithin ? '{...}' : `{${this.pairs(object.slice(1), inner).join(', ')}}`,
          type: 'dict',
        }
      case 'INSTANCE':
      case 'INSTANCE_PPRINT':
        this.limits.add('instances')
        return { text: instanceText(object, id), type: textOf(first) }
      case 'CLASS':
        return { text: `<class '__main__.${textOf(first)}'>`, type: 'type' }
      case 'FUNCTION':
        return {
          text: `<function ${functionName(textOf(first))} at ${address(id)}>`,
          type: 'function',
        }
      case 'module':
        return { text: `<module '${textOf(first)}'>`, type: 'module' }
      case 'HEAP_PRIMITIVE':
        return { text: this.render(second, inner).text, type: textOf(first) }
      default:
        return { text: withAddress(textOf(first), id), type: textOf(tag) }
    }
  }

  private pairs(pairs: readonly unknown[], path: readonly number[]): string[] {
    return pairs.map((pair) => {
      if (!Array.isArray(pair) || pair.length !== 2) {
        throw new EncodingProblem('an entry of a dict is not a pair')
      }
      return `${this.render(pair[0], path).text}: ${this.render(pair[1], path).text}`
    })
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new EncodingProblem('the name of an object is not text')
  if (value.isWellFormed()) return value
  throw new EncodingProblem('the name of an object holds half of a surrogate pair')
}

function specialFloat(value: unknown): string {
  const names: Readonly<Record<string, string>> = {
    Infinity: 'inf',
    '-Infinity': '-inf',
    NaN: 'nan',
  }
  const text = textOf(value)
  return Object.hasOwn(names, text) ? String(names[text]) : text
}

/** Addresses differ from run to run; an object's number is the same in every one. */
function address(id: number): string {
  return `0x${id.toString(16)}`
}

function withAddress(text: string, id: number): string {
  return text.replace(/ at 0x[0-9A-Fa-f]+/g, ` at ${address(id)}`)
}

function instanceText(object: readonly unknown[], id: number): string {
  const [tag, name, text] = object
  if (tag === 'INSTANCE_PPRINT') return withAddress(textOf(text), id)
  return `<__main__.${textOf(name)} object at ${address(id)}>`
}

/** `f(x, y)` and `<lambda>(x) <line 3>` without what follows the name. */
function functionName(text: string): string {
  return text.replace(/\(.*$/s, '')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** The text as Python's `repr` writes it. */
export function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replace(/[\\\p{C}\p{Z}]/gu, (character) => {
    if (character === ' ') return character
    const known = ESCAPES[character]
    if (known !== undefined) return known
    const code = character.codePointAt(0) ?? 0
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
    if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`
    return `\\U${code.toString(16).padStart(8, '0')}`
  })
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`
}
