import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actionsOf, applyAction, legalActions, startOf } from '../../shared/trajectory/act.ts'
import { inverseStates } from '../../shared/trajectory/inverse.ts'
import { activationScope, entryScopes, rootScope } from '../../shared/trajectory/scope.ts'
import { createSourceIndex } from '../../shared/trajectory/source-index.ts'
import type { Action, ActionName, Direction, StateRef } from '../../shared/trajectory/types.ts'
import { createWalk, type Outcome, type Walk } from '../../shared/trajectory/walk.ts'
import { buildTree } from '../../shared/tree/build.ts'
import { activationCount } from '../../shared/tree/navigate.ts'
import { type RandomTrace, randomTrace } from '../support/random-trace.ts'
import { buildSlowTree, type SlowOutcome, scopeNodes, slowWalk } from '../support/slow-tree.ts'

interface Setting {
  readonly walk: Walk
  /** The scope's activation, null for the root. */
  readonly activation: number | null
}

function settingsOf({ events, lines }: RandomTrace): Setting[] {
  const tree = buildTree(events)
  const sources = createSourceIndex(tree, [lines])
  const whole = rootScope(tree)
  const settings: Setting[] = []
  if (whole !== null) settings.push({ walk: createWalk(sources, whole), activation: null })
  for (let activation = 0; activation < activationCount(tree); activation++) {
    settings.push({ walk: createWalk(sources, activationScope(tree, activation)), activation })
  }
  return settings
}

function plain(seq: number): StateRef {
  return { seq, duplicate: false }
}

function act(walk: Walk, at: StateRef, name: ActionName, operand: string | null = null): Outcome {
  return applyAction(walk, at, { name, operand })
}

function statesOf({ tree, scope }: Walk, direction: Direction): StateRef[] {
  if (direction === 'inverse') return [...inverseStates(tree, scope)]
  return tree.nodes.slice(scope.open, scope.close + 1).map(({ seq }) => plain(seq))
}

/** All states an action repeated leads to, the exit left out. */
function repeat(walk: Walk, start: StateRef, name: ActionName): StateRef[] {
  const states = [start]
  for (let out = act(walk, start, name); out.kind === 'state'; ) {
    states.push(out.target)
    out = act(walk, out.target, name)
  }
  return states
}

function stateOf(outcome: Outcome): StateRef | null {
  return outcome.kind === 'state' ? outcome.target : null
}

/** The outcome in the reference's terms. */
function inSlowTerms(outcome: Outcome, exit: string, isInverse: boolean): SlowOutcome | string {
  if (outcome.kind === 'state') return outcome.target
  if (outcome.kind === 'undefined') return outcome.reason
  if (outcome.exit === (isInverse ? 'inv_entry' : exit)) return 'exit'
  return outcome.exit
}

function actionsToTry(direction: Direction, lines: readonly string[]): Action[] {
  const named = actionsOf(direction).filter((name) => name !== 'breakpoint')
  const plainActions = named.map((name) => ({ name, operand: null }))
  if (direction === 'inverse') return plainActions
  const operands = [...new Set(lines), 'not a line']
  return [...plainActions, ...operands.map((operand) => ({ name: 'breakpoint' as const, operand }))]
}

/** A truncated activation's step_return ends in `never`, which in a truncated scope is also its exit. */
function agree(fast: SlowOutcome | string, slow: SlowOutcome, exit: string): void {
  if (slow === 'never' && exit === 'never') expect(fast).toBe('exit')
  else expect(fast).toEqual(slow)
}

