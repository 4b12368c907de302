import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readModelFolder } from '../../main/runtime/model-folder/read-model-folder.ts'
import { deepModel, endlessLoop, MODEL_KINDS } from '../support/hostile-models.ts'
import { NO_DECODERS } from '../support/no-decoders.ts'
import { ODD_GRAPHS } from '../support/odd-graphs.ts'
import { BOOL, FLOAT, graph, node, port, tensor } from '../support/onnx-writer.ts'
import { LOOK_UP, plainModel, WEIGHTS, weightFile, writeFolder } from '../support/small-models.ts'

const home = mkdtempSync(join(tmpdir(), 'ndw-model-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const outside = join(home, 'outside')
mkdirSync(outside)

let made = 0
function newFolder(): string {
  made += 1
  const folder = join(home, `m${made}`)
  mkdirSync(folder)
  return folder
}

const BUDGET = { memory: 4e9 }

describe('the 23 kinds of model files', () => {
  it('are 23', () => expect(MODEL_KINDS).toHaveLength(23))

  it.each(MODEL_KINDS.map((kind) => [kind.name, kind] as const))(
    '%s',
    async (_name, { make, refusal }) => {
      writeFileSync(join(outside, 'secret'), weightFile())
      const folder = newFolder()
      writeFolder(folder, { model: make(folder, outside) })
      const startedAt = performance.now()
      const read = await readModelFolder(folder, BUDGET)
      expect(performance.now() - startedAt).toBeLessThan(10_000)
      if (refusal === null) expect(read).toMatchObject({ ok: true })
      else {
        expect(read).toEqual({ ok: false, error: expect.stringMatching(refusal) })
        expect(read.ok ? '' : read.error).toMatch(/^[^\n]{10,500}\.$/)
      }
    },
  )
})

async function refusalOf(folder: string, budget = BUDGET): Promise<string> {
  const read = await readModelFolder(folder, budget)
  return read.ok ? 'taken' : read.error
}

describe('a graph', () => {
  it.each([...ODD_GRAPHS, ...NO_DECODERS])('of %s is refused', async (_name, make, refusal) => {
    const startedAt = performance.now()
    expect(await refusalOf(writeFolder(newFolder(), { model: make() }))).toMatch(refusal)
    expect(performance.now() - startedAt).toBeLessThan(30_000)
  })
})

describe('control flow', () => {
  const asked = async (model: Uint8Array): Promise<string> => {
    const folder = writeFolder(newFolder(), { model })
    const read = await readModelFolder(folder, { ...BUDGET, controlFlow: true })
    return read.ok ? 'taken' : read.error
  }

  it('is taken where it is asked for, a few levels deep', async () => {
    expect(await asked(endlessLoop())).toBe('taken')
    expect(await asked(deepModel(4))).toBe('taken')
    expect(await asked(deepModel(60))).toBe('model.onnx has graphs more than 8 deep.')
  })

  it('does not hide what is refused in it', async () => {
    const inner = graph({
      nodes: [node('Shell', [], ['out'], { domain: 'org.evil' })],
      outputs: [port('out', FLOAT, [])],
    })
    const branches = { then_branch: { graph: inner }, else_branch: { graph: inner } }
    const yes = tensor({ name: 'yes', dims: [], type: BOOL, raw: Uint8Array.of(1) })
    const model = plainModel({
      nodes: [node('If', ['yes'], ['deep'], { attributes: branches }), ...LOOK_UP],
      weights: [...WEIGHTS, yes],
    })
    expect(await asked(model)).toMatch(/of the operators "org\.evil"/)
  })
})
