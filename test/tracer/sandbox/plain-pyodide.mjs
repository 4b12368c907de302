// Pyodide as its own manual starts it, in Node and without walls: runs the program on standard input.
const { loadPyodide } = await import(`file://${process.argv[2]}/pyodide.mjs`)
const pyodide = await loadPyodide({ indexURL: process.argv[2] })
let code = ''
for await (const bytes of process.stdin) code += bytes
try {
  await pyodide.runPythonAsync(code)
} catch (error) {
  process.stderr.write(String(error?.message ?? error))
}
// For what was asked for without waiting.
setTimeout(() => process.exit(0), 1000)
