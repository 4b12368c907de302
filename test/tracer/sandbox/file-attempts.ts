import type { Attempt } from './attempt.ts'

const TOLD = { kind: 'told' } as const
const TOUCHED = { kind: 'touched' } as const
const REACHED = { kind: 'told', word: 'REACHED' } as const
const FILLED = { kind: 'filled', over: 300_000_000 } as const

/** Writes 400 MB in parts; the limits in force stop it, or nothing does. */
const fill = (place: string): string => `block = bytes(20_000_000)
for n in range(20):
    ${place}
`

/** Files, folders, links, disks. */
export const FILE_ATTEMPTS: readonly Attempt[] = [
  { name: 'read a file', goal: TOLD, code: 'print(open(SECRET).read())' },
  {
    name: 'read a file by descriptors',
    goal: TOLD,
    code: 'import os\nprint(os.read(os.open(SECRET, os.O_RDONLY), 1000))',
  },
  {
    name: 'map a file',
    goal: TOLD,
    code: 'import mmap\nwith open(SECRET, "rb") as f:\n    print(mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ)[:])',
  },
  {
    name: 'list a folder',
    goal: TOLD,
    code: 'import os\nprint(os.listdir(os.path.dirname(SECRET)))',
  },
  {
    name: 'read a file of the home folder',
    goal: TOLD,
    code: 'import os\nprint(open(os.path.expanduser("~/secret.txt")).read())',
  },
  {
    name: 'read the list of users',
    goal: { kind: 'told', word: 'root:' },
    code: 'print(open("/etc/passwd").read())',
  },
  {
    name: 'ask who the users are',
    goal: { kind: 'told', word: "pw_name='root'" },
    code: 'import pwd\nprint(pwd.getpwnam("root"))',
    only: 'cpython',
  },
  {
    name: 'read the names of servers',
    goal: { kind: 'told', word: 'localhost' },
    code: 'print(open("/etc/hosts").read())',
  },
  { name: 'write a file', goal: TOUCHED, code: 'open(FOLDER + "/new.txt", "w").write("x")' },
  { name: 'change a file', goal: TOUCHED, code: 'open(FOLDER + "/target.txt", "a").write("x")' },
  {
    name: 'empty a file',
    goal: TOUCHED,
    code: 'import os\nos.truncate(FOLDER + "/target.txt", 0)',
  },
  { name: 'delete a file', goal: TOUCHED, code: 'import os\nos.remove(FOLDER + "/target.txt")' },
  {
    name: 'rename a file',
    goal: TOUCHED,
    code: 'import os\nos.rename(FOLDER + "/target.txt", FOLDER + "/renamed.txt")',
  },
  {
    name: 'open a file to everybody',
    goal: TOUCHED,
    code: 'import os\nos.chmod(FOLDER + "/target.txt", 0o777)',
  },
  { name: 'delete a folder', goal: TOUCHED, code: 'import shutil\nshutil.rmtree(FOLDER)' },
  { name: 'make a folder', goal: TOUCHED, code: 'import os\nos.mkdir(FOLDER + "/inner")' },
  {
    name: 'write through a symbolic link',
    goal: TOUCHED,
    code: 'import os, tempfile\nlink = tempfile.mktemp()\nos.symlink(FOLDER, link)\nopen(link + "/new.txt", "w").write("x")',
  },
  {
    name: 'read through a symbolic link',
    goal: TOLD,
    code: 'import os, tempfile\nlink = tempfile.mktemp()\nos.symlink(SECRET, link)\nprint(open(link).read())',
  },
  {
    name: 'read through a hard link',
    goal: TOLD,
    code: 'import os\ncopy = os.path.dirname(SECRET) + "/" + MARK\nos.link(SECRET, copy)\nprint(open(copy).read())\nos.remove(copy)',
  },
  { name: 'climb out of the folder', goal: TOLD, code: 'print(open("../" * 30 + SECRET).read())' },
  {
    name: 'go through the root of a process',
    goal: TOLD,
    code: 'import os\nfor pid in ("self", 1, 2, os.getppid(), VICTIM):\n    try:\n        print(open("/proc/%s/root%s" % (pid, SECRET)).read())\n    except OSError as error:\n        last = error\nraise last',
  },
  {
    name: 'send a file',
    goal: TOUCHED,
    code: 'import os\nout = os.open(FOLDER + "/sent.txt", os.O_CREAT | os.O_WRONLY)\nos.sendfile(out, os.open(SECRET, 0), 0, 100)',
  },
  {
    name: 'become root and read',
    goal: TOLD,
    outside: 'root',
    code: 'import os\nos.setgid(0)\nos.setuid(0)\nprint(open(SECRET).read())',
  },
  {
    name: 'change a setting of the kernel',
    goal: REACHED,
    outside: 'root',
    // Only what is there is written back: nothing changes where this succeeds.
    code: 'name = "/proc/sys/vm/swappiness"\nnow = open(name).read()\nopen(name, "w").write(now)\nprint("REACHED")',
  },
  {
    name: 'open the kernel’s log to write',
    goal: REACHED,
    outside: 'root',
    code: 'import os\nos.open("/dev/kmsg", os.O_WRONLY)\nprint("REACHED")',
  },
  {
    name: 'change Python’s own library',
    goal: REACHED,
    outside: 'root',
    only: 'cpython',
    code: 'import os\nif os.access(os.path.dirname(os.__file__), os.W_OK):\n    print("REACHED")\nelse:\n    raise PermissionError(os.path.dirname(os.__file__))',
  },
  {
    name: 'plant a file in the tracer’s package',
    goal: TOUCHED,
    outside: { not: 'there is no tracer outside' },
    code: 'import os, sys\npackage = os.path.dirname(sys.modules["ndtracer"].__file__)\nopen(package + "/planted.tmp", "w").write("x")\nif not sys.platform.startswith("emscripten"):\n    open(FOLDER + "/planted", "w")',
  },
  {
    name: 'fill the disk from the program’s folder',
    goal: FILLED,
    code: fill('open(f"{n}.bin", "wb").write(block)'),
  },
  {
    name: 'fill the folder of temporary files',
    goal: FILLED,
    code: `import tempfile\n${fill('open(tempfile.mktemp(), "wb").write(block)')}`,
  },
  {
    name: 'fill the memory that processes share',
    goal: FILLED,
    only: 'cpython',
    code: `import os, time\ntry:\n${fill('open(f"/dev/shm/{MARK}-{n}", "wb").write(block)').replace(/^/gm, '    ')}\n    time.sleep(0.5)\nfinally:\n    for n in range(20):\n        if os.path.exists(f"/dev/shm/{MARK}-{n}"):\n            os.remove(f"/dev/shm/{MARK}-{n}")\n`,
  },
  {
    name: 'fill files without a name',
    goal: FILLED,
    only: 'cpython',
    code: `import os, time\nkept = []\n${fill('kept.append(os.memfd_create("x")); os.write(kept[-1], block)')}time.sleep(0.5)\n`,
  },
  {
    name: 'fill segments of shared memory',
    goal: FILLED,
    only: 'cpython',
    code: `import ctypes, time
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
libc.shmat.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_int]
libc.shmdt.argtypes = [ctypes.c_void_p]
made = []
try:
    for n in range(8):
        segment = libc.shmget(0, 50_000_000, 0o1600)
        if segment < 0:
            raise OSError(ctypes.get_errno(), 'shmget')
        made.append(segment)
        address = libc.shmat(segment, None, 0)
        ctypes.memset(address, 1, 50_000_000)
        libc.shmdt(address)
    time.sleep(0.5)
finally:
    for segment in made:
        libc.shmctl(segment, 0, None)
`,
  },
]
