// Runs tracer_bench.py inside Pyodide under Deno: deno run --allow-read THIS PYODIDE_DIR TRACER_DIR BENCH OPTIONS
const [pyodideDir, tracerDir, bench, options] = Deno.args
const { loadPyodide } = await import(`file://${pyodideDir}/pyodide.mjs`)
const pyodide = await loadPyodide({ indexURL: pyodideDir, jsglobals: Object.create(null), env: {} })
pyodide.FS.mkdirTree('/tracer/ndtracer')
for (const entry of Deno.readDirSync(tracerDir)) {
  if (!entry.isFile || !entry.name.endsWith('.py')) continue
  pyodide.FS.writeFile(
    `/tracer/ndtracer/${entry.name}`,
    Deno.readFileSync(`${tracerDir}/${entry.name}`),
  )
}
pyodide.FS.writeFile('/tracer/tracer_bench.py', Deno.readFileSync(bench))
const rows = pyodide.runPython(`
import json, sys
sys.path.insert(0, '/tracer')
from ndtracer.program import run_program
from tracer_bench import measure
'\\n'.join(json.dumps(row) for row in measure(run_program, json.loads(${JSON.stringify(options)})))
`)
Deno.stdout.writeSync(new TextEncoder().encode(rows))
