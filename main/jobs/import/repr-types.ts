import type { Value } from '../../../shared/trace/event.ts'
import { codePointCount } from '../../../shared/trace/wire-checks.ts'

/** The type a rendering is of where its form tells, for formats that do not say. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^['"]/, 'str'],
  [/^b['"]/, 'bytes'],
  [/^(True|False)$/, 'bool'],
  [/^None$/, 'NoneType'],
  [/^Ellipsis$/, 'ellipsis'],
  [/^-?\d+$/, 'int'],
  [/^(-?\d+(\.\d+)?(e[+-]?\d+)?|-?inf|nan)$/, 'float'],
  [/^\(?[-+.\de]*j\)?$|^\([-+.\de]+[+-][.\de]+j\)$/, 'complex'],
  [/^\[/, 'list'],
  [/^\(/, 'tuple'],
  [/^\{\}$/, 'dict'],
  [/^<class '/, 'type'],
  [/^<function /, 'function'],
  [/^<bound method /, 'method'],
  [/^<module '/, 'module'],
  [/^<generator object /, 'generator'],
]

function typeOf(text: string): string {
  const form = FORMS.find(([pattern]) => pattern.test(text))
  if (form !== undefined) return form[1]
  if (text.startsWith('{')) return isDict(text) ? 'dict' : 'set'
  const object = /^<(?:[\w.<>]*\.)?(\w+) object at /u.exec(text)
  if (object !== null) return String(object[1])
  const call = /^(?:\w+\.)*([^\W\d]\w*)\(/u.exec(text)
  return call === null ? 'object' : String(call[1])
}

/** Whether a colon comes outside strings and brackets before the first comma or the end. */
function isDict(text: string): boolean {
  let depth = 0
  let quote = ''
  for (let at = 1; at < text.length; at++) {
    const character = text[at] ?? ''
    if (quote !== '') {
      if (character === '\\') at++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    else if (depth === 0 && character === ':') return true
    else if (depth === 0 && character === ',') return false
  }
  return false
}

/** A whole rendering as a value; its type is the one its form tells. */
export function valueOfRepr(text: string): Value {
  return { text, size: codePointCount(text), type: typeOf(text) }
}
