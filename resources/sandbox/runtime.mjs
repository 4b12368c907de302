// Pyodide with the tracer in it: made from the beginning, or from a snapshot of a memory in which that was done.

// The source of chance is found at its first use, for which there must still be globals.
const IMPORT_TRACER = `
import os, sys
os.urandom(1)
sys.path.append("/tracer")
import ndtracer.sandbox as sandbox
sys.path.pop()
sandbox
`

/** Pyodide without a way to JavaScript's globals; `options` are Pyodide's own. */
export async function startPyodide(pyodideDir, options = {}) {
  const { loadPyodide } = await import(`file://${encodeURI(pyodideDir)}/pyodide.mjs`)
  return loadPyodide({
    indexURL: pyodideDir,
    jsglobals: Object.create(null),
    env: {},
    stdin: () => null,
    stdout: () => {},
    stderr: () => {},
    ...options,
  })
}

/**
 * Puts the tracer's package into the interpreter's own files and imports it; returns its module `sandbox`. Files are
 * no part of a snapshot, so they are written in any case.
 */
export function importTracer(pyodide, tracerDir) {
  pyodide.FS.mkdirTree('/tracer/ndtracer')
  for (const entry of Deno.readDirSync(tracerDir)) {
    if (!entry.isFile || !entry.name.endsWith('.py')) continue
    const bytes = Deno.readFileSync(`${tracerDir}/${entry.name}`)
    pyodide.FS.writeFile(`/tracer/ndtracer/${entry.name}`, bytes)
  }
  return pyodide.runPython(IMPORT_TRACER)
}
