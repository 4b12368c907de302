import type { Condition, RowExpression, Rows, Scalar } from './expression.ts'
import { THING_INFO } from './fields.ts'
import {
  asCondition,
  asScalar,
  fail,
  type Meaning,
  meaningWord,
  type Names,
  scalar,
  scalarOf,
} from './meaning.ts'
import { patternProblem } from './patterns.ts'
import type { Syntax } from './syntax.ts'

type Call = Syntax & { is: 'call' }
const METHODS = ['startswith', 'endswith', 'matches', 'lower', 'var', 'first_divergence', 'flip']

/** A function's or method's call. */
export function checkCall(names: Names, syntax: Call): Meaning {
  const { callee } = syntax
  if (callee.is === 'member') return method(names, syntax, callee)
  if (callee.is !== 'name') return fail(callee, 'Only functions can be called')
  switch (callee.name) {
    case 'any':
    case 'all':
      return quantifier(names, syntax, callee.name)
    case 'count':
    case 'sum':
    case 'min':
    case 'max':
      return aggregate(names, syntax, callee.name)
    case 'len':
      return length(names, only(syntax))
    case 'lower':
      return lower(names.read(only(syntax)), only(syntax))
    case 'abs':
      return absolute(names, only(syntax))
    case 'var':
      return variable(names.self, syntax)
    case 'first_divergence':
      return firstDivergence(names, names.self, syntax)
    case 'flip':
      return flip(names.self, syntax)
    default:
      return fail(
        callee,
        `There is no function ${callee.name}; there are any, all, count, len, sum, min, max, lower, abs, var, first_divergence and flip`,
      )
  }
}

function only(syntax: Call): Syntax {
  const [argument, second] = syntax.arguments
  if (argument === undefined || second !== undefined) {
    return fail(syntax, `Expected one argument, found ${syntax.arguments.length}`)
  }
  return argument
}

function method(names: Names, syntax: Call, callee: Syntax & { is: 'member' }): Meaning {
  const of = names.read(callee.of)
  switch (callee.name) {
    case 'startswith':
    case 'endswith': {
      const argument = only(syntax)
      const condition: Condition = {
        kind: 'text',
        where: callee.name === 'startswith' ? 'start' : 'end',
        part: asScalar(of, callee.of, 'text'),
        text: asScalar(names.read(argument), argument, 'text'),
      }
      return { is: 'condition', condition }
    }
    case 'matches':
      return matching(of, callee.of, only(syntax))
    case 'lower':
      if (syntax.arguments.length > 0) fail(syntax, 'lower() takes nothing')
      return lower(of, callee.of)
    case 'var':
      if (of.is !== 'row') return fail(callee, `${meaningWord(of)} has no variables`)
      return variable(of.row, syntax)
    case 'first_divergence':
    case 'flip':
      if (of.is !== 'row') return fail(callee, `${meaningWord(of)} has no predictions`)
      return callee.name === 'flip' ? flip(of.row, syntax) : firstDivergence(names, of.row, syntax)
    default:
      return fail(callee, `There is no method ${callee.name}; there are ${METHODS.join(', ')}`)
  }
}

/** `text.matches("^a+$")`: the pattern is written out, so that it is checked before anything is asked. */
function matching(of: Meaning, place: Syntax, argument: Syntax): Meaning {
  const part = asScalar(of, place, 'text')
  if (argument.is !== 'literal' || typeof argument.value !== 'string') {
    return fail(argument, 'matches() takes a regular expression in quotes')
  }
  const pattern = argument.value
  const problem = patternProblem(pattern)
  if (problem !== null) fail(argument, `This is no regular expression of RE2: ${problem}`)
  return { is: 'condition', condition: { kind: 'matches', part, pattern } }
}

function lower(of: Meaning, place: Syntax): Meaning {
  return scalar({ kind: 'lower', type: 'text', part: asScalar(of, place, 'text') })
}

function absolute(names: Names, argument: Syntax): Meaning {
  const part = asScalar(names.read(argument), argument, 'number')
  return scalar({ kind: 'absolute', type: 'number', part })
}

/** `var("x")`: the variable of that name in a step's frame, as it stands. */
function variable(of: RowExpression, syntax: Call): Meaning {
  const argument = only(syntax)
  if (of.thing !== 'step') {
    return fail(
      syntax,
      `A ${of.thing} has no variables of its own; write any(s.var("x") … for s in steps)`,
    )
  }
  if (argument.is !== 'literal' || typeof argument.value !== 'string') {
    return fail(argument, 'var() takes the name of a variable in quotes')
  }
  return { is: 'row', row: { kind: 'variable', thing: 'variable', of, name: argument.value } }
}

/** The names in a call's brackets, written out. */
function namesIn(syntax: Call, count: number, what: string): string[] {
  const given = syntax.arguments.flatMap((one) =>
    one.is === 'literal' && typeof one.value === 'string' ? [one.value] : [],
  )
  const isWhole = given.length === count && syntax.arguments.length === count
  return isWhole ? given : fail(syntax, what)
}

function hasPredictions(of: RowExpression): boolean {
  return Object.hasOwn(THING_INFO[of.thing].relations, 'predictions')
}

/** That a prediction is by an engine, or of a run, of that name. */
function isBy(prediction: RowExpression, name: string): Condition {
  const parts = ['model', 'run'].map((field): Condition => {
    const left: Scalar = { kind: 'field', type: 'text', row: prediction, field }
    return { kind: 'equal', left, right: { kind: 'literal', type: 'text', value: name } }
  })
  return { kind: 'any', parts }
}

/**
 * `first_divergence("m")`: where an engine goes wrong first; of a trajectory the number of its action, of a trace that
 * of its event. It is the least number of the predictions that do not match, and said so in SQL.
 */
