import { type KeyboardEvent, memo, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../../shared/base/words.ts'
import type { TextSpan } from '../../../shared/grammar/types.ts'
import type { Token } from '../../../shared/model/engine.ts'
import {
  BAR_HEIGHT,
  rowOfToken,
  STRIP_ROW_HEIGHT,
  type StripRow,
  type StripToken,
  stripRows,
  stripTokens,
  tokenAcross,
  tokenWidth,
} from '../draw/token-strip.ts'
import { type Continue, TokenInspector } from './token-inspector.tsx'
import { partWords, probabilityWords, spokenToken } from './token-words.ts'
import { useElementSize } from './use-palette.ts'
import { useTextWidth } from './use-text-width.ts'

export interface ProbabilityStripProps {
  /** The answer's tokens in order; their texts together are the answer and its stop token. */
  readonly tokens: readonly Token[]
  /** What the parts of the answer tell, by position in its text: `answerSpans`. */
  readonly spans: readonly TextSpan[]
  readonly label: string
  /** Everything told of it is marked. */
  readonly variable?: string | null
  /** The token in focus has changed, with the variable it tells of. */
  readonly onToken?: (token: number, variable: string | null) => void
  /** Goes on from another token in this one's place; absent where that cannot be done. */
  readonly onContinueFrom?: Continue
  /** Why going on is not possible now, one sentence. */
  readonly reason?: string | null
}

/** Rows drawn beyond those on screen, so that scrolling finds them there. */
const OVERSCAN = 3

interface Walked {
  readonly tokens: readonly StripToken[]
  readonly rows: readonly StripRow[]
  readonly charWidth: number
  readonly current: number
}

/** The token a key leads to; null for a key that leads nowhere. */
function walkTo(key: string, { tokens, rows, charWidth, current }: Walked): number | null {
  const across = (by: 1 | -1): number => tokenAcross(tokens, rows, current, { by, charWidth })
  const last = tokens.length - 1
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, current + 1)
    case 'ArrowLeft':
      return Math.max(0, current - 1)
    case 'ArrowDown':
      return across(1)
    case 'ArrowUp':
      return across(-1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

interface TokenCellProps {
  readonly id: string
  readonly token: StripToken
  /** As the engine wrote it. */
  readonly raw: string
  readonly total: number
  readonly width: number
  readonly isCurrent: boolean
  readonly isMarked: boolean
  readonly onClick: (token: number) => void
}

const TokenCell = memo(function TokenCell(props: TokenCellProps) {
  const { id, token, raw, total, width, isCurrent, isMarked, onClick } = props
  const { at, text, role, probability } = token
  const part = partWords(token)
  const sure = probabilityWords(token)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the strip has the focus and names its active token
    // biome-ignore lint/a11y/useKeyWithClickEvents: the strip handles the keys
    <span
      id={`${id}-${at}`}
      className="probability-token"
      role="option"
      aria-selected={isCurrent}
      aria-setsize={total}
      aria-posinset={at + 1}
      aria-label={`${spokenToken(raw)}, ${part}, ${sure}`}
      data-chosen={isMarked || undefined}
      title={`${text} · ${part} · ${sure}`}
      style={{ width }}
      onClick={() => onClick(at)}
    >
      <span className={`probability-text${role === null ? '' : ` role-${role}`}`}>{text}</span>
      {probability === null ? null : (
        <span
          className="probability-bar"
          style={{ height: Math.max(1, Math.round(probability * BAR_HEIGHT)) }}
        />
      )}
    </span>
  )
})

interface Window {
  readonly first: number
  readonly end: number
}

function windowOf(rows: readonly StripRow[], scrollTop: number, height: number): Window {
  const first = Math.max(0, Math.floor(scrollTop / STRIP_ROW_HEIGHT) - OVERSCAN)
  const count = Math.ceil(height / STRIP_ROW_HEIGHT) + 2 * OVERSCAN
  return { first, end: Math.min(rows.length, first + count) }
}

/** Scrolls so that a row is in sight, whole. */
function showRow(host: HTMLElement, row: number): void {
  const top = row * STRIP_ROW_HEIGHT
  const bottom = top + STRIP_ROW_HEIGHT
  if (top < host.scrollTop) host.scrollTop = top
  else if (bottom > host.scrollTop + host.clientHeight) host.scrollTop = bottom - host.clientHeight
}

function useStrip(tokens: readonly Token[], spans: readonly TextSpan[]) {
  const host = useRef<HTMLDivElement>(null)
  const size = useElementSize(host)
  const charWidth = useTextWidth(host)
  const [scrollTop, setScrollTop] = useState(0)
  const shown = useMemo(() => stripTokens(tokens, spans), [tokens, spans])
  const rows = useMemo(
    () => stripRows(shown, { width: size.width - 8, charWidth }),
    [shown, size.width, charWidth],
  )
  return { host, size, charWidth, shown, rows, scrollTop, setScrollTop }
}

/**
 * The tokens of an answer with a bar under each, as thick as it was likely: arrow keys go from one to another, Enter
 * or a click shows what else could have stood there. Only the rows on screen are drawn.
 */
export function ProbabilityStrip(props: ProbabilityStripProps) {
  const { tokens, spans, label, variable = null, onToken } = props
  const id = useId()
  const { host, size, charWidth, shown, rows, scrollTop, setScrollTop } = useStrip(tokens, spans)
  const alternatives = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const current = Math.max(0, Math.min(at, shown.length - 1))
  const row = rowOfToken(rows, current)
  useLayoutEffect(() => {
    if (host.current !== null) showRow(host.current, row)
  }, [host, row])
  const go = (token: number): void => {
    setAt(token)
    onToken?.(token, shown[token]?.variable ?? null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || shown.length === 0) return
    const next = walkTo(event.key, { tokens: shown, rows, charWidth, current })
    if (next !== null) go(next)
    else if (event.key === 'Enter') alternatives.current?.focus()
    else return
    event.preventDefault()
  }
  const { first, end } = windowOf(rows, scrollTop, size.height)
  const isDrawn = row >= first && row < end && shown.length > 0
  const token = tokens[current]
  const part = shown[current]
  return (
    <div className="probability-strip">
      <div
        ref={host}
        className="probability-tokens"
        role="listbox"
        tabIndex={0}
        aria-label={`${label}, ${formatCount(tokens.length)} tokens`}
        aria-orientation="horizontal"
        {...(isDrawn ? { 'aria-activedescendant': `${id}-${current}` } : {})}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
      >
        <div role="presentation" style={{ height: rows.length * STRIP_ROW_HEIGHT }}>
          {rows.slice(first, end).map(({ from, to }, index) => (
            <div
              key={from}
              role="presentation"
              className="probability-row"
              style={{ top: (first + index) * STRIP_ROW_HEIGHT, height: STRIP_ROW_HEIGHT }}
            >
              {shown.slice(from, to).map((one) => (
                <TokenCell
                  key={one.at}
                  id={id}
                  token={one}
                  raw={tokens[one.at]?.text ?? ''}
                  total={tokens.length}
                  width={tokenWidth(one, charWidth)}
                  isCurrent={one.at === current}
                  isMarked={variable !== null && one.variable === variable}
                  onClick={go}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      {token === undefined || part === undefined ? null : (
        <TokenInspector
          key={current}
          listRef={alternatives}
          token={token}
          part={part}
          total={tokens.length}
          onBack={() => host.current?.focus()}
          onContinueFrom={props.onContinueFrom}
          reason={props.reason ?? null}
        />
      )}
    </div>
  )
}
