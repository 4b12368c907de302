import type { Attempt } from './attempt.ts'

const TOLD = { kind: 'told' } as const
const TOUCHED = { kind: 'touched' } as const
const KILLED = { kind: 'killed' } as const
const LEFT = { kind: 'left' } as const
const OUTLIVED = { kind: 'outlived' } as const
const REACHED = { kind: 'told', word: 'REACHED' } as const

const LIBC = 'import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n'
const checked = (call: string): string =>
  `if ${call} < 0:\n    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))\n`

/** Other programs, signals, memory of others, time. */
export const PROCESS_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'a shell command',
    goal: TOUCHED,
    code: 'import os\nos.system("touch " + FOLDER + "/made")',
  },
  {
    name: 'subprocess',
    goal: TOUCHED,
    code: 'import subprocess\nsubprocess.run(["touch", FOLDER + "/made"], check=True)',
  },
  { name: 'os.popen', goal: TOLD, code: 'import os\nprint(os.popen("cat " + SECRET).read())' },
  {
    name: 'fork',
    goal: TOUCHED,
    code: 'import os\nif os.fork() == 0:\n    open(FOLDER + "/made", "w")\n    os._exit(0)\nos.wait()',
  },
  {
    name: 'posix_spawn',
    goal: TOUCHED,
    code: 'import os\nos.waitpid(os.posix_spawn("/bin/sh", ["sh", "-c", "touch " + FOLDER + "/made"], {}), 0)',
  },
  {
    name: 'become another program',
    goal: TOUCHED,
    code: 'import os\nos.execv("/bin/sh", ["sh", "-c", "touch " + FOLDER + "/made"])',
  },
  {
    name: 'multiprocessing',
    goal: TOUCHED,
    code: 'import multiprocessing\none = multiprocessing.get_context("fork").Process(target=open, args=(FOLDER + "/made", "w"))\none.start()\none.join()',
  },
  {
    name: 'the C library’s system()',
    goal: TOUCHED,
    code: 'import ctypes\nctypes.CDLL(None).system(b"touch " + FOLDER.encode() + b"/made")',
  },
  {
    name: 'the C library’s open()',
    goal: TOLD,
    code: `${LIBC}file = libc.open(SECRET.encode(), 0)\nroom = ctypes.create_string_buffer(1000)\n${checked('libc.read(file, room, 1000)')}print(room.value)`,
  },
  {
    name: 'a system call by number',
    goal: TOUCHED,
    code: `${LIBC}import platform\nnumber = 83 if platform.machine() == "x86_64" else 34\npath = (FOLDER + "/made").encode()\n${checked('(libc.syscall(83, path, 0o700) if number == 83 else libc.syscall(34, -100, path, 0o700))')}`,
  },
  {
    name: 'a terminal of its own',
    goal: TOUCHED,
    code: 'import pty\npty.spawn(["touch", FOLDER + "/made"])',
  },
  { name: 'see the environment', goal: TOLD, code: 'import os\nprint(dict(os.environ))' },
  {
    name: 'see the environment by /proc',
    goal: TOLD,
    code: 'print(open("/proc/self/environ").read())',
  },
  {
    name: 'see the environment of a process',
    goal: TOLD,
    code: 'print(open("/proc/%d/environ" % VICTIM).read())',
  },
  {
    name: 'see command lines',
    goal: TOLD,
    code: 'import glob\nfor name in ["/proc/%d/cmdline" % VICTIM, *glob.glob("/proc/[0-9]*/cmdline")]:\n    try:\n        print(open(name, "rb").read())\n    except OSError:\n        pass',
  },
  {
    name: 'read inherited descriptors',
    goal: TOLD,
    code: 'import os\nfor fd in range(3, 256):\n    try:\n        os.set_blocking(fd, False)\n        print(fd, os.read(fd, 1000))\n    except (OSError, AttributeError):\n        pass',
  },
  {
    name: 'reopen descriptors of a process',
    goal: TOLD,
    code: 'import glob\nfor name in glob.glob("/proc/[0-9]*/fd/*"):\n    try:\n        if "secret" in __import__("os").readlink(name):\n            print(open(name).read())\n    except OSError:\n        pass',
  },
  { name: 'kill a process', goal: KILLED, code: 'import os\nos.kill(VICTIM, 9)' },
  {
    name: 'kill a process group',
    goal: KILLED,
    code: 'import os\nos.killpg(VICTIM, 9)',
  },
  {
    name: 'kill by name',
    goal: KILLED,
    code: `import glob, os
for name in glob.glob("/proc/[0-9]*/cmdline"):
    try:
        if open(name, "rb").read().startswith(b"sleep-" + MARK.encode()):
            os.kill(int(name.split("/")[2]), 9)
    except OSError:
        pass`,
  },
  {
    name: 'kill by a descriptor',
    goal: KILLED,
    code: 'import os, signal\nsignal.pidfd_send_signal(os.pidfd_open(VICTIM), 9)',
  },
  {
    name: 'kill the parent',
    goal: KILLED,
    code: 'import os\nif os.getppid() > 1:\n    os.kill(os.getppid(), 9)\nelse:\n    os.kill(1, 9)',
  },
  {
    name: 'trace a process and end it',
    goal: KILLED,
    code: `${LIBC}${checked('libc.ptrace(16, VICTIM, None, None)')}os.waitpid(VICTIM, 0x40000000)\nos.kill(VICTIM, 9)`,
  },
  {
    name: 'end a process by a limit',
    goal: KILLED,
    outside: { not: 'a process that sleeps uses no time' },
    code: 'import resource\nresource.prlimit(VICTIM, resource.RLIMIT_CPU, (0, 0))',
  },
  {
    name: 'a namespace of users',
    goal: REACHED,
    code: `${LIBC}${checked('libc.unshare(0x10000000)')}print("REACHED")`,
  },
  {
    name: 'mount a file system',
    goal: REACHED,
    outside: 'root',
    code: `${LIBC}import tempfile\n${checked('libc.unshare(0x00020000)')}${checked('libc.mount(b"none", b"/", None, 0x44000, None)')}${checked('libc.mount(b"x", tempfile.gettempdir().encode(), b"tmpfs", 0, None)')}print("REACHED")`,
  },
  {
    name: 'set the clock',
    goal: REACHED,
    outside: { not: 'it would set this machine’s clock' },
    code: `${LIBC}import time\ntime.clock_settime(time.CLOCK_REALTIME, time.time())\nif not __import__("sys").platform == "emscripten":\n    print("REACHED")`,
  },
  {
    name: 'raise its own limits',
    goal: REACHED,
    only: 'cpython',
    outside: 'root',
    code: 'import resource\nmost = resource.RLIM_INFINITY\nfor limit in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU):\n    resource.setrlimit(limit, (most, most))\nprint("REACHED")',
  },
  {
    name: 'a fork bomb',
    goal: { kind: 'processes', over: 300 },
    code: 'import os, time\nexec("""for n in range(400):\n    if os.fork() == 0:\n        time.sleep(3)\n        os._exit(0)\ntime.sleep(1)\n""")',
  },
  {
    name: 'a fork bomb that doubles',
    goal: { kind: 'processes', over: 300 },
    only: 'cpython',
    code: 'import os, time\nexec("""for n in range(9):\n    os.fork()\ntime.sleep(2)\n""")',
  },
  {
    name: 'a memory bomb',
    goal: { kind: 'resident', over: 1_500_000_000 },
    code: 'import time\nexec("""kept = []\nfor n in range(44):\n    kept.append(b"x" * 50_000_000)\ntime.sleep(0.5)\n""")',
  },
  {
    name: 'a memory bomb of many processes',
    goal: { kind: 'resident', over: 1_500_000_000 },
    only: 'cpython',
    code: 'import os, time\nexec("""for n in range(22):\n    if os.fork() == 0:\n        kept = b"x" * 100_000_000\n        time.sleep(5)\n        os._exit(0)\ntime.sleep(5)\n""")',
  },
  {
    name: 'a flood of output',
    goal: { kind: 'flooded' },
    code: 'for n in range(3000):\n    print("x" * 999)',
  },
  {
    name: 'a flood past Python’s streams',
    goal: { kind: 'flooded' },
    code: 'import os\nfor n in range(3000):\n    os.write(1, b"x" * 999)',
  },
  {
    name: 'a flood by another program',
    goal: { kind: 'flooded' },
    only: 'cpython',
    code: 'import subprocess\nsubprocess.run("yes | head -c 3000000", shell=True)',
  },
  {
    name: 'a loop that ignores signals',
    goal: OUTLIVED,
    code: 'import signal\nfor one in range(1, 65):\n    try:\n        signal.signal(one, signal.SIG_IGN)\n    except (OSError, ValueError):\n        pass\nwhile True:\n    try:\n        while True: pass\n    except BaseException:\n        pass',
  },
  {
    name: 'an exit handler that never ends',
    goal: OUTLIVED,
    code: 'import atexit, time\natexit.register(time.sleep, 1000)',
  },
  {
    name: 'a thread that never ends',
    goal: OUTLIVED,
    code: 'import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()',
  },
  {
    name: 'stop its own process',
    goal: OUTLIVED,
    code: 'import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)',
  },
  {
    name: 'a child left behind',
    goal: LEFT,
    code: 'import subprocess\nsubprocess.Popen(["/bin/sh", "-c", "sleep 20; : " + MARK])',
  },
  {
    name: 'a session of its own left behind',
    goal: LEFT,
    only: 'cpython',
    code: 'import subprocess\nsubprocess.Popen(["/bin/sh", "-c", "sleep 20; : " + MARK], start_new_session=True)',
  },
  {
    name: 'a daemon left behind',
    goal: LEFT,
    only: 'cpython',
    code: 'import os\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        os.execv("/bin/sh", ["sh", "-c", "sleep 20; : " + MARK])\n    os._exit(0)\nos.wait()',
  },
  {
    name: 'a daemon that closes everything',
    goal: LEFT,
    only: 'cpython',
    code: 'import os\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        os.closerange(0, 256)\n        os.execv("/bin/sh", ["sh", "-c", "trap \'\' HUP TERM INT; sleep 20; : " + MARK])\n    os._exit(0)\nos.wait()',
  },
]
