import { useMemo } from 'react'
import { legalActions } from '../../../../../shared/trajectory/act.ts'
import type { SourceIndex } from '../../../../../shared/trajectory/source-index.ts'
import type { Direction, Scope } from '../../../../../shared/trajectory/types.ts'
import { createWalk } from '../../../../../shared/trajectory/walk.ts'

interface LegalActionsProps {
  readonly sources: SourceIndex
  readonly scope: Scope
  readonly direction: Direction
  /** The state in focus; null asks for none. */
  readonly at: { readonly seq: number; readonly duplicate: boolean } | null
}

/** Which actions are defined at the state in focus, and of each that is not the reason. */
export function LegalActions({ sources, scope, direction, at }: LegalActionsProps) {
  const actions = useMemo(
    () => legalActions(createWalk(sources, scope), at, direction),
    [sources, scope, at, direction],
  )
  return (
    <table className="legal-actions">
      <caption>
        Defined here{' '}
        <span className="muted">{at === null ? 'at no state' : `at event ${at.seq}`}</span>
      </caption>
      <tbody>
        {actions.map(({ name, reason }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{reason === null ? '✓ defined' : `✗ ${reason}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
