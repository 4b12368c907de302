import { useId, useState } from 'react'
import { formatCount, formatNoun } from '../../../../../shared/base/words.ts'
import {
  ROW_TOKENS,
  type ShownToken,
  type TokenRow,
  visibleToken,
} from '../../../draw/token-rows.ts'
import { ROLE_WORDS } from '../../../ui/role-words.ts'

interface StateTokensProps {
  readonly rows: readonly TokenRow[]
  /** Variable in focus. */
  readonly variable: string | null
  readonly onVariable: (variable: string | null) => void
  /** Opens the state, and the row's variable, in the Trace view. */
  readonly onOpen: (variable: string | null) => void
  readonly label: string
}

function Token({ token, role }: { token: ShownToken; role: TokenRow['role'] }) {
  return (
    <span className="token" title={`token ${formatCount(token.at)}, id ${token.id}`}>
      <span className={`token-piece role-${role}`}>{visibleToken(token.text)}</span>
      <span className="token-id">{token.id}</span>
    </span>
  )
}

/** The tokens of a row; of a very long one the first and the last. */
function RowTokens({ row }: { row: TokenRow }) {
  const { tokens, role } = row
  const half = ROW_TOKENS / 2
  const isLong = tokens.length > ROW_TOKENS
  const shown = (list: readonly ShownToken[]) =>
    list.map((token) => <Token key={token.at} token={token} role={role} />)
  return (
    <span className="token-pieces">
      {shown(isLong ? tokens.slice(0, half) : tokens)}
      {isLong ? (
        <span className="muted">
          {' '}
          ⟨{formatNoun(tokens.length - ROW_TOKENS, 'token')} not shown⟩{' '}
        </span>
      ) : null}
      {isLong ? shown(tokens.slice(-half)) : null}
    </span>
  )
}

/** The tokens of one state, a row for each part of it: role and variable in words, then each token with its id. */
export function StateTokens({ rows, variable, onVariable, onOpen, label }: StateTokensProps) {
  const id = useId()
  const [at, setAt] = useState(0)
  const current = Math.min(at, Math.max(0, rows.length - 1))
  const go = (index: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    setAt(next)
    onVariable(rows[next]?.variable ?? null)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div
      className="state-tokens"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      {...(rows.length === 0 ? {} : { 'aria-activedescendant': `${id}-${current}` })}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        const by = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key]
        if (by !== undefined) go(current + by)
        else if (event.key === 'Enter') onOpen(rows[current]?.variable ?? null)
        else return
        event.preventDefault()
      }}
    >
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
        <div
          key={row.tokens[0]?.at}
          id={`${id}-${index}`}
          className="token-row"
          role="option"
          aria-selected={index === current}
          data-chosen={(variable !== null && row.variable === variable) || undefined}
          onClick={() => go(index)}
          onDoubleClick={() => onOpen(row.variable)}
        >
          <span className={`token-role role-${row.role}`}>{ROLE_WORDS[row.role]}</span>
          <span className="token-variable">{row.variable ?? ''}</span>
          <span className="numbers muted token-count">{formatCount(row.tokens.length)}</span>
          <RowTokens row={row} />
        </div>
      ))}
    </div>
  )
}
