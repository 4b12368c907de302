import { copyFileSync, cpSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSnapshot, type SnapshotParts, snapshotFiles } from '../../main/tracer/snapshot.ts'
import { createTracer } from '../../main/tracer/tracer.ts'
import { temporaryFolder } from '../support/ndw.ts'
import { LIMITS, resolveRecords, resourcesDir, tracerOptions } from './support.ts'

const BUILT = String(tracerOptions.snapshotsDir)
const PARTS: SnapshotParts = {
  pyodideDir: tracerOptions.pyodideDir,
  tracerDir: join(resourcesDir, 'tracer', 'ndtracer'),
  sandboxDir: join(resourcesDir, 'sandbox'),
}

/** Shows what an interpreter was made with: modules, limits, streams, exceptions through libraries, its own files. */
const PROGRAM = `
import dataclasses, json, os, re, sys, threading
@dataclasses.dataclass
class Point:
    x: int
    y: list
def go(n):
    try:
        return json.loads("[" * n)
    except ValueError as error:
        return re.sub(r"\\d", "#", str(error))
points = [Point(i, [i]) for i in range(3)]
failed = go(3)
names = sorted(sys.modules)
facts = (sys.getrecursionlimit(), sys.path, os.getcwd(), os.listdir("/"), sorted(os.environ), sys.flags[:])
t = threading.Thread(target=go, args=(2,)) if sys.platform != "emscripten" else None
print(points, failed)
1 / 0
`

async function recorded(snapshotsDir: string | null, code: string) {
  const tracer = createTracer({ ...tracerOptions, workers: 1, snapshotsDir })
  try {
    const records: Parameters<typeof resolveRecords>[0][number][] = []
    const program = { code, entry: null, fileName: 'main.py' }
    await tracer.trace(program, LIMITS, (batch) => void records.push(...batch))
    return resolveRecords(records)
  } finally {
    await tracer.close()
  }
}

export function describeSnapshot(): void {
  describe('an interpreter that begins with a snapshot', () => {
    it('records what one that begins anew does', async () => {
      expect(await findSnapshot(BUILT, PARTS)).not.toBeNull()
      const [fast, anew] = [await recorded(BUILT, PROGRAM), await recorded(null, PROGRAM)]
      expect(anew.events.length).toBeGreaterThan(30)
      const {
        wallSeconds: _,
        cpuSeconds: __,
        ...end
      } = anew.end as unknown as Record<string, unknown>
      expect(fast.end).toMatchObject(end)
      expect(fast.events).toEqual(anew.events)
      expect(fast.stdout).toBe(anew.stdout)
    })

    it('has chance and time of its own', async () => {
      const code = `
import os, random, secrets, time, uuid
print(random.random(), secrets.token_hex(), uuid.uuid4(), os.urandom(8), time.time(), tuple(random.sample(range(10**9), 3)))`
      const [first, second] = [await recorded(BUILT, code), await recorded(BUILT, code)]
      const [one, other] = [first.stdout, second.stdout].map((text) => text.split(' '))
      expect(one).not.toHaveLength(0)
      expect(one?.filter((word) => other?.includes(word))).toEqual([])
    })

    it('is never of other parts, nor cut', async () => {
      const folder = temporaryFolder('snapshot')
      const parts = { ...PARTS, tracerDir: join(folder.path, 'ndtracer') }
      try {
        cpSync(PARTS.tracerDir, parts.tracerDir, { recursive: true })
        const built = snapshotFiles(BUILT)
        const copy = snapshotFiles(folder.path)
        copyFileSync(built.key, copy.key)
        expect(await findSnapshot(folder.path, parts)).toBeNull()
        copyFileSync(built.memory, copy.memory)
        expect(await findSnapshot(folder.path, parts)).toBe(copy.memory)
        expect(existsSync(copy.memory)).toBe(true)
        writeFileSync(join(parts.tracerDir, 'scope.py'), '# changed\n')
        expect(await findSnapshot(folder.path, parts)).toBeNull()
        writeFileSync(copy.memory, 'cut')
        expect(await findSnapshot(folder.path, PARTS)).toBeNull()
      } finally {
        folder.remove()
      }
    })
  })
}
