/** A folder (or one file) and what its files may import besides each other. */
export interface Layer {
  readonly path: string
  /** Folders or files of ours; naming a folder allows all below it. */
  readonly may: readonly string[]
  /** The same for `import type`, which leaves nothing in the program. */
  readonly mayTypes?: readonly string[]
  /** npm packages; `node:*` stands for every builtin but child_process and worker_threads. */
  readonly packages: readonly string[]
}

const DOMAIN = [
  'shared/base',
  'shared/trace',
  'shared/tree',
  'shared/trajectory',
  'shared/grammar',
  'shared/corpus',
  'shared/model',
  'shared/query',
]
const TREES = ['shared/base', 'shared/trace', 'shared/tree', 'shared/trajectory']
const HOST = ['main/app.ts', 'main/host-port.ts', 'main/static-files.ts', 'main/http-headers.ts']
const EDITOR = [
  '@codemirror/lang-python',
  '@codemirror/language',
  '@codemirror/state',
  '@codemirror/view',
  '@lezer/highlight',
]

/** Who may import whom (README, architecture). A file belongs to the longest path that fits. */
export const LAYERS: readonly Layer[] = [
  { path: 'shared/base', may: [], packages: [] },
  { path: 'shared/trace', may: ['shared/base'], packages: [] },
  { path: 'shared/tree', may: ['shared/base', 'shared/trace'], packages: [] },
  { path: 'shared/trajectory', may: TREES, packages: [] },
  { path: 'shared/grammar', may: TREES, packages: [] },
  { path: 'shared/corpus', may: TREES, packages: [] },
  {
    path: 'shared/model',
    may: [...TREES, 'shared/grammar', 'shared/corpus'],
    mayTypes: ['shared/rpc'],
    packages: [],
  },
  { path: 'shared/query', may: [...TREES, 'shared/corpus', 'shared/model'], packages: ['re2js'] },
  { path: 'shared/contract', may: [...DOMAIN, 'shared/rpc'], packages: ['zod'] },
  { path: 'shared/rpc', may: ['shared/base'], packages: [] },

  { path: 'main/host-port.ts', may: ['shared/rpc'], packages: [] },
  { path: 'main/http-headers.ts', may: [], packages: [] },
  { path: 'main/static-files.ts', may: ['main/http-headers.ts'], packages: ['node:*'] },
  { path: 'main/store', may: ['shared'], packages: ['node:*', 'better-sqlite3'] },
  {
    path: 'main/tracer',
    may: ['shared', 'main/host-port.ts'],
    packages: ['node:*', 'node:child_process'],
  },
  {
    path: 'main/runtime',
    may: ['shared', 'main/host-port.ts'],
    packages: ['node:*', '@bufbuild/protobuf', '@huggingface/tokenizers', 'onnxruntime-node'],
  },
  {
    path: 'main/workers',
    may: ['shared', 'main/store', 'main/runtime', 'main/jobs/crew', 'main/host-port.ts'],
    packages: ['node:*', 'node:worker_threads'],
  },
  {
    path: 'main/jobs',
    may: [
      'shared',
      'main/store',
      'main/tracer',
      'main/runtime',
      'main/jobs/crew',
      'main/host-port.ts',
    ],
    packages: ['node:*', 'zod'],
  },
  // What threads do of a job's work; they reach the rest of the jobs through it.
  {
    path: 'main/jobs/crew',
    may: ['shared', 'main/store', 'main/jobs'],
    packages: [],
  },
  {
    path: 'main/services',
    may: ['shared', 'main/store', 'main/jobs', 'main/runtime', 'main/host-port.ts'],
    packages: ['node:*'],
  },
  {
    path: 'main/app.ts',
    may: [
      'shared',
      'main/store',
      'main/tracer',
      'main/workers',
      'main/jobs',
      'main/runtime',
      'main/services',
      'main/host-port.ts',
      'main/static-files.ts',
    ],
    packages: ['node:*'],
  },
  {
    path: 'main/hosts/node',
    may: [...HOST, 'shared/rpc'],
    packages: ['node:*', 'node:child_process'],
  },
  {
    path: 'main/hosts/web',
    may: [...HOST, 'shared/rpc', 'main/hosts/node'],
    packages: ['node:*', 'node:child_process', 'ws'],
  },
  {
    path: 'main/hosts/cli',
    may: [...HOST, 'shared', 'main/hosts/node', 'main/hosts/web'],
    packages: ['node:*', 'node:child_process'],
  },
  {
    path: 'main/hosts/electron',
    may: [...HOST, 'shared/rpc', 'main/hosts/node'],
    packages: ['node:*', 'electron'],
  },

  { path: 'renderer/src/css.d.ts', may: [], packages: [] },
  { path: 'renderer/src/draw', may: DOMAIN, packages: ['d3'] },
  { path: 'renderer/src/state', may: DOMAIN, packages: ['react'] },
  {
    path: 'renderer/src/ui',
    may: [...DOMAIN, 'renderer/src/draw'],
    packages: ['react', 'react-dom', '@tanstack/react-table', '@tanstack/react-virtual', ...EDITOR],
  },
  {
    path: 'renderer/src/api',
    may: [...DOMAIN, 'shared/contract', 'shared/rpc'],
    packages: ['react', '@tanstack/react-query'],
  },
  {
    path: 'renderer/src/views',
    // The contract's row types and closed lists; calls go through api.
    may: [
      ...DOMAIN,
      'shared/contract',
      'renderer/src/ui',
      'renderer/src/draw',
      'renderer/src/api',
      'renderer/src/state',
    ],
    packages: ['react', '@tanstack/react-table', '@tanstack/react-virtual', 'fuzzysort'],
  },
  {
    path: 'renderer/src/app',
    may: [
      ...DOMAIN,
      'renderer/src/ui',
      'renderer/src/api',
      'renderer/src/state',
      'renderer/src/views',
    ],
    mayTypes: ['shared/contract'],
    packages: ['react'],
  },
  {
    path: 'renderer/src/boot',
    may: ['renderer/src/api', 'renderer/src/state', 'renderer/src/app'],
    packages: ['react', 'react-dom'],
  },
]

/** Debts that may only get smaller. */
export const RATCHETS = {
  /** Files over 300 lines and how long each may be. */
  filesOver300: {
    'test/tracer/goldens.ts': 380,
    'test/tracer/verdicts-suite.ts': 450,
  },
  /** Lines of shared, main and renderer with the type `any`: the generic table of the rpc needs these. */
  anyLines: 8,
} as const
