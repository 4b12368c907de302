import { useSize } from '../../state/layout.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { useShareOf } from '../common/share-of.ts'
import { RecordForm } from './record-form.tsx'
import { RecordingsPane } from './recordings-pane.tsx'

/** Records programs: what and how on the left, what became of each on the right. */
export function RecordView() {
  const form = useSize('record.form', useShareOf(0.36, 420, 620))
  return (
    <SplitPane label="Form and recordings" min={360} minRest={400} {...form}>
      <RecordForm />
      <RecordingsPane />
    </SplitPane>
  )
}
