import { useMemo, useRef, useState } from 'react'
import { measureChar } from '../draw/canvas.ts'
import { useElementSize } from './use-palette.ts'

interface LongTextProps {
  readonly text: string
  readonly label: string
}

const ROW = 18
const PADDING = 8
const OVERSCAN = 10

/** Start of each display row when lines break at newlines and after `columns` characters. */
export function rowStarts(text: string, columns: number): readonly number[] {
  const starts: number[] = []
  let line = 0
  while (line <= text.length) {
    const newline = text.indexOf('\n', line)
    const end = newline < 0 ? text.length : newline
    starts.push(line)
    for (let at = line + columns; at < end; at += columns) starts.push(at)
    line = end + 1
  }
  return starts
}

function rowText(text: string, start: number, next: number | undefined): string {
  const row = text.slice(start, next ?? text.length)
  return row.endsWith('\n') ? row.slice(0, -1) : row
}

/** Monospace text of any length: only the rows on screen are in the page. */
export function LongText({ text, label }: LongTextProps) {
  const host = useRef<HTMLElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const { width, height } = useElementSize(host)
  const columns = useMemo(() => {
    if (host.current === null || width === 0) return 80
    const style = getComputedStyle(host.current)
    const probe = host.current.ownerDocument.createElement('canvas')
    const char = measureChar(probe, `${style.fontSize} ${style.fontFamily}`)
    return Math.max(10, Math.floor((width - 2 * PADDING) / char))
  }, [width])
  const starts = useMemo(() => rowStarts(text, columns), [text, columns])
  const first = Math.max(0, Math.floor(scrollTop / ROW) - OVERSCAN)
  const shown = starts.slice(first, first + Math.ceil(height / ROW) + 2 * OVERSCAN)
  return (
    <section
      ref={host}
      className="long-text"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <div style={{ height: starts.length * ROW + 2 * PADDING, position: 'relative' }}>
        <pre style={{ position: 'absolute', top: PADDING + first * ROW, left: PADDING }}>
          {shown.map((start, index) => rowText(text, start, starts[first + index + 1])).join('\n')}
        </pre>
      </div>
    </section>
  )
}
