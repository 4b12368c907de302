import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** One sentence: why there is nothing here. */
  readonly text: string
  /** The one thing to do about it. */
  readonly action?: ReactNode
  /** An example or a second line, smaller. */
  readonly note?: ReactNode
}

/** What a pane shows when it has nothing to show (product.md 3.6). */
export function EmptyState({ text, action, note }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <p>{text}</p>
      {action}
      {note === undefined ? null : <div className="empty-note">{note}</div>}
    </div>
  )
}
