import type { RunPredictionRow } from '../../../../shared/contract/runs.ts'

const SIGNS = { changed: '~', missing: '−', extra: '+' } as const

/** Where a prediction leaves the real state: a sign, the place, and both values. */
export function Differences({ rows }: { rows: RunPredictionRow['differences'] }) {
  if (rows.length === 0) return null
  return (
    <table className="differences">
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">Real</th>
          <th scope="col">Predicted</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, kind, real, predicted }) => (
          <tr key={`${kind} ${path}`} data-kind={kind}>
            <th scope="row">
              <span aria-hidden="true">{SIGNS[kind]}</span> <code>{path}</code>{' '}
              <span className="muted">{kind}</span>
            </th>
            <td>{real === null ? '' : <code>{real}</code>}</td>
            <td>{predicted === null ? '' : <code>{predicted}</code>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What the engine wrote, as it wrote it. */
export function WrittenText({ text }: { text: string }) {
  return (
    <pre className="written">{text === '' ? <span className="muted">nothing</span> : text}</pre>
  )
}
