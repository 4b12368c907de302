import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react'
import { formatCount } from '../../../shared/base/words.ts'
import { tokenEntropy } from '../../../shared/model/confidence.ts'
import type { Token } from '../../../shared/model/engine.ts'
import { visibleToken } from '../draw/token-rows.ts'
import {
  type Alternative,
  type AlternativeRow,
  alternativesOf,
  type StripToken,
} from '../draw/token-strip.ts'
import { Button } from './button.tsx'
import { entropyText } from './confidence-words.ts'
import { formatProbability } from './format.ts'
import { partWords, probabilityWords, spokenToken } from './token-words.ts'

/** Goes on from another token in the place of one. */
export type Continue = (token: number, alternative: Alternative) => void

interface TokenInspectorProps {
  readonly listRef: RefObject<HTMLDivElement | null>
  readonly token: Token
  readonly part: StripToken
  readonly total: number
  /** Escape in the list: the keyboard goes back to the strip. */
  readonly onBack: () => void
  readonly onContinueFrom: Continue | undefined
  readonly reason: string | null
}

/** Less of the probability than this is rounding, and no other token. */
const NO_REST = 0.0005

interface AlternativeLineProps {
  readonly id: string
  readonly row: AlternativeRow
  readonly isCurrent: boolean
  readonly onClick: () => void
  readonly onDoubleClick: () => void
}

function AlternativeLine(props: AlternativeLineProps) {
  const { id, row, isCurrent, onClick, onDoubleClick } = props
  const { alternative, probability, isChosen } = row
  const { text } = alternative
  const share = formatProbability(probability)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
    <div
      id={id}
      className="alternative"
      role="option"
      aria-selected={isCurrent}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      <span className="visually-hidden">
        {`${spokenToken(text)}, ${share}${isChosen ? ', stands here' : ''}`}
      </span>
      <span className="alternative-row" aria-hidden="true">
        <span className="alternative-mark">{isChosen ? '●' : ''}</span>
        <code className="ellipsis">{visibleToken(text)}</code>
        <span className="alternative-bar">
          <span style={{ width: `${100 * probability}%` }} />
        </span>
        <span className="numbers">{share}</span>
      </span>
    </div>
  )
}

/** What the keys of the list of alternatives do. */
function useListKeys(props: TokenInspectorProps, rows: readonly AlternativeRow[]) {
  const { part, onBack, onContinueFrom, reason } = props
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      rows.findIndex(({ isChosen }) => !isChosen),
    ),
  )
  const why = (row: AlternativeRow | undefined): string | null => {
    if (row === undefined || onContinueFrom === undefined) return ''
    return row.isChosen ? 'The answer goes on with this one.' : reason
  }
  const goOn = (index: number): void => {
    const row = rows[index]
    if (row === undefined || why(row) !== null) return
    onContinueFrom?.(part.at, row.alternative)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key]
    if (by !== undefined) setAt(Math.max(0, Math.min(rows.length - 1, at + by)))
    else if (event.key === 'Enter') goOn(at)
    else if (event.key === 'Escape') onBack()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { at, setAt, goOn, why: why(rows[at]), onKeyDown }
}

/** What one token tells, how likely it was, and what else could have stood in its place. */
export function TokenInspector(props: TokenInspectorProps) {
  const { listRef, token, part, total, onContinueFrom } = props
  const id = useId()
  const alternatives = useMemo(() => alternativesOf(token), [token])
  const rows = alternatives?.rows ?? []
  const { at, setAt, goOn, why, onKeyDown } = useListKeys(props, rows)
  const entropy = tokenEntropy(token)
  return (
    <div className="token-inspector">
      <p className="token-facts">
        <code className={part.role === null ? '' : `role-${part.role}`}>{part.text}</code>
        <span>{partWords(part)}</span>
        <span className="numbers">{probabilityWords(part)}</span>
        {entropy === null ? null : (
          <span className="numbers muted">entropy {entropyText(entropy)}</span>
        )}
        <span className="numbers muted">
          token {formatCount(part.at)}, {formatCount(total)} in all
        </span>
      </p>
      {alternatives === null ? (
        <p className="muted">The engine tells no alternatives to this token.</p>
      ) : (
        <>
          <div
            ref={listRef}
            className="alternatives"
            role="listbox"
            tabIndex={0}
            aria-label={`What could stand in place of token ${part.at}`}
            aria-activedescendant={`${id}-${at}`}
            onKeyDown={onKeyDown}
          >
            {rows.map((row, index) => (
              <AlternativeLine
                // biome-ignore lint/suspicious/noArrayIndexKey: two alternatives may read the same
                key={index}
                id={`${id}-${index}`}
                row={row}
                isCurrent={index === at}
                onClick={() => setAt(index)}
                onDoubleClick={() => goOn(index)}
              />
            ))}
          </div>
          <p className="alternatives-foot">
            {alternatives.rest < NO_REST ? null : (
              <span className="numbers muted">
                all other tokens {formatProbability(alternatives.rest)}
              </span>
            )}
            {onContinueFrom === undefined ? null : (
              <Button
                aria-disabled={why !== null}
                hint={why ?? 'Enter in the list'}
                onClick={() => goOn(at)}
              >
                Continue from <code>{visibleToken(rows[at]?.alternative.text ?? '')}</code>
              </Button>
            )}
          </p>
        </>
      )}
    </div>
  )
}
