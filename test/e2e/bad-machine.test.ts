import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { expectPlain, expectSound } from '../support/expectations.ts'
import { jsonLines, ndw, startNdw } from '../support/ndw.ts'
import { prepareStore } from '../support/prepared-store.ts'

const { folder, store, path, write } = prepareStore('bad-machine')

describe('stores that cannot be used', () => {
  it('refuses a file that is no store, and leaves it as it is', async () => {
    const text = 'Dear reader, this is not a database at all.\n'.repeat(200)
    const file = write('letter.db', text)
    expectPlain(await ndw(['traces', '--store', file]), 1, /not .*(workspace|workbench|database)/i)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('refuses a mistyped name where a store is read, and makes none there', async () => {
    const mistyped = path('no-such-folder/store.db')
    for (const args of [
      ['traces'],
      ['stats'],
      ['export', '--format', 'jsonl', '--out', path('out')],
    ]) {
      expectPlain(await ndw([...args, '--store', mistyped]), 1, /no store .*no-such-folder/)
    }
    expect(existsSync(path('no-such-folder'))).toBe(false)
  })

  it('refuses a store whose bytes were overwritten', async () => {
    const damaged = path('damaged.db')
    const copy = new Database(store)
    await copy.backup(damaged)
    copy.close()
    const bytes = readFileSync(damaged)
    bytes.fill(0x5a, Math.floor(bytes.length * 0.1), Math.floor(bytes.length * 0.9))
    writeFileSync(damaged, bytes)
    const result = await ndw(['traces', '--store', damaged])
    expectPlain(result, 1, /damaged|malformed|corrupt/i)
  })

  it.skipIf(process.getuid?.() !== 0)(
    'opens a store in a read-only folder for reading',
    async () => {
      const draw = ['--all', '--policy', 'interpreter', '--seed', '1', '--count', '1']
      expect((await ndw(['sample', ...draw, '--store', store])).status).toBe(0)
      const locked = path('locked')
      mkdirSync(locked)
      const copy = new Database(store)
      await copy.backup(join(locked, 'workspace.db'))
      copy.close()
      chmodSync(folder, 0o755)
      chmodSync(locked, 0o555)
      const listed = await ndw(['traces', '--store', join(locked, 'workspace.db')], { uid: 65534 })
      expect(listed.status).toBe(0)
      expect(listed.stdout).toContain('good.py')
      // What threads share the work of reads the same file as all else does.
      const stats = await ndw(['stats', '--store', join(locked, 'workspace.db')], { uid: 65534 })
      expect(stats.stderr).toBe('')
      expect(stats.stdout).toMatch(/^[1-9]\d* trajector(y|ies) as nd@1/)
      const refused = await ndw(
        ['trace', path('good.py'), '--store', join(locked, 'workspace.db')],
        {
          uid: 65534,
        },
      )
      expectPlain(refused, 1, /read-only|may not write|cannot be written/i)
      chmodSync(locked, 0o755)
    },
  )
})

describe('the machine gets in the way', () => {
  it('says that a port is in use', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const result = await ndw(['serve', '--port', String(port), '--no-open', '--store', store])
    server.close()
    expectPlain(result, 1, new RegExp(`${port}.*in use`))
  })

  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'ends in a sentence when the disk is full, and keeps what was committed',
    async () => {
      const disk = path('disk')
      mkdirSync(disk)
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk])
      if (mounted.status !== 0) return
      try {
        const full = join(disk, 'workspace.db')
        expect((await ndw(['trace', path('good.py'), '--store', full])).status).toBe(0)
        const code = 'data = []\nfor i in range(20000):\n    data.append(str(i) * 20)\n'
        const result = await ndw(['trace', write('grow.py', code), '--store', full])
        expectPlain(result, 1, /disk .*is full/i)
        const rows = jsonLines((await ndw(['traces', '--store', full, '--json'])).stdout)
        expect(rows.map((row) => row.program)).toEqual(['good.py'])
        expectSound(full)
      } finally {
        spawnSync('umount', [disk])
        rmSync(disk, { recursive: true, force: true })
      }
    },
  )

  it('stops at Ctrl-C with what was recorded before, and nothing half', async () => {
    const programs = Array.from({ length: 60 }, (_, i) =>
      JSON.stringify({ id: `loop-${i}`, code: `n = ${i}\nwhile n < 4000:\n    n += 1\n` }),
    )
    const file = write('many.jsonl', `${programs.join('\n')}\n`)
    const running = startNdw(['trace', file, '--store', store, '--json'])
    await new Promise<void>((resolve) => {
      let lines = 0
      running.child.stdout?.on('data', (chunk: Buffer) => {
        lines += chunk.toString('utf8').split('\n').length - 1
        if (lines >= 3) resolve()
      })
    })
    running.child.kill('SIGINT')
    const result = await running.ended
    expectPlain(result, 1, /cancelled/)
    expectSound(store)
    const kept = jsonLines(
      (await ndw(['traces', '--where', '"loop-"', '--store', store, '--json'])).stdout,
    )
    expect(kept.length).toBeGreaterThanOrEqual(3)
    expect(kept.length).toBeLessThan(60)
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  })
})

describe('a command line that is not understood', () => {
  it.each([
    [['frobnicate'], /no command frobnicate/],
    [['trace'], /PATH is missing/],
    [['trace', 'a.py', '--max-steps', 'many'], /--max-steps takes a whole number/],
    [['sample', '--policy', 'paper-mix', '--seed', '1', '--count', '1'], /exactly one of/],
    [['label', 'j_0', 'x', 'other'], /STEP is a whole number/],
    [['label', 'j_0', '0', 'nonsense'], /no failure class nonsense/],
    [['export', '--format', 'xml', '--out', 'x'], /--format takes jsonl/],
    [['traces', '--frob'], /frob/],
    [['policy'], /policy takes list, show NAME, check FILE, add FILE or remove NAME\./],
  ])('%j', async (args, sentence) => {
    expectPlain(await ndw([...args, '--store', store]), 2, sentence)
  })

  it.each([
    [['events', 't_0'], /no trace t_0/],
    [['encode', 'j_0', '--codec', 'nd@1'], /no trajectory j_0/],
    [
      ['sample', '--trace', 't_0', '--policy', 'paper-mix', '--seed', '1', '--count', '1'],
      /no trace/,
    ],
    [['sample', '--all', '--policy', 'nobody', '--seed', '1', '--count', '1'], /no policy/],
    [['traces', '--where', 'colour == "red"'], /colour/],
    [['decode', '--codec', 'nd@1', 'no-such-file'], /cannot be read/],
  ])('%j', async (args, sentence) => {
    expectPlain(await ndw([...args, '--store', store]), 1, sentence)
  })
})
