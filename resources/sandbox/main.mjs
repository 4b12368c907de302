// Deno's main thread: hands jobs to the worker that holds Pyodide, and ends the process when its input ends,
// which a thread busy with a program could not notice. It writes nothing.
import { revokeAll } from './powers.mjs'

const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' })
worker.onerror = (event) => {
  event.preventDefault()
  Deno.exit(70)
}
worker.onmessage = async (event) => {
  // Both threads give up their permissions before any program is handed over.
  if (event.data === 'loaded') {
    await revokeAll()
    worker.postMessage({ revoked: true })
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })
const input = new Uint8Array(65_536)
let pending = ''
for (;;) {
  const count = await Deno.stdin.read(input)
  if (count === null) Deno.exit(0)
  pending += decoder.decode(input.subarray(0, count), { stream: true })
  const lines = pending.split('\n')
  pending = lines.pop()
  for (const line of lines) worker.postMessage(JSON.parse(line))
}
