import { actionsOf, legalActions } from '../../shared/trajectory/act.ts'
import type { Bounds, Condition, LineKind, Rule } from '../../shared/trajectory/policy-document.ts'
import type { ActionName, Direction, Scope, StateRef, Step } from '../../shared/trajectory/types.ts'
import { createWalk } from '../../shared/trajectory/walk.ts'
import type { PolicyScene } from './policy-scene.ts'

/**
 * What a policy's rules say, read off the page of their format (resources/formats/policy-1.md) by looking through
 * the whole trace each time. Slow, obvious, and nothing of the code under test but which actions are defined.
 */
export interface Past {
  readonly scope: Scope
  readonly direction: Direction
  readonly start: StateRef
  /** Steps before the state asked about. */
  readonly steps: readonly Step[]
  readonly mostActions: number
}

function isIn(bounds: Bounds, number: number): boolean {
  if (bounds.at_least !== undefined && number < bounds.at_least) return false
  return bounds.below === undefined || number < bounds.below
}

/** Header line, last line of the body: of the programs of the scenes, as a reader sees them. */
function loopsOf(lines: readonly string[]): { head: number; end: number }[] {
  return lines.flatMap((line, index) => {
    if (!/^\s*(for|while) /.test(line)) return []
    const indent = line.search(/\S/)
    let end = index
    while (end + 1 < lines.length && (lines[end + 1] ?? '').search(/\S/) > indent) end += 1
    return [{ head: index + 1, end: end + 1 }]
  })
}

export class SlowPolicy {
  private readonly scene: PolicyScene

  constructor(scene: PolicyScene) {
    this.scene = scene
  }

  private get nodes() {
    return this.scene.sources.tree.nodes
  }

  private at(seq: number) {
    const node = this.nodes[seq]
    if (node === undefined) throw new Error(`no state ${seq}`)
    return node
  }

  private parents(seq: number): number {
    let count = 0
    for (let host = this.at(seq).parent; host >= 0; host = this.at(host).parent) count += 1
    return count
  }

  private isLibrary(seq: number): boolean {
    const { file = 0 } = this.at(seq)
    return (this.scene.sources.paths?.[file] ?? '').includes('site-packages')
  }

  private callee(state: StateRef, direction: Direction): number | null {
    const child = this.nodes.find(({ parent }) => parent === state.seq)
    if (child === undefined || (direction === 'inverse' && !state.duplicate)) return null
    return child.seq
  }

  private ownLines(seq: number): readonly { seq: number; line: number }[] {
    const { frame } = this.at(seq)
    return this.nodes.filter((node) => node.frame === frame && node.kind === 'line')
  }

  private loopsAround(seq: number): { head: number; end: number }[] {
    const { file = 0, line } = this.at(seq)
    return loopsOf(this.scene.files[file] ?? []).filter(
      ({ head, end }) => line >= head && line <= end,
    )
  }

  private visit(seq: number): number {
    const node = this.at(seq)
    const loop = this.loopsAround(seq).find(({ head }) => head === node.line)
    if (loop === undefined || node.kind !== 'line') return 0
    let count = 0
    for (const one of this.ownLines(seq)) {
      if (one.seq > seq) break
      if (one.line < loop.head || one.line > loop.end) count = 0
      else if (one.line === loop.head) count += 1
    }
    return count
  }

  private lineAfterLoop(state: StateRef, scope: Scope): string | null {
    const loops = this.loopsAround(state.seq)
    const loop = loops.sort((a, b) => b.head - a.head)[0]
    if (loop === undefined) return null
    const lines = this.ownLines(state.seq)
    // A state before the frame's first line of the loop, as a call on its header, is in no run of it.
    const before = lines.filter(({ seq }) => seq <= state.seq).at(-1)
    if (before === undefined || before.line < loop.head || before.line > loop.end) return null
    const after = lines.find(
      ({ seq, line }) => seq > state.seq && (line < loop.head || line > loop.end),
    )
    if (after === undefined || after.seq > scope.close) return null
    return this.scene.events[after.seq]?.src ?? null
  }

  private isExceptionAhead(state: StateRef, where: string, { scope, direction }: Past): boolean {
    const here = this.at(state.seq)
    return this.nodes.some(({ seq, kind, activation }) => {
      if (kind !== 'exception' || seq < scope.open || seq > scope.close) return false
      if (where === 'line') {
        return this.callee(state, direction) !== null && seq > here.seq && seq <= here.close
      }
      if (where === 'call' && activation !== here.activation) return false
      return direction === 'forward' ? seq > here.seq : seq < here.seq
    })
  }

