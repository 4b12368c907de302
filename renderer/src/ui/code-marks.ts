import { type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view'
import type { LineHits } from '../draw/tree-model.ts'

/** What is marked in a source: lines are one-based, null or out of range marks nothing. */
export interface CodeMarks {
  /** Line of the state in focus. */
  readonly current: number | null
  /** Line that runs, where `current` is of a frame further out whose variables are shown. */
  readonly running: number | null
  /** Line that a model says the run is at, beside the recorded one. */
  readonly predicted?: number | null
  /** Line the keyboard or pointer is on: where "run to cursor" runs to. */
  readonly cursor: number | null
  /** Line an error is reported on. */
  readonly error: number | null
  /** How often each line ran, and how often the function that starts on it was called. */
  readonly hits: ReadonlyMap<number, LineHits>
  /** How often each line ran in the frame in focus. */
  readonly frameHits: ReadonlyMap<number, number>
  readonly breakpoints: ReadonlyMap<number, LineBreakpoint>
}

/** What the gutter shows of the breakpoints on a line. */
export interface LineBreakpoint {
  readonly shape: 'dot' | 'condition' | 'hits' | 'hexagon'
  /** Hollow: it stops nowhere in this trace, or is switched off. */
  readonly hollow: boolean
  /** What it stops at, and why it does not. */
  readonly title: string
}

export const NO_MARKS: CodeMarks = {
  current: null,
  running: null,
  cursor: null,
  error: null,
  hits: new Map(),
  frameHits: new Map(),
  breakpoints: new Map(),
}

export const setMarks = StateEffect.define<CodeMarks>()

const marksField = StateField.define<CodeMarks>({
  create: () => NO_MARKS,
  update: (marks, transaction) => {
    let next = marks
    for (const effect of transaction.effects) if (effect.is(setMarks)) next = effect.value
    return next
  },
  provide: (field) =>
    EditorView.decorations.from(field, (marks) => (view) => decorate(view, marks)),
})

function decorate(view: EditorView, marks: CodeMarks): DecorationSet {
  const classes = new Map<number, string[]>()
  const add = (line: number | null, name: string): void => {
    if (line === null || line < 1 || line > view.state.doc.lines) return
    classes.set(line, [...(classes.get(line) ?? []), name])
  }
  add(marks.current, 'cm-current')
  add(marks.running, 'cm-running')
  add(marks.predicted ?? null, 'cm-predicted')
  add(marks.cursor, 'cm-cursorLine')
  add(marks.error, 'cm-errorLine')
  const builder = new RangeSetBuilder<Decoration>()
  for (const [line, names] of [...classes].sort(([a], [b]) => a - b)) {
    const at = view.state.doc.line(line).from
    builder.add(at, at, Decoration.line({ class: names.join(' ') }))
  }
  return builder.finish()
}

/** A count in at most four characters: 999, 1.2k, 34k, 1.2M. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count)
  const [value, unit] = count < 999_500 ? [count / 1000, 'k'] : [count / 1_000_000, 'M']
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}${unit}`
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en')} times`
}

/**
 * What the gutter says of a line, and its tooltip. The number counts one thing only, the line's own events; a line
 * that was only called, as the `def` of a function when the module's run is not recorded, has a sign instead.
 */
export function hitTexts({ lines, calls }: LineHits): { text: string; title: string } {
  const ran = lines === 0 ? 'The line itself did not run in the recording' : `Ran ${times(lines)}`
  const title = calls === 0 ? ran : `${ran}; called ${times(calls)}`
  return { text: lines === 0 ? '▸' : shortCount(lines), title }
}

/** Beside the count of the whole trace, lighter, that of the frame in focus where it is another. */
class HitMarker extends GutterMarker {
  private readonly hits: LineHits
  private readonly inFrame: number
  constructor(hits: LineHits, inFrame: number) {
    super()
    this.hits = hits
    this.inFrame = inFrame
  }
  override readonly elementClass = 'cm-ran'
  override eq(other: HitMarker): boolean {
    const { lines, calls } = other.hits
    return lines === this.hits.lines && calls === this.hits.calls && other.inFrame === this.inFrame
  }
  override toDOM(): Node {
    const element = document.createElement('span')
    const { text, title } = hitTexts(this.hits)
    const isPart = this.inFrame > 0 && this.inFrame < this.hits.lines
    if (isPart) {
      const part = document.createElement('span')
      part.className = 'cm-frameHits'
      part.textContent = shortCount(this.inFrame)
      element.append(part)
    }
    element.append(text)
    element.title = isPart ? `${title}; ${times(this.inFrame)} in the frame in focus` : title
    return element
  }
}

class BreakpointMarker extends GutterMarker {
  private readonly breakpoint: LineBreakpoint
  constructor(breakpoint: LineBreakpoint) {
    super()
    this.breakpoint = breakpoint
  }
  override eq(other: BreakpointMarker): boolean {
    const { shape, hollow, title } = other.breakpoint
    const own = this.breakpoint
    return shape === own.shape && hollow === own.hollow && title === own.title
  }
  override toDOM(): Node {
    const { shape, hollow, title } = this.breakpoint
    const element = document.createElement('span')
    element.className = `cm-breakpoint ${shape}${hollow ? ' hollow' : ''}`
    element.title = title
    element.setAttribute('role', 'img')
    element.setAttribute('aria-label', title)
    return element
  }
}

class CurrentMarker extends GutterMarker {
  override readonly elementClass = 'cm-currentGutter'
}
const CURRENT = new CurrentMarker()

class RunningMarker extends GutterMarker {
  override readonly elementClass = 'cm-runningGutter'
}
const RUNNING = new RunningMarker()

class PredictedMarker extends GutterMarker {
  override readonly elementClass = 'cm-predictedGutter'
}
const PREDICTED = new PredictedMarker()

class BothMarker extends GutterMarker {
  override readonly elementClass = 'cm-currentGutter cm-predictedGutter'
}
const BOTH = new BothMarker()

type LineMarker = (marks: CodeMarks, line: number) => GutterMarker | null

const HIT: LineMarker = ({ hits, frameHits }, line) => {
  const found = hits.get(line)
  return found === undefined ? null : new HitMarker(found, frameHits.get(line) ?? 0)
}

const BREAKPOINT: LineMarker = ({ breakpoints }, line) => {
  const found = breakpoints.get(line)
  return found === undefined ? null : new BreakpointMarker(found)
}

const ARROW: LineMarker = ({ current, running, predicted = null }, line) => {
  if (line === current) return line === predicted ? BOTH : CURRENT
  if (line === predicted) return PREDICTED
  return line === running ? RUNNING : null
}

const changesMarks = (update: {
  transactions: readonly { effects: readonly StateEffect<unknown>[] }[]
}): boolean =>
  update.transactions.some((transaction) =>
    transaction.effects.some((effect) => effect.is(setMarks)),
  )

function lineOf(view: EditorView, position: number): number {
  return view.state.doc.lineAt(position).number
}

function markGutter(name: string, marker: LineMarker, onPress: (line: number) => void): Extension {
  return gutter({
    class: name,
    lineMarker: (view, { from }) => marker(view.state.field(marksField), lineOf(view, from)),
    lineMarkerChange: changesMarks,
    // Where a line has no mark yet, the pointer shows that it can have one.
    renderEmptyElements: name === 'cm-breakpoints',
    domEventHandlers: {
      mousedown: (view, { from }) => {
        onPress(lineOf(view, from))
        return false
      },
    },
  })
}

/** What the source tells of the pointer: lines are one-based. */
export interface CodeActs {
  readonly onLine: (line: number) => void
  /** The breakpoints' gutter was pressed; without it there is no such gutter. */
  readonly onBreakpoint?: ((line: number) => void) | undefined
}

/** Current line, cursor line, error line, breakpoints, and a gutter that counts how often each line ran. */
export function codeMarks({ onLine, onBreakpoint }: CodeActs): Extension {
  return [
    marksField,
    ...(onBreakpoint === undefined ? [] : [markGutter('cm-breakpoints', BREAKPOINT, onBreakpoint)]),
    markGutter('cm-hits', HIT, onLine),
    markGutter('cm-arrow', ARROW, onLine),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
        if (position !== null) onLine(lineOf(view, position))
        return false
      },
    }),
  ]
}
