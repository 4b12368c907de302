import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { measureChar } from '../draw/canvas.ts'
import { useElementSize } from './use-palette.ts'

/** Rows that are more than text. */
export interface LongTextRows {
  /** What a row shows, of the text between two offsets. */
  readonly render: (start: number, end: number) => ReactNode
  /** Offset that is scrolled to whenever it changes. */
  readonly follow: number
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

interface LongTextProps {
  readonly text: string
  readonly label: string
  readonly rows?: LongTextRows
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

function rowEnd(text: string, next: number | undefined): number {
  if (next === undefined) return text.length
  return text[next - 1] === '\n' ? next - 1 : next
}

/** Index of the row an offset is in. */
function rowAt(starts: readonly number[], offset: number): number {
  const next = starts.findIndex((start) => start > offset)
  return (next < 0 ? starts.length : next) - 1
}

/** Scrolls as little as shows the row. */
function reveal(element: HTMLElement, row: number): void {
  const top = PADDING + row * ROW
  const bottom = top + ROW - element.clientHeight
  if (top < element.scrollTop) element.scrollTop = top
  else if (bottom > element.scrollTop) element.scrollTop = bottom
}

/** Monospace text of any length: only the rows on screen are in the page. */
export function LongText({ text, label, rows }: LongTextProps) {
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
  const follow = rows?.follow
  useEffect(() => {
    // The last character before the offset: what was printed last is what is looked for.
    if (host.current === null || follow === undefined) return
    reveal(host.current, rowAt(starts, Math.max(0, follow - 1)))
  }, [follow, starts])
  const first = Math.max(0, Math.floor(scrollTop / ROW) - OVERSCAN)
  const shown = starts.slice(first, first + Math.ceil(height / ROW) + 2 * OVERSCAN)
  return (
    <section
      ref={host}
      className="long-text"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      onClick={rows?.onClick}
      onKeyDown={rows?.onKeyDown}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <div style={{ height: starts.length * ROW + 2 * PADDING, position: 'relative' }}>
        <pre style={{ position: 'absolute', top: PADDING + first * ROW, left: PADDING }}>
          {shown.map((start, index) => {
            const end = rowEnd(text, starts[first + index + 1])
            return (
              <Fragment key={start}>
                {rows === undefined ? text.slice(start, end) : rows.render(start, end)}
                {'\n'}
              </Fragment>
            )
          })}
        </pre>
      </div>
    </section>
  )
}
