import { centreSpan, isWhole, panSpan, type Span, wholeSpan, zoomSpan } from '../draw/span.ts'

/** What a key of the strip does. */
export type StripEffect =
  | { readonly kind: 'focus'; readonly seq: number }
  | { readonly kind: 'span'; readonly span: Span }
  | { readonly kind: 'speed'; readonly by: 1 | -1 }
  | { readonly kind: 'mark'; readonly kept: boolean }
  | { readonly kind: 'range'; readonly range: readonly [number, number] | null }

export interface StripState {
  readonly span: Span
  /** Events of the trace; the exit is one past the last. */
  readonly total: number
  readonly focus: number
  readonly range: readonly [number, number] | null
  /** Seqs of the marks, rising. */
  readonly marks: readonly number[]
}

const ZOOM = 0.6
const PAN_SHARE = 0.2

function focus(seq: number): StripEffect {
  return { kind: 'focus', seq }
}

function show(span: Span): StripEffect {
  return { kind: 'span', span }
}

/** Centred already: the second press of the key fits the whole trace. */
function centreOrFit({ span, focus: seq, total }: StripState): StripEffect {
  const centred = centreSpan(span, seq, total)
  const isThere = isWhole(span, total) || Math.abs(centred.from - span.from) < 0.5
  return show(isThere ? wholeSpan(total) : centred)
}

function pan({ span, total }: StripState, share: number): StripEffect {
  return show(panSpan(span, share * (span.to - span.from), total))
}

function toMark({ marks, focus: seq }: StripState, direction: 1 | -1): StripEffect | null {
  const target =
    direction === 1 ? marks.find((mark) => mark > seq) : marks.findLast((mark) => mark < seq)
  return target === undefined ? null : focus(target)
}

function zoom({ span, focus: seq, total }: StripState, factor: number): StripEffect {
  const isShown = seq >= span.from && seq <= span.to
  return show(zoomSpan(span, factor, isShown ? seq : (span.from + span.to) / 2, total))
}

const EFFECTS: Readonly<Record<string, (state: StripState) => StripEffect | null>> = {
  ArrowLeft: (state) => focus(state.focus - 1),
  ArrowRight: (state) => focus(state.focus + 1),
  'Shift+ArrowLeft': (state) => focus(state.focus - 10),
  'Shift+ArrowRight': (state) => focus(state.focus + 10),
  'Mod+ArrowLeft': (state) => focus(state.focus - 100),
  'Mod+ArrowRight': (state) => focus(state.focus + 100),
  Home: () => focus(0),
  End: (state) => focus(state.total),
  PageUp: (state) => toMark(state, -1),
  PageDown: (state) => toMark(state, 1),
  w: (state) => zoom(state, ZOOM),
  s: (state) => zoom(state, 1 / ZOOM),
  a: (state) => pan(state, -PAN_SHARE),
  d: (state) => pan(state, PAN_SHARE),
  f: centreOrFit,
  '0': ({ total }) => show(wholeSpan(total)),
  '-': () => ({ kind: 'speed', by: -1 }),
  '=': () => ({ kind: 'speed', by: 1 }),
  '+': () => ({ kind: 'speed', by: 1 }),
  m: () => ({ kind: 'mark', kept: false }),
  M: () => ({ kind: 'mark', kept: true }),
  '[': ({ focus: from, range, total }) => ({
    kind: 'range',
    range: [from, Math.max(from, range?.[1] ?? total - 1)],
  }),
  ']': ({ focus: to, range }) => ({ kind: 'range', range: [Math.min(to, range?.[0] ?? 0), to] }),
  Escape: ({ range }) => (range === null ? null : { kind: 'range', range: null }),
}

/** The effect of a key in the notation of keys.ts; null where it does nothing here. */
export function stripKeyEffect(key: string, state: StripState): StripEffect | null {
  return EFFECTS[key]?.(state) ?? null
}

/** Whether the strip answers to a key, even where it has no effect; Escape is left to others without a range. */
export function isStripKey(key: string, { range }: Pick<StripState, 'range'>): boolean {
  return key === 'Escape' ? range !== null : Object.hasOwn(EFFECTS, key)
}