  private changed(state: StateRef, { direction, start, steps }: Past): number {
    const { frame } = this.at(state.seq)
    const seen = [start, ...steps.map(({ target }) => target)].slice(0, -1)
    const last = seen.findLast((one) => one !== null && this.at(one.seq).frame === frame)
    const edge = direction === 'forward' ? -1 : this.nodes.length
    const since = last?.seq ?? edge
    const [low, high] = since < state.seq ? [since, state.seq] : [state.seq, since]
    const own = this.nodes.filter(
      (node) => node.frame === frame && node.seq > low && node.seq <= high,
    )
    return own.reduce((sum, { seq }) => sum + (this.scene.sources.writes?.[seq] ?? 0), 0)
  }

  private streak(action: ActionName, steps: readonly Step[]): number {
    const other = steps.findLastIndex((step) => step.action.name !== action)
    return steps.length - 1 - other
  }

  holds(condition: Condition, state: StateRef, past: Past): boolean {
    const { direction, steps, scope, mostActions } = past
    const callee = this.callee(state, direction)
    const asked: (boolean | undefined)[] = [
      condition.depth && isIn(condition.depth, this.parents(state.seq) - this.parents(scope.open)),
      condition.in_library !== undefined
        ? this.isLibrary(state.seq) === condition.in_library
        : true,
      condition.has_call !== undefined ? (callee !== null) === condition.has_call : true,
      condition.calls_library !== undefined
        ? (callee !== null && this.isLibrary(callee)) === condition.calls_library
        : true,
      condition.event && this.at(state.seq).kind === condition.event,
      condition.loop_visit &&
        this.visit(state.seq) > 0 &&
        isIn(condition.loop_visit, this.visit(state.seq)),
      condition.exception_ahead && this.isExceptionAhead(state, condition.exception_ahead, past),
      condition.changed && isIn(condition.changed, this.changed(state, past)),
      condition.actions_left && isIn(condition.actions_left, mostActions - steps.length),
      condition.streak && isIn(condition.streak, this.streak(condition.streak.action, steps)),
      condition.not && !this.holds(condition.not, state, past),
      condition.any?.some((one) => this.holds(one, state, past)),
    ]
    return asked.every((answer) => answer !== false)
  }

  /** Lines that each kind may draw at a state. */
  lines(state: StateRef, { scope }: Past): Readonly<Record<LineKind, ReadonlySet<string>>> {
    const { file = 0 } = this.at(scope.open)
    const texts = this.scene.events.map(({ src }) => src)
    const known = [...(this.scene.files[file] ?? []), ...texts].filter((text) =>
      /^\s*[^\s#]/.test(text),
    )
    const ahead = new Set(
      texts.slice(state.seq + 1, scope.close + 1).filter((text) => known.includes(text)),
    )
    const after = this.lineAfterLoop(state, scope)
    return {
      ahead,
      after_loop: new Set(after === null ? [] : [after]),
      never: new Set(known.filter((text) => !ahead.has(text))),
    }
  }

  private isDefined(name: ActionName, rule: Rule, state: StateRef, past: Past): boolean {
    const walk = createWalk(this.scene.sources, past.scope)
    const legality = legalActions(walk, state, past.direction).find((one) => one.name === name)
    if (legality?.reason !== null) return false
    if (name !== 'breakpoint') return true
    const lines = this.lines(state, past)
    const shares = rule.lines ?? { ahead: 80, never: 20 }
    return Object.entries(shares).some(
      ([kind, share]) => share > 0 && lines[kind as LineKind].size > 0,
    )
  }

  /** The rule that decides at a state, and the chance of each action once undefined ones are drawn again. */
  chances(
    rules: readonly Rule[],
    state: StateRef,
    past: Past,
  ): { rule: number; chances: Map<ActionName, number> } {
    for (const [index, rule] of rules.entries()) {
      if (rule.when !== undefined && !this.holds(rule.when, state, past)) continue
      const chances = new Map<ActionName, number>()
      const shares = rule.mix.reduce((sum, { share }) => sum + share, 0)
      for (const { share, weights } of rule.mix) {
        const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
        for (const name of actionsOf(past.direction)) {
          const chance = (share / shares) * ((weights[name] ?? 0) / total)
          if (chance > 0 && this.isDefined(name, rule, state, past)) {
            chances.set(name, (chances.get(name) ?? 0) + chance)
          }
        }
      }
      const sum = [...chances.values()].reduce((a, b) => a + b, 0)
      if (sum === 0) continue
      return {
        rule: index,
        chances: new Map([...chances].map(([name, chance]) => [name, chance / sum])),
      }
    }
    throw new Error('no rule gives an action')
  }
}
