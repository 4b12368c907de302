import { useExports } from '../../api/exports.ts'
import { useSize } from '../../state/layout.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { ExportCard } from './export-card.tsx'
import { ExportForm } from './export-form.tsx'

/** Writes the trajectories a filter keeps to a folder, and lists what was written before. */
export function ExportsView() {
  const form = useSize('exports.form', 440)
  return (
    <SplitPane label="Form and earlier exports" min={340} minRest={340} {...form}>
      <ExportForm />
      <EarlierExports />
    </SplitPane>
  )
}

function EarlierExports() {
  const { data } = useExports()
  return (
    <section className="exports" aria-label="Earlier exports">
      <header className="panel-head">
        <h2>Earlier exports</h2>
        <span className="muted numbers">{data?.length ?? ''}</span>
      </header>
      {data?.length === 0 ? (
        <EmptyState
          text="Nothing was exported yet."
          note="An export holds one JSON line for each trajectory, and a manifest of how it was made."
        />
      ) : (
        <ul className="export-list">
          {data?.map((row) => (
            <li key={row.export}>
              <ExportCard row={row} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
