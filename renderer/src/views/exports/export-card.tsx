import { formatBytes, formatNoun } from '../../../../shared/base/words.ts'
import type { ExportRow } from '../../../../shared/contract/exports.ts'
import { errorText } from '../../api/errors.ts'
import { useHost, useReveal } from '../../api/host.ts'
import { copyText } from '../../state/copy-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format.ts'

/** One finished export: where, what, and the checksums of its files. */
export function ExportCard({ row }: { row: ExportRow }) {
  const host = useHost()
  const reveal = useReveal()
  return (
    <article className="export-card" aria-label={row.directory} data-export={row.export}>
      <div className="export-head">
        <strong className="numbers">{formatNoun(row.rows, 'trajectory', 'trajectories')}</strong>
        <Badge>{row.format}</Badge>
        <Badge>{row.codec}</Badge>
        <div className="spacer" />
        <time className="muted numbers" dateTime={new Date(row.createdAt).toISOString()}>
          {formatTime(row.createdAt)}
        </time>
      </div>
      <p className="export-filter">
        <span className="muted">Query</span>{' '}
        {row.where === '' ? 'none: every trajectory' : <code>{row.where}</code>}
      </p>
      <div className="export-path">
        <code title={row.directory}>{row.directory}</code>
        <Button icon="copy" onClick={() => void copyText(row.directory, 'the path')}>
          Copy path
        </Button>
        {host?.capabilities.reveal ? (
          <Button icon="folder" onClick={() => reveal.mutate(row.directory)}>
            Show folder
          </Button>
        ) : null}
      </div>
      {reveal.error === null ? null : <p className="field-error">{errorText(reveal.error)}</p>}
      <FileTable files={row.files} />
    </article>
  )
}

function FileTable({ files }: { files: ExportRow['files'] }) {
  return (
    <table className="files">
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col" className="end">
            Size
          </th>
          <th scope="col">SHA-256</th>
        </tr>
      </thead>
      <tbody>
        {files.map(({ name, bytes, sha256 }) => (
          <tr key={name}>
            <td>{name}</td>
            <td className="end numbers" title={`${bytes} bytes`}>
              {formatBytes(bytes)}
            </td>
            <td className="hash">
              <code title={sha256}>{sha256}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
