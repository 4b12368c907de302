// Giving up every permission, and proof that it worked.

const PERMISSIONS = ['read', 'write', 'net', 'env', 'run', 'ffi', 'sys', 'import']
// Errors that a refusal raises; anything else, success above all, fails the test.
const REFUSALS = ['NotCapable', 'PermissionDenied', 'EvalError']
// Ways out of a realm that code inside Pyodide has no business with.
const REMOVED = [
  'Deno',
  'process',
  'Buffer',
  'fetch',
  'Request',
  'Response',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'XMLHttpRequest',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'MessageChannel',
  'MessagePort',
  'postMessage',
  'close',
  'navigator',
  'caches',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'requestAnimationFrame',
  'reportError',
  'importScripts',
  'alert',
  'confirm',
  'prompt',
]

/** Revokes every permission of this thread; throws when one is still granted. */
export async function revokeAll() {
  for (const name of PERMISSIONS) {
    const status = await Deno.permissions.revoke({ name })
    if (status.state === 'granted') throw new Error(`${name} could not be revoked`)
  }
}

/** Attempts that must be refused: [what, how it ended, whether that was a refusal]. */
export async function attemptEverything(runtimeFile) {
  const attempts = [
    ['read a file of the runtime', () => Deno.readTextFileSync(runtimeFile)],
    ['read a file', () => Deno.readTextFileSync('/etc/passwd')],
    ['list a folder', () => [...Deno.readDirSync('/')]],
    ['write a file', () => Deno.writeTextFileSync('escaped.txt', '')],
    ['read the environment', () => Deno.env.toObject()],
    ['run a command', () => new Deno.Command('/bin/true').outputSync()],
    ['send a signal', () => Deno.kill(1, 'SIGTERM')],
    ['open a connection', () => Deno.connect({ hostname: '127.0.0.1', port: 9 })],
    ['listen for connections', () => Deno.listen({ hostname: '127.0.0.1', port: 0 })],
    ['fetch a page', () => fetch('http://127.0.0.1:8080/')],
    ['load native code', () => Deno.dlopen('libc.so.6', {})],
    ['ask about the system', () => Deno.hostname()],
    // biome-ignore lint/nursery/noImpliedEval: that it fails is what is tested.
    ['make code from text', () => new Function('return 1')()],
  ]
  const results = []
  for (const [what, attempt] of attempts) results.push([what, ...(await outcomeOf(attempt))])
  return results
}

async function outcomeOf(attempt) {
  try {
    await attempt()
    return ['succeeded', false]
  } catch (error) {
    const name = String(error?.name)
    return [name, REFUSALS.includes(name)]
  }
}

/** Removes what a realm without permissions does not need either. */
export function removeGlobals() {
  for (const name of REMOVED) delete globalThis[name]
  return REMOVED.filter((name) => name in globalThis)
}