describe('actions', () => {
  it.each(['forward', 'inverse'] as const)('agree %s with their definitions', (direction) => {
    fc.assert(
      fc.property(randomTrace, (trace) => {
        const root = buildSlowTree(trace.events)
        const isInverse = direction === 'inverse'
        for (const { walk, activation } of settingsOf(trace)) {
          const slow = slowWalk(scopeNodes(root, activation), direction)
          expect(walk.exit).toBe(slow.exit)
          expect(startOf(walk, direction)).toEqual(slow.states[0])
          for (const at of slow.states) {
            for (const action of actionsToTry(direction, trace.lines)) {
              const outcome = applyAction(walk, at, action)
              const fast = inSlowTerms(outcome, walk.exit, isInverse)
              agree(fast, slow.act(at, action), slow.exit)
            }
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('replay the trace when every one is step_into', () => {
    fc.assert(
      fc.property(randomTrace, (trace) => {
        for (const { walk } of settingsOf(trace)) {
          const { open, close } = walk.scope
          const seqs = repeat(walk, plain(open), 'step_into').map(({ seq }) => seq)
          expect(seqs).toEqual(Array.from({ length: close - open + 1 }, (_, i) => open + i))
        }
      }),
    )
  })

  it('never go deeper by step_over', () => {
    fc.assert(
      fc.property(randomTrace, (trace) => {
        for (const { walk } of settingsOf(trace)) {
          const { nodes } = walk.tree
          for (let seq = walk.scope.open; seq <= walk.scope.close; seq++) {
            const target = stateOf(act(walk, plain(seq), 'step_over'))
            if (target === null) continue
            expect(nodes[target.seq]?.depth).toBeLessThanOrEqual(nodes[seq]?.depth ?? 0)
          }
        }
      }),
    )
  })

  it('land on the return of the same activation by step_return', () => {
    fc.assert(
      fc.property(randomTrace, (trace) => {
        for (const { walk } of settingsOf(trace)) {
          const { nodes } = walk.tree
          for (let seq = walk.scope.open; seq <= walk.scope.close; seq++) {
            if (nodes[seq]?.kind === 'return') continue
            const outcome = act(walk, plain(seq), 'step_return')
            if (outcome.kind === 'exit')
              expect(trace.truncated && outcome.exit === 'never').toBe(true)
            const target = nodes[stateOf(outcome)?.seq ?? -1]
            if (target === undefined) continue
            expect(target.kind).toBe('return')
            expect(target.activation).toBe(nodes[seq]?.activation)
          }
        }
      }),
    )
  })

  it('are undone by inv_step_into where the state before has no children and is not a return', () => {
    fc.assert(
      fc.property(randomTrace, (trace) => {
        const [setting] = settingsOf(trace)
        if (setting === undefined) return
        const { walk } = setting
        for (const { seq, kind } of walk.tree.nodes) {
          if (kind === 'return') continue
          const next = stateOf(act(walk, plain(seq), 'step_into'))
          if (next === null) continue
          expect(stateOf(act(walk, next, 'inv_step_into'))).toEqual(plain(seq))
        }
      }),
    )
  })

  it('stay within the scope, and end in an exit outside it', () => {
    fc.assert(
      fc.property(randomTrace, (trace) => {
        for (const { walk } of settingsOf(trace)) {
          const { open, close } = walk.scope
          for (const seq of [open - 1, close + 1]) {
            for (const name of actionsOf('forward')) {
              expect(act(walk, plain(seq), name, 'x').kind).toBe('undefined')
            }
          }
          expect(act(walk, plain(close), 'step_into')).toEqual({ kind: 'exit', exit: walk.exit })
        }
      }),
    )
  })

  it('are legal exactly where they are defined', () => {
    fc.assert(
      fc.property(
        randomTrace,
        fc.constantFrom('forward' as const, 'inverse' as const),
        (trace, direction) => {
          for (const { walk } of settingsOf(trace)) {
            for (const at of statesOf(walk, direction)) {
              for (const { name, reason } of legalActions(walk, at, direction)) {
                const outcome = act(walk, at, name, name === 'breakpoint' ? 'x' : null)
                expect(reason).toBe(outcome.kind === 'undefined' ? outcome.reason : null)
              }
            }
            expect(legalActions(walk, null, direction).every(({ reason }) => reason !== null)).toBe(
              true,
            )
          }
        },
      ),
    )
  })
})

describe('inverse tree', () => {
  it('holds every state once, reversed where nothing nests, and a duplicate of each host before it', () => {
    fc.assert(
      fc.property(randomTrace, (trace) => {
        for (const { walk } of settingsOf(trace)) {
          const { open, close } = walk.scope
          const states = [...inverseStates(walk.tree, walk.scope)]
          const inScope = walk.tree.nodes.slice(open, close + 1)
          const plains = states.filter(({ duplicate }) => !duplicate).map(({ seq }) => seq)
          expect([...plains].sort((a, b) => a - b)).toEqual(inScope.map(({ seq }) => seq))
          const duplicates = states.filter(({ duplicate }) => duplicate).map(({ seq }) => seq)
          const hosts = inScope.filter((node) => node.close > node.seq).map(({ seq }) => seq)
          expect(duplicates).toEqual(
            [...hosts].sort((a, b) => duplicates.indexOf(a) - duplicates.indexOf(b)),
          )
          expect([...duplicates].sort((a, b) => a - b)).toEqual(hosts)
          // Plain states alone come in exactly reversed order: a host after its children, as it came before them.
          expect(plains).toEqual(inScope.map(({ seq }) => seq).reverse())
        }
      }),
    )
  })

  it('is what inv_step_into walks through', () => {
    fc.assert(
      fc.property(randomTrace, (trace) => {
        for (const { walk } of settingsOf(trace)) {
          const walked = repeat(walk, startOf(walk, 'inverse'), 'inv_step_into')
          expect(walked).toEqual([...inverseStates(walk.tree, walk.scope)])
        }
      }),
    )
  })
})

describe('scopes', () => {
  it('of a function are its activations, by bare or dotted name', () => {
    fc.assert(
      fc.property(randomTrace, ({ events }) => {
        const tree = buildTree(events)
        for (const [asked, named] of [
          ['f', 'f'],
          ['g', 'Box.g'],
          ['Box.g', 'Box.g'],
        ] as const) {
          const opens = events.flatMap(({ kind, function: name }, seq) =>
            kind === 'call' && name === named ? [seq] : [],
          )
          expect(entryScopes(tree, asked).map(({ open }) => open)).toEqual(opens)
        }
        expect(entryScopes(tree, 'ain')).toEqual([])
      }),
    )
  })
})
