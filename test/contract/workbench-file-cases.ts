import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { expectBalanced } from '../support/perfetto-rules.ts'
import { followJob } from './workbench-bench.ts'
import { type Cases, notObject } from './workbench-scene.ts'

/** Cases of traces as files. */
export const FILE_CASES: Cases<'trace.import' | 'trace.export'> = {
  'trace.import': {
    input: ({ bench, wire }) => {
      const path = join(bench.folder, `import-${wire}.txt`)
      const frames = [
        `<|call_sep|>{"n": "${wire}"}<|action_sep|>def f(n):\n`,
        `<|line_sep|>{"n": ".."}<|action_sep|>    return n\n`,
        `<|return_sep|><|action_sep|>    return n\n<|arg_sep|>"${wire}"`,
      ]
      const code = `<|trace_context_start|>def f(n):  # << START_OF_TRACE\n    return n\n<|frame_sep|>`
      const good = `${code}${frames.map((frame) => `${frame}<|frame_sep|>`).join('')}<|end_of_text|>`
      writeFileSync(path, `${good}\n${code}<|jump_sep|>\n`)
      return { format: 'cwm', path }
    },
    check: async ({ job }, { client, bench, wire }) => {
      const { row, made } = await followJob(client, job)
      const path = join(bench.folder, `import-${wire}.txt`)
      expect(row).toMatchObject({ kind: 'import', state: 'done', error: null })
      expect(row.result).toMatchObject({ format: 'cwm', path, taken: 1, known: 0, refused: 1 })
      expect(made).toMatchObject([
        { line: 1, events: 3, exit: 'normal', known: false, failure: null },
        { line: 9, trace: null, failure: expect.stringContaining(`${path}, line 9`) },
      ])
      const trace = await client.call('trace.get', { trace: String(made[0]?.trace) })
      expect(trace).toMatchObject({ engine: 'imported', imported: 'cwm', entry: `f(n=${wire})` })
      expect(trace.result).toMatchObject({ text: String(wire), type: 'int' })
      expect(trace.source).toBe('def f(n):\n    return n\n')
    },
    bad: [
      notObject,
      [{ format: 'har', path: '/tmp/x' }, 'bad-input', /at format/],
      [{ format: 'jsonl', path: 'here' }, 'bad-input', /absolute/],
      [{ format: 'jsonl', path: '/no/such.jsonl' }, 'not-found', /no such|There is no file/],
      [{ format: 'jsonl', path: '/usr' }, 'bad-input', /is not a file/],
    ],
  },
  'trace.export': {
    input: ({ bench, trace, wire }) => ({
      trace,
      format: wire % 2 === 0 ? 'jsonl' : 'perfetto',
      path: join(bench.folder, `trace-of-wire-${wire}`),
    }),
    check: async ({ job }, { client, bench, trace, wire }) => {
      const { row } = await followJob(client, job)
      expect(row).toMatchObject({ kind: 'trace-export', state: 'done', error: null })
      const text = readFileSync(join(bench.folder, `trace-of-wire-${wire}`), 'utf8')
      expect(row.result).toMatchObject({ trace, bytes: Buffer.byteLength(text) })
      const { events } = await client.call('trace.get', { trace })
      if (wire % 2 === 0) expect(text.trimEnd().split('\n')).toHaveLength(events + 2)
      else expect(expectBalanced(text).slices).toBeGreaterThan(0)
    },
    bad: [
      notObject,
      [{ trace: 't', format: 'svg', path: '/tmp/x' }, 'bad-input', /at format/],
      [{ trace: 't', format: 'jsonl', path: 'x' }, 'bad-input', /absolute/],
      [{ trace: 't_0000000000000000', format: 'jsonl', path: '/tmp/none' }, 'not-found', /t_0000/],
      [{ trace: 't', format: 'jsonl', path: '/usr' }, 'conflict', /is a folder/],
      [{ trace: 't', format: 'jsonl', path: '/etc/hostname' }, 'conflict', /is there already/],
    ],
  },
}
