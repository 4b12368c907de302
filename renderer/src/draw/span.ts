/** A part of a trace on screen, in events; its ends may lie between two. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Events that stay on screen however far the strip is zoomed in. */
const LEAST = 16

export function wholeSpan(total: number): Span {
  return { from: 0, to: Math.max(1, total) }
}

export function isWhole(span: Span, total: number): boolean {
  return span.from <= 0 && span.to >= total
}

/** A span of that width, moved as little as keeps it inside the trace. */
function within(from: number, width: number, total: number): Span {
  const whole = wholeSpan(total)
  if (width >= whole.to) return whole
  const start = Math.max(0, Math.min(whole.to - width, from))
  return { from: start, to: start + width }
}

/** Zooms by a factor (below one: in) so that the event at `anchor` stays where it is. */
export function zoomSpan(span: Span, factor: number, anchor: number, total: number): Span {
  const width = span.to - span.from
  const next = Math.max(Math.min(LEAST, Math.max(1, total)), width * factor)
  const share = (anchor - span.from) / width
  return within(anchor - share * next, next, total)
}

export function panSpan(span: Span, events: number, total: number): Span {
  return within(span.from + events, span.to - span.from, total)
}

/** The span with a seq in its middle, as far as the ends of the trace allow. */
export function centreSpan(span: Span, seq: number, total: number): Span {
  const width = span.to - span.from
  return within(seq + 0.5 - width / 2, width, total)
}

/** The span itself where it shows the seq, else moved to show it in the middle. */
export function showSeq(span: Span, seq: number, total: number): Span {
  return seq >= span.from && seq < span.to ? span : centreSpan(span, seq, total)
}
