// Started by the tests as a process of its own, to be killed while a program runs.
import { createTracer, type TracerOptions } from '../../main/tracer/tracer.ts'

const tracer = createTracer(JSON.parse(process.argv[2] ?? '{}') as TracerOptions)
const program = { code: 'n = sum(range(10 ** 13))\n', entry: null, fileName: 'main.py' }
const limits = { maxSteps: 1000, timeoutSeconds: 600, outputBytes: 1000 }
await tracer.trace(program, limits, () => {
  process.stdout.write('running\n')
})
