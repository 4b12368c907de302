import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endlessLoop } from '../support/hostile-models.ts'
import { ndw, ndwJson, temporaryFolder } from '../support/ndw.ts'
import { CARD, writeFolder } from '../support/small-models.ts'

const FACTORIAL = `def factorial(n):
    if n < 2:
        return 1
    return n * factorial(n - 1)
`
const SCRIPT = `total = 0
for i in range(3):
    total += i
print(total)
`

describe('the whole loop on the command line', () => {
  const folder = temporaryFolder('loop')
  const store = join(folder.path, 'workspace.db')
  const withStore = (...args: string[]): string[] => [...args, '--store', store]
  let trace = ''

  beforeAll(async () => {
    mkdirSync(join(folder.path, 'programs'))
    writeFileSync(join(folder.path, 'programs', 'factorial.py'), FACTORIAL)
    writeFileSync(join(folder.path, 'script.py'), SCRIPT)
    const [made] = await ndwJson(
      withStore('trace', join(folder.path, 'programs'), '--call', 'factorial(4)'),
    )
    trace = String(made?.trace)
    expect(made).toMatchObject({
      program: 'factorial.py',
      events: 16,
      depth: 4,
      exit: 'normal',
      stopReason: 'ended',
      result: '24',
      known: false,
    })
  })
  afterAll(folder.remove)

  it('records a script as well, keeps what it prints, and lists both', async () => {
    await ndwJson(withStore('trace', join(folder.path, 'script.py')))
    const rows = await ndwJson(withStore('traces'))
    expect(rows.map((row) => row.program)).toEqual(['factorial.py', 'script.py'])
    const filtered = await ndwJson(withStore('traces', '--where', 'depth > 1'))
    expect(filtered.map((row) => row.trace)).toEqual([trace])
  })

  it('finds the same program recorded before', async () => {
    const [made] = await ndwJson(
      withStore('trace', join(folder.path, 'programs'), '--call', 'factorial(4)'),
    )
    expect(made).toMatchObject({ trace, known: true, events: 16 })
  })

  it('prints every event with complete locals or the argument', async () => {
    const events = await ndwJson(withStore('events', trace))
    expect(events).toHaveLength(16)
    expect(events[0]).toEqual({
      seq: 0,
      kind: 'call',
      file: '/program/factorial.py',
      line: 1,
      function: 'factorial',
      depth: 1,
      thread: 0,
      src: 'def factorial(n):',
      flags: 0,
      locals: { n: '4' },
    })
    expect(events.at(-1)).toMatchObject({ kind: 'return', depth: 1, arg: '24' })
  })

  it('samples, encodes, decodes, labels and exports; the same again gives the same bytes', async () => {
    const draw = withStore(
      'sample',
      '--all',
      '--policy',
      'paper-mix',
      '--seed',
      '7',
      '--count',
      '5',
    )
    const drawn = await ndwJson(draw)
    expect(drawn).toHaveLength(10)
    expect(await ndwJson(draw)).toEqual(drawn)
    const inverse = await ndwJson([...draw, '--direction', 'inverse'])
    for (const { trajectory } of [...drawn, ...inverse]) {
      const id = String(trajectory)
      const { stdout: text } = await ndw(withStore('encode', id, '--codec', 'nd@1'))
      const file = join(folder.path, 'text.txt')
      writeFileSync(file, text)
      const [decoded] = await ndwJson(withStore('decode', '--codec', 'nd@1', file))
      expect(decoded?.problem).toBeNull()
      expect(text.startsWith('<|begin_of_text|><|trace_context_start|>')).toBe(true)
    }
    const chosen = String(drawn[0]?.trajectory)
    await ndwJson(withStore('label', chosen, '0', 'wrong_value'))
    const hashes = await Promise.all(['a', 'b'].map((name) => exportLabelled(name)))
    expect(hashes[0]).toEqual(hashes[1])
    expect(readdirSync(folder.path).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it("writes Code World Model's text and tokens, reads both back, and counts what there is", async () => {
    const draw = withStore('sample', '--all', '--policy', 'interpreter', '--seed', '3')
    const drawn = await ndwJson([...draw, '--count', '1'])
    const id = String(drawn[0]?.trajectory)
    const cwm = await ndw(withStore('encode', id, '--codec', 'cwm@1'))
    expect(cwm.stdout).toContain('  # << START_OF_TRACE\n')
    const nd = await ndw(withStore('encode', id, '--codec', 'nd@1'))
    const ids = await ndw(withStore('encode', id, '--codec', 'nd@1', '--tokenizer', 'own'))
    const readBack = async (stdin: string, ...how: string[]) => {
      const { stdout } = await ndw(withStore('decode', '-', ...how), { stdin })
      return JSON.parse(stdout)
    }
    const told = await readBack(nd.stdout, '--codec', 'nd@1')
    expect(told.problem).toBeNull()
    expect(await readBack(cwm.stdout, '--codec', 'cwm@1')).toEqual(told)
    expect(await readBack(ids.stdout, '--codec', 'nd@1', '--tokenizer', 'own')).toEqual(told)

    // The table of slots@1 is no token, so it stands before the ids; ids alone are refused with what is missing.
    const slots = await ndw(withStore('encode', id, '--codec', 'slots@1', '--tokenizer', 'own'))
    const ownSlots = ['--codec', 'slots@1', '--tokenizer', 'own']
    expect(await readBack(slots.stdout, ...ownSlots)).toEqual(told)
    const alone = await ndw(withStore('decode', '-', ...ownSlots), {
      stdin: slots.stdout.split('\n')[1] ?? '',
    })
    expect(alone).toMatchObject({ status: 1, stdout: '' })
    expect(alone.stderr).toMatch(/ids alone.*put the first line of the text, slots@1 \{…\}, before/)

    // A yes or no is one, in JSON and in words.
    const yesNo = withStore('rows', 'trajectory', '--columns', 'gold, steps', '--limit', '1')
    expect((await ndwJson(yesNo))[0]?.cells).toEqual({ gold: false, steps: expect.any(Number) })
    expect((await ndw(yesNo)).stdout).toMatch(/^j_[0-9a-f]{16} {2}no {2}\d+\n$/)

    const where = 'policy == "interpreter"'
    const [counts] = await ndwJson(withStore('stats', '--where', where, '--codec', 'cwm@1'))
    expect(counts).toMatchObject({ trajectories: 2, refused: 0, tokenizer: 'bytes@1' })
    expect(Object.keys(counts?.byAction as object)).toEqual(['step_into'])
    const all = await ndw(withStore('stats', '--codec', 'cwm@1'))
    expect(all.stderr).toMatch(
      /^cwm@1 cannot tell \d+ trajectories, which are not counted\. CWM text /,
    )
    expect(all.stdout).toMatch(/^tokens +[\d,.]+ +[\d,.]+ +[\d,.]+ +[\d,.]+$/m)
  })

  async function exportLabelled(name: string): Promise<unknown> {
    const out = join(folder.path, `export-${name}`)
    const where = 'labelled'
    const [made] = await ndwJson(
      withStore('export', '--format', 'jsonl', '--out', out, '--where', where),
    )
    expect(made).toMatchObject({ rows: 1, directory: out })
    const rows = readFileSync(join(out, 'trajectories.jsonl'), 'utf8').trimEnd().split('\n')
    expect(rows).toHaveLength(1)
    expect(JSON.parse(String(rows[0])).labels).toEqual([{ step: 0, class: 'wrong_value' }])
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ filter: where, counts: { trajectories: 1, labels: 1 } })
    return made?.files
  }
})

describe('what was wrong is said in a sentence', () => {
  const folder = temporaryFolder('wrong')
  const at = (...names: string[]): string => join(folder.path, ...names)
  const run = (...args: string[]) => ndw([...args, '--store', at('workspace.db')])
  beforeAll(() => {
    writeFileSync(at('f.py'), 'def f(x):\n    return x\n')
    writeFileSync(at('other.json'), '{"text": "x = 1"}\n')
  })
  afterAll(folder.remove)

  it('of a call that raises, with its row; of a call that is no Python, by the call', async () => {
    const raised = await run('trace', at('f.py'), '--call', 'g(1)')
    expect(raised.stdout).toMatch(/f\.py {2}error: NameError: name 'g' is not defined\n$/)
    const call = "SyntaxError: '(' was never closed, in the call g("
    const open = await run('trace', at('f.py'), '--call', 'g(')
    expect(open.stderr).toContain(`f.py: The call is not valid Python: ${call}.\n`)
    const probed = await run('trace', at('f.py'), '--call', 'g(', '--probe')
    expect(probed.stderr).toBe(
      "The call of f.py is not valid Python: '(' was never closed, in the call g(.\n",
    )
  })

  it('of texts and tokens that break, with what would mend them', async () => {
    writeFileSync(at('text.txt'), '<|begin_of_text|>x = 1')
    const text = await run('decode', at('text.txt'), '--codec', 'nd@1')
    expect(text.stderr).toBe(
      `${at('text.txt')} stops being valid at character 17: expected <|trace_context_start|>, found "x = 1". To go on, insert <|trace_context_start|>.\n`,
    )
    const ids = await run('decode', at('text.txt'), '--codec', 'nd@1', '--tokenizer', 'own')
    expect(ids.stderr).toBe(
      `${at('text.txt')} is not a list of token ids: "<|begin_of_text|>x" is none.\n`,
    )
    writeFileSync(at('many.txt'), '7 '.repeat(8_388_609))
    const many = await run('decode', at('many.txt'), '--codec', 'nd@1', '--tokenizer', 'own')
    expect(many).toMatchObject({
      stdout: '',
      stderr: `${at('many.txt')} has more than 8388608 token ids; cut it.\n`,
    })
    const codec = await run('decode', at('text.txt'), '--codec', 'nd@9')
    expect(codec.stderr).toMatch(/^--codec takes nd@1 or cwm@1 or slots@1, not nd@9\.\n$/)
    const tokenizer = await run('stats', '--tokenizer', at('other.json'))
    expect(tokenizer.stderr).toContain('is not a tokenizer.json that can be used')
  })

  it('of files that are no files of the kind', async () => {
    const decoded = await run('decode', '--codec', 'nd@1', folder.path)
    expect(decoded.stderr).toBe(
      `${folder.path} cannot be read: it is a folder; name the file with the training text.\n`,
    )
    const imported = await run('import', 'pytutor', at('other.json'))
    expect(imported.stderr).toContain(
      'line 1: it is no trace of Python Tutor, which is a JSON object with "code", the text of the program, and "trace", the list of its steps.\n',
    )
  })

  it('of arguments, by the part that is meant', async () => {
    const label = await run('label', 'j_0123456789abcdef', '-1', 'wrong_value')
    expect(label.stderr).toBe('STEP is a whole number from 0, not -1.\n')
    for (const option of ['columns', 'sort']) {
      const { stderr } = await run('rows', 'trace', `--${option}`, 'events, bogus')
      expect(stderr).toMatch(
        new RegExp(`^--${option}, in "bogus": A trace has no name "bogus" \\(character 1\\)`),
      )
    }
  })
})

describe('a model folder', () => {
  const folder = temporaryFolder('models')
  afterAll(folder.remove)
  const check = (...args: string[]) => ndw(['models', 'check', ...args], { cwd: folder.path })

  it('is told before it is run, by its path from here', async () => {
    writeFolder(join(folder.path, 'small'))
    const { status, stdout } = await check('./small')
    expect(status).toBe(0)
    for (const line of [
      /^model +small$/,
      /^identity +sha256:[0-9a-f]{64}$/,
      /^checksum +[0-9a-f]{64} model\.onnx$/,
      /^codec +slots@1, tokenizer: the codec’s own$/,
      /^input +input_ids int64 \[batch, tokens\]$/,
      /^memory +It fits: about .* with its whole context of 4,096 tokens; .* free\.$/,
    ]) {
      expect(stdout.split('\n')).toContainEqual(expect.stringMatching(line))
    }
    const [row] = await ndwJson(['models', 'check', join(folder.path, 'small')])
    expect(stdout).toContain(String(row?.identity))
  })

  it('is refused in one sentence where it is none of ours, or would never end', async () => {
    writeFolder(join(folder.path, 'other'), { card: { ...CARD, codec: 'slots@9' } })
    expect(await check('./other')).toEqual({
      ...{ status: 1, stdout: '' },
      stderr:
        'This model was trained on the codec "slots@9", and this version has nd@1, cwm@1, slots@1.\n',
    })
    writeFolder(join(folder.path, 'endless'), { model: endlessLoop() })
    expect((await check('./endless', '--json')).stderr).toMatch(
      /^model\.onnx: the node 1 is Loop, which may hide what never ends; [^\n]+ --loops all the same\.\n$/,
    )
    expect((await check('./endless', '--loops')).status).toBe(0)
  })
})
