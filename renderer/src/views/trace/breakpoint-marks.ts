import type { StopTrigger } from '../../../../shared/contract/trees.ts'
import {
  neverReason,
  type StateTrigger,
  type Trigger,
  triggerText,
} from '../../../../shared/tree/breakpoints.ts'
import type { StateTree } from '../../../../shared/tree/node.ts'
import { type Visits, visitsOf } from '../../../../shared/tree/visits.ts'
import type { Breakpoint, PlacedTrigger } from '../../state/breakpoints.ts'
import type { LineBreakpoint } from '../../ui/code-marks.ts'

/** A breakpoint as it stands in one trace. */
export interface BoundBreakpoint extends Breakpoint {
  readonly bound: Trigger
  /** Why it stops nowhere in the trace, as a sentence; null where it may, or where that is not known yet. */
  readonly never: string | null
  /** Where the gutter shows it; null where no source line is known. */
  readonly place: { readonly file: number; readonly line: number } | null
}

/** The trigger with its file by number; -1 where the trace does not come to the file. */
function bind(trigger: PlacedTrigger, paths: readonly string[]): Trigger {
  return 'file' in trigger ? { ...trigger, file: paths.indexOf(trigger.file) } : trigger
}

type Functions = ReadonlyMap<string, { readonly file: number; readonly line: number }>

const functionsOfVisits = new WeakMap<Visits, Functions>()

/** Where each function of a whole tree begins, by its name. */
function functionsOf(tree: StateTree): Functions {
  const visits = visitsOf(tree)
  const known = functionsOfVisits.get(visits)
  if (known !== undefined) return known
  const functions = new Map<string, { file: number; line: number }>()
  for (const [file, lines] of visits.files.entries()) {
    for (const [line, { calls }] of lines ?? []) {
      for (const seq of calls) {
        const name = tree.nodes[seq]?.function
        if (name !== undefined && !functions.has(name)) functions.set(name, { file, line })
      }
    }
  }
  functionsOfVisits.set(visits, functions)
  return functions
}

const NO_FUNCTIONS: Functions = new Map()

/** The breakpoints of a program in a trace whose files have these paths. */
export function bindBreakpoints(
  list: readonly Breakpoint[],
  paths: readonly string[],
  { tree, complete }: { readonly tree: StateTree; readonly complete: boolean },
): readonly BoundBreakpoint[] {
  const wantsFunctions = complete && list.some(({ trigger }) => trigger.kind === 'data')
  const functions = wantsFunctions ? functionsOf(tree) : NO_FUNCTIONS
  const names = new Set(functions.keys())
  return list.map((one) => {
    const bound = bind(one.trigger, paths)
    const never = complete ? neverReason(visitsOf(tree), names, bound) : null
    const line = 'line' in bound ? { file: bound.file, line: bound.line } : null
    const place = bound.kind === 'data' ? (functions.get(bound.function) ?? null) : line
    return { ...one, bound, never, place }
  })
}

/** A trigger as the services take it; a line is visited as visits.ts counts it. */
export function stopTrigger(trigger: StateTrigger, tree: StateTree): StopTrigger[] {
  if (trigger.kind === 'data') return [trigger]
  if (trigger.kind === 'exception') {
    return trigger.type === null ? [] : [{ kind: 'exception', type: trigger.type }]
  }
  const { file, line } = trigger
  const events = visitsOf(tree).files[file]?.get(line)
  if (events === undefined) return []
  return [{ ...trigger, at: events.lines.length > 0 ? 'line' : 'call' }]
}

const SHAPES = {
  line: 'dot',
  exception: 'dot',
  condition: 'condition',
  hits: 'hits',
  data: 'hexagon',
} as const

/** What a breakpoint is and why it does not stop, as a sentence or two. */
export function breakpointTitle({ trigger, enabled, never }: BoundBreakpoint): string {
  const name = `Breakpoint: ${triggerText(trigger)}`
  if (!enabled) return `${name}, switched off`
  return never === null ? name : `${name}. ${never}`
}

/** What the gutter of a file shows. Of several on one line the first is drawn, and all are named. */
export function gutterMarks(
  breakpoints: readonly BoundBreakpoint[],
  file: number,
): ReadonlyMap<number, LineBreakpoint> {
  const marks = new Map<number, LineBreakpoint>()
  for (const one of breakpoints) {
    if (one.place?.file !== file) continue
    const { line } = one.place
    const known = marks.get(line)
    const title = breakpointTitle(one)
    const hollow = !one.enabled || one.never !== null
    if (known === undefined) marks.set(line, { shape: SHAPES[one.trigger.kind], hollow, title })
    else marks.set(line, { ...known, title: `${known.title}\n${title}` })
  }
  return marks
}