function firstDivergence(names: Names, of: RowExpression, syntax: Call): Meaning {
  if (of.thing !== 'trajectory' && of.thing !== 'trace') {
    return fail(
      syntax,
      `first_divergence() is asked of a trajectory or a trace, not of a ${of.thing}`,
    )
  }
  const [name = ''] = namesIn(
    syntax,
    1,
    'first_divergence() takes the name of an engine, or the id of a run, in quotes',
  )
  const row = names.freshRow()
  const prediction: RowExpression = { kind: 'row', thing: 'prediction', row }
  const verdict: Scalar = { kind: 'field', type: 'text', row: prediction, field: 'verdict' }
  const match: Condition = {
    kind: 'equal',
    left: verdict,
    right: { kind: 'literal', type: 'text', value: 'match' },
  }
  const step: RowExpression = { kind: 'related', thing: 'step', of: prediction, relation: 'step' }
  const place: Scalar =
    of.thing === 'trajectory'
      ? { kind: 'field', type: 'number', row: prediction, field: 'position' }
      : { kind: 'field', type: 'number', row: step, field: 'seq' }
  return scalar({
    kind: 'aggregate',
    type: 'number',
    function: 'min',
    rows: { row, thing: 'prediction', of, relation: 'predictions' },
    of: place,
    condition: { kind: 'all', parts: [isBy(prediction, name), { kind: 'not', part: match }] },
  })
}

/** `flip("a", "b")`: lost, won or same, of the steps that both predicted. */
function flip(of: RowExpression, syntax: Call): Meaning {
  if (!hasPredictions(of)) {
    return fail(syntax, `A ${of.thing} has no predictions of its own, so that nothing of it flips`)
  }
  const [first = '', second = ''] = namesIn(
    syntax,
    2,
    'flip() takes the names of two engines, or the ids of two runs, in quotes',
  )
  return scalar({ kind: 'flip', type: 'text', of, first, second })
}

function length(names: Names, argument: Syntax): Meaning {
  const of = names.read(argument)
  if (of.is === 'rows') return scalar(counted(toRows(of, names.freshRow()), null))
  const part = scalarOf(of)
  if (part === null || (part.type !== 'text' && part.type !== 'value')) {
    return fail(argument, `len() takes rows, a text or a recorded value, not ${meaningWord(of)}`)
  }
  return part.type === 'value'
    ? scalar({ kind: 'part', type: 'number', of: part, part: 'length' })
    : scalar({ kind: 'length', type: 'number', part })
}

function toRows({ thing, of, relation }: Meaning & { is: 'rows' }, row: number): Rows {
  return { row, thing, of, relation }
}

function counted(rows: Rows, condition: Condition | null): Scalar {
  return { kind: 'aggregate', type: 'number', function: 'count', rows, of: null, condition }
}

function rowsIn(names: Names, syntax: Syntax): Meaning & { is: 'rows' } {
  const meaning = names.read(syntax)
  if (meaning.is === 'rows') return meaning
  return fail(
    syntax,
    `Expected rows to go over, such as steps or trajectories, found ${meaningWord(meaning)}`,
  )
}

function both(one: Condition | null, other: Condition | null): Condition | null {
  if (one === null || other === null) return one ?? other
  return { kind: 'all', parts: [one, other] }
}

function quantifier(names: Names, syntax: Call, name: 'any' | 'all'): Meaning {
  const argument = only(syntax)
  if (argument.is !== 'loop') {
    if (name === 'all') return fail(argument, 'Write all(… for one in rows)')
    const rows = toRows(rowsIn(names, argument), names.freshRow())
    const condition: Condition = { kind: 'constant', value: true }
    return { is: 'condition', condition: { kind: 'some', rows, condition } }
  }
  const over = rowsIn(names, argument.rows)
  const condition = names.within(argument.name, over.thing, (row): Condition => {
    const part = asCondition(names.read(argument.of), argument.of, {
      kind: 'row',
      thing: over.thing,
      row,
    })
    const given = argument.condition === null ? null : names.condition(argument.condition)
    const rows = toRows(over, row)
    if (name === 'any') return { kind: 'some', rows, condition: both(given, part) ?? part }
    const unless: Condition =
      given === null ? part : { kind: 'any', parts: [{ kind: 'not', part: given }, part] }
    return { kind: 'every', rows, condition: unless }
  })
  return { is: 'condition', condition }
}

function aggregate(names: Names, syntax: Call, name: 'count' | 'sum' | 'min' | 'max'): Meaning {
  const argument = only(syntax)
  if (argument.is !== 'loop') {
    if (name !== 'count') return fail(argument, `Write ${name}(… for one in rows)`)
    return scalar(counted(toRows(rowsIn(names, argument), names.freshRow()), null))
  }
  const over = rowsIn(names, argument.rows)
  return names.within(argument.name, over.thing, (row) => {
    const rows = toRows(over, row)
    const condition = argument.condition === null ? null : names.condition(argument.condition)
    const of = names.read(argument.of)
    if (name === 'count')
      return scalar(counted(rows, both(condition, countedCondition(of, argument.of, rows))))
    const part = asScalar(of, argument.of, 'number')
    return scalar({ kind: 'aggregate', type: 'number', function: name, rows, of: part, condition })
  })
}

/** `count(s for s in steps if …)` counts the rows, `count(s.line > 3 for s in steps)` those where it holds. */
function countedCondition(of: Meaning, place: Syntax, rows: Rows): Condition | null {
  if (of.is === 'row' && of.row.kind === 'row' && of.row.row === rows.row) return null
  return asCondition(of, place, { kind: 'row', thing: rows.thing, row: rows.row })
}
