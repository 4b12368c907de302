// Writes the memory of an interpreter that has imported the tracer and run nothing yet: interpreters that begin with
// it are ready in a tenth of the time. Run by the build with the folders of Pyodide and of the tracer, and the file.
import { importTracer, startPyodide } from './runtime.mjs'

const [pyodideDir, tracerDir, file] = Deno.args
const pyodide = await startPyodide(pyodideDir, { _makeSnapshot: true })
// No object of Python may be held by JavaScript in a snapshot.
importTracer(pyodide, tracerDir).destroy()
Deno.writeFileSync(file, pyodide.makeMemorySnapshot())
