/** [x86-64, arm64] numbers of system calls that no traced program needs; most are new ways into the kernel. */
const REFUSED: Readonly<Record<string, readonly [number, number]>> = {
  // Memory that belongs to no process, so that no limit counts it.
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  msgget: [68, 186],
  semget: [64, 190],
  // Memory and registers of other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  // Keys, which the kernel keeps by user, inside and outside.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Parts of the kernel that have let programs out before.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // Namespaces and mounts.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_by_handle_at: [304, 265],
  name_to_handle_at: [303, 264],
  // The machine itself.
  syslog: [103, 116],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
}

const LOAD = 0x20
const JUMP_IF_EQUAL = 0x15
const JUMP_IF_AT_LEAST = 0x35
const RETURN = 0x06
const ALLOW = 0x7fff0000
const NOT_PERMITTED = 0x00050001
const KILL_PROCESS = 0x80000000
/** Offsets in what a filter is asked about. */
const NUMBER = 0
const ARCHITECTURE = 4
/** The other calling convention of x86-64, by which the same calls have other numbers. */
const X32 = 0x40000000

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, readonly [code: number, at: 0 | 1]>> = {
  x64: [0xc000003e, 0],
  arm64: [0xc00000b7, 1],
}

/** A filter for bubblewrap that refuses those calls; null on a processor whose numbers we do not know. */
export function createSeccompFilter(): Buffer | null {
  const known = ARCHITECTURES[process.arch]
  if (known === undefined) return null
  const [code, at] = known
  const numbers = Object.values(REFUSED).map((pair) => pair[at])
  // A jump counts the instructions it skips; the last one refuses, the one before allows.
  const toRefusal = (index: number): number => numbers.length - index
  return Buffer.concat([
    instruction(LOAD, ARCHITECTURE),
    instruction(JUMP_IF_EQUAL, code, [1, 0]),
    instruction(RETURN, KILL_PROCESS),
    instruction(LOAD, NUMBER),
    instruction(JUMP_IF_AT_LEAST, X32, [toRefusal(-1), 0]),
    ...numbers.map((number, index) => instruction(JUMP_IF_EQUAL, number, [toRefusal(index), 0])),
    instruction(RETURN, ALLOW),
    instruction(RETURN, NOT_PERMITTED),
  ])
}

/** One `struct sock_filter`: operation, instructions to skip when it holds and when not, operand. */
function instruction(
  operation: number,
  operand: number,
  [jumpIf, jumpElse]: readonly [number, number] = [0, 0],
): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(operation, 0)
  bytes.writeUInt8(jumpIf, 2)
  bytes.writeUInt8(jumpElse, 3)
  bytes.writeUInt32LE(operand, 4)
  return bytes
}
