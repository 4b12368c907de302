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
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hasStackTrace,
  jsonLines,
  type NdwResult,
  ndw,
  startNdw,
  temporaryFolder,
} from '../support/ndw.ts'

const folder = temporaryFolder('bad')
const store = join(folder.path, 'workspace.db')
const path = (name: string): string => join(folder.path, name)

/** Every failure is plain sentences on stderr, and the store stays sound. */
function expectPlain(result: NdwResult, status: number, sentence: RegExp): void {
  expect(result.stderr).toMatch(sentence)
  expect(hasStackTrace(result.stderr)).toBe(false)
  expect(result.status).toBe(status)
}

function expectSound(file: string): void {
  const db = new Database(file, { readonly: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.pragma('foreign_key_check')).toEqual([])
  expect(db.prepare("SELECT count(*) AS n FROM trace WHERE state = 'recording'").get()).toEqual({
    n: 0,
  })
  db.close()
}

function write(name: string, text: string): string {
  writeFileSync(path(name), text)
  return path(name)
}

beforeAll(async () => {
  const good = write('good.py', 'def f(x):\n    y = x + 1\n    return y\n\nprint(f(1))\n')
  expect((await ndw(['trace', good, '--store', store])).status).toBe(0)
})
afterAll(() => {
  expectSound(store)
  folder.remove()
})

describe('files that are no programs', () => {
  it('names a missing file', async () => {
    expectPlain(await ndw(['trace', path('none.py'), '--store', store]), 1, /no file or folder/)
  })

  it('says where a syntax error is', async () => {
    const file = write('syntax.py', 'def f(:\n    pass\n')
    expectPlain(
      await ndw(['trace', file, '--store', store]),
      1,
      /Not valid Python, line 1: SyntaxError/,
    )
  })

  it('refuses bytes that are no text', async () => {
    const file = path('binary.py')
    writeFileSync(file, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff, 0xfe, 0]))
    expectPlain(await ndw(['trace', file, '--store', store]), 1, /not UTF-8/)
  })

  it('refuses another kind of file', async () => {
    const file = write('notes.txt', 'hello')
    expectPlain(await ndw(['trace', file, '--store', store]), 1, /neither a \.py file/)
  })

  it('names the line of a JSONL that is none, and records nothing', async () => {
    const file = write('programs.jsonl', '{"id": "a", "code": "x = 1"}\n{"id": 3}\n')
    const before = await ndw(['traces', '--store', store, '--json'])
    expectPlain(await ndw(['trace', file, '--store', store]), 1, /line 2/)
    expect((await ndw(['traces', '--store', store, '--json'])).stdout).toBe(before.stdout)
  })
})

describe('programs that misbehave keep a partial trace with its stop reason', () => {
  const cases = [
    {
      name: 'an endless loop, by steps',
      code: 'n = 0\nwhile True:\n    n += 1\n',
      args: ['--max-steps', '500'],
      stopReason: 'step_limit',
    },
    {
      name: 'an endless loop, by time',
      code: 'n = 0\nwhile True:\n    n += 1\n',
      args: ['--timeout', '0.5', '--max-steps', '5000000'],
      stopReason: 'time_limit',
    },
    {
      name: 'an endless loop outside of Python code',
      code: 'x = 1\ny = sum(range(10 ** 12))\n',
      args: ['--timeout', '1'],
      stopReason: 'time_limit',
    },
    {
      name: 'one gigabyte of output',
      code: "x = 1\nfor i in range(1024):\n    print('a' * 1048576)\n",
      args: [],
      stopReason: 'output_limit',
    },
  ]
  it.each(cases)('$name', async ({ name, code, args, stopReason }) => {
    const file = write(`${name.replaceAll(/\W/g, '-')}.py`, code)
    const result = await ndw(['trace', file, '--store', store, '--json', ...args])
    expectPlain(result, 0, /Stopped/)
    const [made] = jsonLines(result.stdout)
    expect(made).toMatchObject({ stopReason, exit: 'never' })
    expect(made?.events).toBeGreaterThan(1)
  })
})

describe('programs that want out of the sandbox', () => {
  it('deletes nothing', async () => {
    const victim = write('victim.txt', 'precious')
    const code = `import os, shutil
for act in (os.remove, os.unlink, shutil.rmtree):
    try:
        act(${JSON.stringify(victim)})
        print('DELETED')
    except OSError as error:
        print(type(error).__name__)
try:
    open(${JSON.stringify(path('planted.txt'))}, 'w').write('x')
except OSError:
    pass
`
    const result = await ndw(['trace', write('delete.py', code), '--store', store, '--json'])
    expect(hasStackTrace(result.stderr)).toBe(false)
    expect(existsSync(victim)).toBe(true)
    expect(existsSync(path('planted.txt'))).toBe(false)
  })

  it('reaches no socket', async () => {
    const reached: string[] = []
    const server = createServer((socket) => {
      reached.push('connection')
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const code = `import socket
s = socket.socket()
s.settimeout(1)
s.connect(('127.0.0.1', ${port}))
s.send(b'hello')
`
    const result = await ndw(['trace', write('socket.py', code), '--store', store, '--json'])
    server.close()
    expect(hasStackTrace(result.stderr)).toBe(false)
    expect(reached).toEqual([])
    const [made] = jsonLines(result.stdout)
    expect(made?.events).toBeGreaterThan(1)
  })

  it('runs no command on the host', async () => {
    const code = `import os\nx = 1\nos.system('touch ${path('touched')}')\n`
    const result = await ndw(['trace', write('system.py', code), '--store', store, '--json'])
    expect(hasStackTrace(result.stderr)).toBe(false)
    expect(existsSync(path('touched'))).toBe(false)
  })
})

describe('stores that cannot be used', () => {
  it('refuses a file that is no store, and leaves it as it is', async () => {
    const text = 'Dear reader, this is not a database at all.\n'.repeat(200)
    const file = write('letter.db', text)
    expectPlain(await ndw(['traces', '--store', file]), 1, /not .*(workspace|workbench|database)/i)
    expect(readFileSync(file, 'utf8')).toBe(text)
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
      const locked = path('locked')
      mkdirSync(locked)
      const copy = new Database(store)
      await copy.backup(join(locked, 'workspace.db'))
      copy.close()
      chmodSync(folder.path, 0o755)
      chmodSync(locked, 0o555)
      const listed = await ndw(['traces', '--store', join(locked, 'workspace.db')], { uid: 65534 })
      expect(listed.status).toBe(0)
      expect(listed.stdout).toContain('good.py')
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
      (await ndw(['traces', '--where', 'loop-', '--store', store, '--json'])).stdout,
    )
    expect(kept.length).toBeGreaterThanOrEqual(3)
    expect(kept.length).toBeLessThan(60)
    expect(readdirSync(folder.path).filter((name) => name.includes('partial'))).toEqual([])
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
    [['traces', '--where', 'colour:red'], /colour/],
    [['decode', '--codec', 'nd@1', 'no-such-file'], /cannot be read/],
  ])('%j', async (args, sentence) => {
    expectPlain(await ndw([...args, '--store', store]), 1, sentence)
  })
})
