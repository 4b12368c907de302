import { describe, expect, it } from 'vitest'
import { openWorkspace } from '../../main/store/open.ts'
import { reads } from '../../main/store/reads.ts'
import { sql } from '../../main/store/sql.ts'
import { buildTree } from '../../shared/tree/build.ts'
import { buildStore, builtStore, LONG, sizesFor, TREE } from '../bench/big-store/big-store.ts'
import { COLUMNS, TYPICAL_QUERIES } from '../bench/big-store/typical-queries.ts'
import { corpusPage } from '../support/corpus-page.ts'
import { temporaryFolder } from './folders.ts'

describe('the store that is measured', () => {
  const folder = temporaryFolder()
  const sizes = sizesFor(200)

  it('is a workspace like any other, built once', async () => {
    const built = buildStore(folder, sizes)
    expect(builtStore(folder, sizes)).toEqual(built)
    expect(builtStore(folder, sizesFor(300))).toBeNull()
    const workspace = await openWorkspace(built.path)
    if (workspace.kind !== 'writable') throw new Error(workspace.reason)
    const { db } = workspace
    try {
      expect(db.pragma('integrity_check')).toBe('ok')
      expect(db.all(sql`SELECT * FROM pragma_foreign_key_check`)).toEqual([])
      for (const trace of [LONG, TREE, 't_0', 't_199']) {
        const { rows } = reads.traceEvents(db, { trace, offset: 0, limit: 500 })
        const detail = reads.traceGet(db, { trace })
        expect(rows).toHaveLength(Math.min(500, detail.events))
        const nodes = reads.treeNodes(db, { trace, from: 0, limit: detail.events })
        // Frames and kinds say where an event belongs; the copied rows must say the same.
        const tree = buildTree(
          nodes.kind.map((kind, at) => ({
            kind,
            frame: nodes.frame[at] as number,
            line: 1,
            function: 'f',
            flags: 0,
            thread: 0,
          })),
        )
        expect(tree.nodes.map((node) => node.close)).toEqual(nodes.close)
        expect(tree.nodes.map((node) => node.parent)).toEqual(nodes.parent)
        expect(tree.nodes.map((node) => node.activation)).toEqual(nodes.activation)
      }
      for (const { level, where, bare } of TYPICAL_QUERIES) {
        const rows = corpusPage(db, { level, where, columns: COLUMNS[level], limit: 100 })
        const by = db.prepare(bare).all({ until: Number.MAX_SAFE_INTEGER, limit: 100 })
        const ids = (by as { id?: string; seq?: number }[]).map(({ id, seq }) => id ?? seq)
        expect(
          rows.map(({ step, id }) => step ?? id),
          where,
        ).toEqual(ids)
      }
    } finally {
      db.close()
    }
  })
})
