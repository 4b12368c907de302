import { formatCount } from '../base/words.ts'
import { actionsOf } from './act.ts'
import type { MixDocument } from './mix-document.ts'
import { unitOf } from './mix-document.ts'
import { directionsOf } from './policies.ts'
import {
  type Ahead,
  type Bounds,
  type Condition,
  DEFAULT_LINES,
  type Entry,
  LINE_KINDS,
  type LineKind,
  type LineShares,
  MAX_ACTIONS,
  type PolicyDocument,
  type Rule,
} from './policy-document.ts'
import type { Direction } from './types.ts'

/** `at least 2 and below 5`. */
function boundsWords({ at_least: least, below }: Bounds): string {
  return [
    least === undefined ? null : `at least ${least}`,
    below === undefined ? null : `below ${below}`,
  ]
    .filter((part) => part !== null)
    .join(' and ')
}

const AHEAD_WORDS: Readonly<Record<Ahead, string>> = {
  line: 'what the line calls raises',
  call: 'an exception is still to come in this call',
  scope: 'an exception is still to come',
}

type Words = { readonly [K in keyof Required<Condition>]: (part: Required<Condition>[K]) => string }

function isWords(wanted: boolean, what: string): string {
  return wanted ? what : `not (${what})`
}

/** Each part of a condition, as it stands behind "where". */
const CONDITION_WORDS: Words = {
  event: (kind) => `the event is a ${kind}`,
  depth: (bounds) => `the depth below the entry is ${boundsWords(bounds)}`,
  in_library: (wanted) => isWords(wanted, 'it is library code'),
  has_call: (wanted) => isWords(wanted, 'there is a call to step into'),
  calls_library: (wanted) => isWords(wanted, 'there is a call of a library to step into'),
  loop_visit: (bounds) => `the number of the visit of a loop’s header is ${boundsWords(bounds)}`,
  exception_ahead: (where) => AHEAD_WORDS[where],
  changed: (bounds) => `the variables written since are ${boundsWords(bounds)}`,
  actions_left: (bounds) => `the actions left are ${boundsWords(bounds)}`,
  tokens_left: (bounds) => `the tokens left are ${boundsWords(bounds)}`,
  streak: (streak) =>
    `the actions just taken were ${streak.action}, ${boundsWords(streak)} of them`,
  not: (condition) => `not (${conditionWords(condition)})`,
  any: (conditions) => `(${conditions.map(conditionWords).join(' or ')})`,
}

function partWords<K extends keyof Condition>(condition: Condition, key: K): string[] {
  const part = condition[key]
  return part === undefined ? [] : [(CONDITION_WORDS[key] as (part: unknown) => string)(part)]
}

function conditionWords(condition: Condition): string {
  const keys = Object.keys(CONDITION_WORDS) as (keyof Condition)[]
  return keys.flatMap((key) => partWords(condition, key)).join(' and ')
}

function percent(share: number, total: number): string {
  const rounded = Math.round((1000 * share) / total) / 10
  return `${rounded} %`
}

/** Chance of each action of a rule where all are defined: `step_into 42.5 %, step_over 40 %`. */
function ruleMixWords({ mix }: Rule, direction: Direction): string {
  const shares = mix.reduce((sum, { share }) => sum + share, 0)
  const chances = actionsOf(direction).map((name) => {
    const chance = mix.reduce((sum, { share, weights }) => {
      const total = Object.values(weights).reduce((all, weight) => all + weight, 0)
      return sum + (share / shares) * ((weights[name] ?? 0) / total)
    }, 0)
    return [name, chance] as const
  })
  return chances
    .filter(([, chance]) => chance > 0)
    .map(([name, chance]) => `${name} ${percent(chance, 1)}`)
    .join(', ')
}

const LINE_WORDS: Readonly<Record<LineKind, string>> = {
  ahead: 'lines still to come',
  after_loop: 'the line after the loop',
  never: 'lines never reached',
}

function linesWords(lines: LineShares): string {
  const total = LINE_KINDS.reduce((sum, kind) => sum + (lines[kind] ?? 0), 0)
  return LINE_KINDS.filter((kind) => (lines[kind] ?? 0) > 0)
    .map((kind) => `${percent(lines[kind] ?? 0, total)} ${LINE_WORDS[kind]}`)
    .join(', ')
}

function ruleWords(rule: Rule, direction: Direction, place: string): string[] {
  const { when, lines, sequel } = rule
  const where = when === undefined ? 'everywhere' : `where ${conditionWords(when)}`
  const draws = ruleMixWords(rule, direction)
  const words = [`${place}, ${where}: ${draws}.`]
  if (/\bbreakpoint\b/.test(draws)) {
    words.push(`Its breakpoints: ${linesWords(lines ?? DEFAULT_LINES)}.`)
  }
  if (sequel !== undefined) {
    const { after, action, at_least: least, at_most: most } = sequel
    const times = least === most ? `${least}` : `${least} to ${most}`
    words.push(`After a ${after} it takes ${action} ${times} times.`)
  }
  return words
}

function entryWords(entry: Entry): string {
  if (entry === 'root') return 'Starts at the root of the trace.'
  if (entry === 'call') return 'Starts at a call drawn evenly.'
  return `Starts at one of the calls that ${entry.where} keeps.`
}

/** What a policy document says, in sentences. */
export function policyWords(policy: PolicyDocument): string[] {
  const {
    name,
    about,
    entry = 'root',
    max_actions: most = MAX_ACTIONS,
    max_tokens: tokens,
  } = policy
  const rules = directionsOf(policy).flatMap((direction) => {
    const all = policy[direction] ?? []
    return all.flatMap((rule, index) => {
      const place = all.length === 1 ? '' : `, rule ${index + 1} of ${all.length}`
      const side = direction === 'forward' ? 'Forward' : 'Backwards'
      return ruleWords(rule, direction, `${side}${place}`)
    })
  })
  const budget = tokens === undefined ? '' : ` or about ${formatCount(tokens)} tokens`
  const length = `Cuts a trajectory after ${formatCount(most)} actions${budget}.`
  return [`${name}: ${about}`, entryWords(entry), ...rules, length]
}

/** What a mix says, in sentences. */
export function mixWords({ name, about, seed, budget, caps = {}, parts }: MixDocument): string[] {
  const { unit, amount } = unitOf(budget)
  const shares = parts.reduce((sum, { share }) => sum + share, 0)
  const { per_program: perProgram, per_trace: perTrace } = caps
  const capped = [
    perProgram === undefined ? null : `${formatCount(perProgram)} of a program`,
    perTrace === undefined ? null : `${formatCount(perTrace)} of a trace`,
  ].filter((part) => part !== null)
  return [
    `${name}: ${about}`,
    `Draws up to ${formatCount(amount)} ${unit} with seed ${seed}.`,
    ...parts.map(({ share, policy, direction }) => {
      const policyName = typeof policy === 'string' ? policy : policy.name
      return `${percent(share, shares)} of the ${unit} by ${policyName}, ${direction}.`
    }),
    ...(capped.length === 0 ? [] : [`At most ${capped.join(' and ')}.`]),
  ]
}
