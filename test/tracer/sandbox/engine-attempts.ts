import type { Attempt } from './attempt.ts'

const SPOILED = { kind: 'spoiled' } as const
const NO_TRACER = { not: 'there is no tracer outside' } as const
const END = '["end",{"stop":"ended","exit":"normal","error":null,"result":null}]'
const JS = { only: 'pyodide', outside: 'plain Pyodide' } as const
const FS = "process.getBuiltinModule('fs')"

const toEveryDescriptor = (bytes: string): string => `import os
for fd in range(1, 256):
    try:
        os.write(fd, ${bytes})
    except OSError:
        pass
`

/** The tracer itself, and what holds the interpreter. */
export const ENGINE_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'forge the end of the trace',
    goal: SPOILED,
    outside: NO_TRACER,
    code: `${toEveryDescriptor(`b'${END}\\n'`)}x = 1`,
  },
  {
    name: 'forge records that are none',
    goal: SPOILED,
    outside: NO_TRACER,
    code: `${toEveryDescriptor('b\'["e",9,9\\n\'')}x = 1`,
  },
  {
    name: 'a line of a trace that never ends',
    goal: SPOILED,
    outside: NO_TRACER,
    code: toEveryDescriptor("b'[' * 1_000_000").repeat(3),
  },
  {
    name: 'close every descriptor',
    goal: SPOILED,
    outside: NO_TRACER,
    code: 'import os\nos.closerange(0, 256)\nx = 1',
  },
  {
    name: 'change the tracer’s own code',
    goal: SPOILED,
    outside: NO_TRACER,
    code: 'import sys\nfor name, module in list(sys.modules.items()):\n    if name.startswith("ndtracer"):\n        for key in list(vars(module)):\n            if not key.startswith("__"):\n                setattr(module, key, None)\nx = 1',
  },
  {
    name: 'read the environment in JavaScript',
    goal: { kind: 'told' },
    ...JS,
    code: 'import js\nprint(js.process.env.NDW_SECRET)',
  },
  {
    name: 'read a file in JavaScript',
    goal: { kind: 'told' },
    ...JS,
    code: 'import js\nprint(js.process.getBuiltinModule("fs").readFileSync(SECRET, "utf8"))',
  },
  {
    name: 'run JavaScript',
    goal: { kind: 'told' },
    ...JS,
    code: `from pyodide.code import run_js\nprint(run_js("${FS}.readFileSync('" + SECRET + "', 'utf8')"))`,
  },
  {
    name: 'mount the host’s files',
    goal: { kind: 'told' },
    ...JS,
    code: 'import os, pyodide_js\npyodide_js.mountNodeFS("/mounted", os.path.dirname(SECRET))\nprint(open("/mounted/secret.txt").read())',
  },
  {
    name: 'mount through the runtime',
    goal: { kind: 'told' },
    ...JS,
    code: 'import os, pyodide_js\nfrom pyodide.ffi import to_js\nfs = pyodide_js.FS\nfs.mkdir("/through")\nfs.mount(fs.filesystems.NODEFS, to_js({"root": os.path.dirname(SECRET)}, dict_converter=__import__("js").Object.fromEntries), "/through")\nprint(open("/through/secret.txt").read())',
  },
  {
    name: 'make a function of text',
    goal: { kind: 'told' },
    ...JS,
    code: `import pyodide_js\nprint(pyodide_js.constructor.constructor("return ${FS}.readFileSync('" + SECRET + "', 'utf8')")())`,
  },
  {
    name: 'find JavaScript left in memory',
    goal: { kind: 'told' },
    ...JS,
    code: `import gc\nfound = [ref for one in gc.get_objects() for ref in gc.get_referents(one) if type(ref).__name__ == "JsProxy"]\nfor one in found[:50]:\n    try:\n        print(one.constructor.constructor("return ${FS}.readFileSync('" + SECRET + "', 'utf8')")())\n    except BaseException as error:\n        last = error\nraise last if found else LookupError("no JavaScript is in memory")`,
  },
  {
    name: 'call JavaScript through C',
    goal: { kind: 'touched' },
    ...JS,
    code: `import ctypes\nctypes.CDLL(None).emscripten_run_script(b"${FS}.writeFileSync('" + FOLDER.encode() + b"/made', '')")`,
  },
  {
    name: 'kill a process in JavaScript',
    goal: { kind: 'killed' },
    ...JS,
    code: 'import js\njs.process.kill(VICTIM, "SIGKILL")',
  },
  {
    name: 'start a program in JavaScript',
    goal: { kind: 'touched' },
    ...JS,
    code: 'import js\njs.process.getBuiltinModule("child_process").execSync("touch " + FOLDER + "/made")',
  },
  {
    name: 'fetch in JavaScript',
    goal: { kind: 'hit' },
    ...JS,
    code: 'import js\njs.fetch("http://127.0.0.1:%d/%s" % (PORT, MARK))',
  },
  {
    name: 'Pyodide’s own fetch',
    goal: { kind: 'hit' },
    ...JS,
    code: 'from pyodide.http import pyfetch\npyfetch("http://127.0.0.1:%d/%s" % (PORT, MARK)).send(None)',
  },
  {
    name: 'import a package from a page',
    goal: { kind: 'hit' },
    ...JS,
    code: 'import pyodide_js\npyodide_js.loadPackage("http://127.0.0.1:%d/%s-1.0-py3-none-any.whl" % (PORT, MARK))',
  },
]
