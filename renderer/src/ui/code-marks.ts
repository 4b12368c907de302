import {
  type EditorState,
  type Extension,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view'
import type { LineHits } from '../draw/tree-model.ts'

/** What is marked in a source: lines are one-based, null or out of range marks nothing. */
export interface CodeMarks {
  /** Line of the state in focus. */
  readonly current: number | null
  /** Line the keyboard or pointer is on: where "run to cursor" runs to. */
  readonly cursor: number | null
  /** Line an error is reported on. */
  readonly error: number | null
  /** How often each line ran, and how often the function that starts on it was called. */
  readonly hits: ReadonlyMap<number, LineHits>
}

export const NO_MARKS: CodeMarks = { current: null, cursor: null, error: null, hits: new Map() }

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

class HitMarker extends GutterMarker {
  private readonly hits: LineHits
  constructor(hits: LineHits) {
    super()
    this.hits = hits
  }
  override eq(other: HitMarker): boolean {
    return other.hits.lines === this.hits.lines && other.hits.calls === this.hits.calls
  }
  override toDOM(): Node {
    const element = document.createElement('span')
    const { text, title } = hitTexts(this.hits)
    element.textContent = text
    element.title = title
    return element
  }
}

class CurrentMarker extends GutterMarker {
  override readonly elementClass = 'cm-currentGutter'
}
const CURRENT = new CurrentMarker()

function markerOf(state: EditorState, position: number): GutterMarker | null {
  const hits = state.field(marksField).hits.get(state.doc.lineAt(position).number)
  return hits === undefined ? null : new HitMarker(hits)
}

const changesMarks = (update: {
  transactions: readonly { effects: readonly StateEffect<unknown>[] }[]
}): boolean =>
  update.transactions.some((transaction) =>
    transaction.effects.some((effect) => effect.is(setMarks)),
  )

/** Current line, cursor line, error line, and a gutter that counts how often each line ran. */
export function codeMarks(onLine: (line: number) => void): Extension {
  const pick = (view: EditorView, position: number): boolean => {
    onLine(view.state.doc.lineAt(position).number)
    return false
  }
  return [
    marksField,
    gutter({
      class: 'cm-hits',
      lineMarker: (view, block) => markerOf(view.state, block.from),
      lineMarkerChange: changesMarks,
      domEventHandlers: { mousedown: (view, block) => pick(view, block.from) },
    }),
    gutter({
      class: 'cm-arrow',
      lineMarker: (view, block) => {
        const { current } = view.state.field(marksField)
        return view.state.doc.lineAt(block.from).number === current ? CURRENT : null
      },
      lineMarkerChange: changesMarks,
      domEventHandlers: { mousedown: (view, block) => pick(view, block.from) },
    }),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
        return position === null ? false : pick(view, position)
      },
    }),
  ]
}
