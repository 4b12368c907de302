import { describe, expect, it } from 'vitest'
import { createCpythonTracer } from '../../main/tracer/cpython-tracer.ts'
import { findCpython } from './cpython.ts'
import { recordWith, resourcesDir } from './support.ts'

const OPTIONS = { resourcesDir, python: null, workers: 1 }

const found = await findCpython()

describe.skipIf(found === null)('standard input of a process', () => {
  it('is one for sys.stdin, open(0), os.read and the programs it starts', async () => {
    const tracer = createCpythonTracer({ ...OPTIONS, consent: true })
    const code = `import os, sys
print(os.read(0, 4))
print(repr(sys.stdin.readline()), sys.stdin.name, sys.stdin.fileno(), sys.stdin.isatty())
os.lseek(0, 5, 0)
with open(0, closefd=False) as again:
    print(repr(again.read()))
print(repr(os.read(0, 1)), repr(input() if False else sys.stdin.read(1)))
`
    const { records } = await recordWith(tracer, {
      ...{ code, entry: null, fileName: 'main.py' },
      stdin: 'Ada\nbé\nc',
    })
    const printed = records.flatMap((one) => (one.kind === 'out' ? [one.text] : [])).join('')
    expect(printed.split('\n')).toEqual([
      "b'Ada\\n'",
      "'bé\\n' <stdin> 0 False",
      "'é\\nc'",
      expect.stringMatching(/^b'' /),
      '',
    ])
    await tracer.close()
  })
})

describe.skipIf(found === null)('standard streams of a process', () => {
  it('have the descriptors that they have without a tracer, and tell what is written to those', async () => {
    const tracer = createCpythonTracer({ ...OPTIONS, consent: true })
    const code = `import os, subprocess, sys
print(sys.stdout.fileno(), sys.stderr.fileno(), sys.__stdout__.fileno(), os.isatty(sys.stdout.fileno()))
with open(sys.stdout.fileno(), "w", closefd=False) as again:
    again.write("again\\n")
subprocess.run(["/bin/sh", "-c", "echo child"], stdout=sys.stdout, stderr=sys.stderr)
`
    const { stdout, end } = await recordWith(tracer, { code, entry: null, fileName: 'main.py' })
    expect(end).toMatchObject({ stop: 'ended', exit: 'normal', error: null })
    expect(stdout).toBe('1 2 1 False\nagain\nchild\n')
    await tracer.close()
  })

  it('are told what keeps a program from being compiled, in the words of Python', async () => {
    const tracer = createCpythonTracer({ ...OPTIONS, consent: true })
    const code = `x = ${'-'.repeat(100_000)}1\n`
    const { end } = await recordWith(tracer, { code, entry: null, fileName: 'main.py' })
    expect(end.stop).toBe('syntax_error')
    expect(end.error?.message).not.toMatch(/raised/)
    await tracer.close()
  })
})
