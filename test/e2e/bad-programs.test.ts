import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { expectPlain } from '../support/expectations.ts'
import { hasStackTrace, jsonLines, ndw, ndwJson } from '../support/ndw.ts'
import { prepareStore } from '../support/prepared-store.ts'

const { store, path, write } = prepareStore('bad-programs')

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

  it('reads a source in the encoding that it names', async () => {
    const file = path('latin.py')
    writeFileSync(file, Buffer.from('# coding: latin-1\nx = "\xe9"\nprint(ascii(x))\n', 'latin1'))
    const [made] = await ndwJson(['trace', file, '--store', store])
    expect(made).toMatchObject({ failure: null, exit: 'normal', stopReason: 'ended' })
    const events = await ndwJson(['events', String(made?.trace), '--store', store])
    expect(events.at(-2)).toMatchObject({ line: 3, locals: { x: "'é'" } })
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
