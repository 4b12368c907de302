import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openReader } from '../../main/store/open.ts'
import { corpusTotal } from '../../main/store/readers/corpus-reader.ts'
import { ROOT } from '../support/ndw.ts'
import { type BigStore, buildStore, builtStore, sizesFor } from './big-store/big-store.ts'
import { FACETS, measureFacets, measureQuery, PAGE } from './big-store/measure-queries.ts'
import { measureTraces } from './big-store/measure-traces.ts'
import { TYPICAL_QUERIES } from './big-store/typical-queries.ts'
import { printTable } from './table.ts'

/**
 * The readers on a store as large as a research group's, each beside the simplest SQL for the same rows in the same
 * process: `npm run -s bench -- workbench [--traces N]`. The store is built once a size, in a process of its own, and
 * kept in .cache. A query that is not done after 5 s has looked at some of its rows only, and the SQL at as many; SQL that
 * takes longer is reckoned from a part of its rows (`about`).
 */

const FOLDER = join(ROOT, '.cache', 'bench')

/** A store that another process builds, so that this one's memory is that of reading. */
function readyStore(traces: number): BigStore {
  const sizes = sizesFor(traces)
  const known = builtStore(FOLDER, sizes)
  if (known !== null) return known
  process.stdout.write(`Building a store of ${traces.toLocaleString('en')} traces in ${FOLDER} …\n`)
  const args = [import.meta.filename, '--build', '--traces', String(traces)]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  const built = builtStore(FOLDER, sizes)
  if (status !== 0 || built === null) process.exit(1)
  return built
}

function tracesAsked(): number {
  const at = process.argv.indexOf('--traces')
  if (at < 0) return 100_000
  const traces = Number(process.argv[at + 1])
  if (Number.isInteger(traces) && traces >= 100 && traces <= 100_000) return traces
  process.stderr.write('--traces takes a whole number from 100 to 100000.\n')
  return process.exit(2)
}

function measure(store: BigStore): void {
  const { nodes, bindings, values, trajectories, bytes, seconds } = store
  const idle = process.memoryUsage.rss()
  const db = openReader(store.path)
  const bare = new Sqlite(store.path, { readonly: true })
  printTable('The store', [
    {
      traces: corpusTotal(db, { level: 'trace' }).total,
      nodes,
      bindings,
      values,
      trajectories,
      MB: Math.round(bytes / 1e6),
      'built in s': seconds,
    },
  ])
  printTable(
    `First ${PAGE} rows`,
    TYPICAL_QUERIES.map((query) => measureQuery(db, bare, query)),
  )
  printTable(
    'Facets of the longest trace’s events',
    FACETS.map((one) => measureFacets(db, bare, one)),
  )
  printTable('Traces', measureTraces(db, bare))
  const peak = process.resourceUsage().maxRSS * 1024
  printTable('Memory of this process', [
    { 'before MB': Math.round(idle / 1e6), 'peak MB': Math.round(peak / 1e6) },
  ])
  bare.close()
  db.close()
}

const traces = tracesAsked()
if (process.argv.includes('--build')) {
  try {
    buildStore(FOLDER, sizesFor(traces))
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
} else measure(readyStore(traces))
