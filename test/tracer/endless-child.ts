// Started by the tests as a process of its own, to be killed while a program runs.
import { createCpythonTracer } from '../../main/tracer/cpython-tracer.ts'
import { createTracer } from '../../main/tracer/tracer.ts'

const options = JSON.parse(process.argv[2] ?? '{}')
const tracer = options.engine === 'cpython' ? createCpythonTracer(options) : createTracer(options)
const program = { code: 'n = sum(range(10 ** 13))\n', entry: null, fileName: 'main.py' }
const limits = { maxSteps: 1000, timeoutSeconds: 600, outputBytes: 1000 }
await tracer.trace(program, limits, () => {
  process.stdout.write('running\n')
})
