import type { ThreeWayRow } from '../../draw/three-way.ts'

const TEXT_CHARS = 20_000

/** One variable in full on all three sides, and where in it they differ. */
export function ValueDetail({ row, onClose }: { row: ThreeWayRow; onClose: () => void }) {
  const sides = [
    ['before', row.before],
    ['real', row.real],
    ['predicted', row.predicted],
  ] as const
  return (
    <section className="value-detail" aria-label={`${row.name} in full`}>
      <div className="pane-title">
        <h3>
          <code>{row.name}</code>
        </h3>
        <span className="spacer" />
        <button type="button" className="text-button" onClick={onClose}>
          Close
        </button>
      </div>
      <dl>
        {sides.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{value.text.slice(0, TEXT_CHARS)}</code>
              </dd>
            </div>
          ),
        )}
      </dl>
      {row.differences.length === 0 ? null : (
        <ul className="difference-list">
          {row.differences.map(({ path, kind, real, predicted }) => (
            <li key={`${path} ${kind}`}>
              <code>{path}</code>{' '}
              {kind === 'changed' ? (
                <>
                  is <code>{predicted}</code>, and really <code>{real}</code>
                </>
              ) : kind === 'missing' ? (
                <>
                  is missing; really <code>{real}</code>
                </>
              ) : (
                <>
                  is too much: <code>{predicted}</code>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
