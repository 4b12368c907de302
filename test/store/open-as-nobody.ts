import { rmSync } from 'node:fs'
import { openReader, openWorkspace } from '../../main/store/open.ts'
import { reads } from '../../main/store/reads.ts'

/** Run as an unprivileged user: opens the workspace given as argument and prints how it went as one JSON line. */
const path = process.argv[2] ?? ''
try {
  const workspace = await openWorkspace(path)
  const reader = openReader(workspace.path)
  process.stdout.write(
    JSON.stringify({
      kind: workspace.kind,
      reason: workspace.kind === 'read-only' ? workspace.reason : null,
      copied: workspace.path !== path,
      traces: reads.traceIds(reader, { where: '' }),
    }),
  )
  reader.close()
  if (workspace.kind === 'read-only' && workspace.temporaryFolder !== null) {
    rmSync(workspace.temporaryFolder, { recursive: true })
  }
} catch (error) {
  process.stdout.write(JSON.stringify({ refused: error instanceof Error ? error.message : '' }))
}
