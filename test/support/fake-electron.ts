import { EventEmitter } from 'node:events'

/** Two joined ports with the members our host uses; messages arrive a turn later, once started. */
export class FakePort extends EventEmitter {
  other: FakePort | null = null
  private waiting: unknown[] | null = []
  postMessage(message: unknown): void {
    queueMicrotask(() => this.other?.receive(message))
  }
  start(): void {
    const waiting = this.waiting ?? []
    this.waiting = null
    for (const data of waiting) this.emit('message', { data })
  }
  close(): void {
    this.other?.emit('close')
  }
  private receive(data: unknown): void {
    if (this.waiting === null) this.emit('message', { data })
    else this.waiting.push(data)
  }
}

export function fakeChannel(): readonly [FakePort, FakePort] {
  const ends = [new FakePort(), new FakePort()] as const
  ends[0].other = ends[1]
  ends[1].other = ends[0]
  return ends
}

/** A utility process that records what it was told; the test speaks for it with `emit`. */
export class FakeProcess extends EventEmitter {
  readonly told: { readonly message: unknown; readonly ports: readonly FakePort[] }[] = []
  killed = false
  readonly file: string
  readonly args: readonly string[]
  constructor(file: string, args: readonly string[]) {
    super()
    this.file = file
    this.args = args
  }
  postMessage(message: unknown, ports: readonly FakePort[] = []): void {
    this.told.push({ message, ports })
  }
  kill(): void {
    this.killed = true
    this.emit('exit')
  }
}

class FakeContents extends EventEmitter {
  openHandler: ((details: { url: string }) => { action: string }) | null = null
  reloads = 0
  readonly posted: { channel: string; message: unknown; ports: readonly FakePort[] }[] = []
  setWindowOpenHandler(handler: FakeContents['openHandler']): void {
    this.openHandler = handler
  }
  postMessage(channel: string, message: unknown, ports: readonly FakePort[]): void {
    this.posted.push({ channel, message, ports })
  }
  reload(): void {
    this.reloads += 1
  }
}

type Answer = (value: unknown) => void

class FakeSession {
  readonly handlers = new Map<string, (...args: never[]) => unknown>()
  readonly protocol = {
    isProtocolHandled: (scheme: string) => this.handlers.has(scheme),
    handle: (scheme: string, handler: (request: Request) => Promise<Response>) => {
      this.handlers.set(scheme, handler)
    },
  }
  permissionRequest: ((contents: unknown, permission: string, answer: Answer) => void) | null = null
  permissionCheck: (() => boolean) | null = null
  devicePermission: (() => boolean) | null = null
  beforeRequest: ((details: { url: string }, answer: Answer) => void) | null = null
  readonly webRequest = {
    onBeforeRequest: (listener: FakeSession['beforeRequest']) => {
      this.beforeRequest = listener
    },
  }
  setPermissionRequestHandler(handler: FakeSession['permissionRequest']): void {
    this.permissionRequest = handler
  }
  setPermissionCheckHandler(handler: FakeSession['permissionCheck']): void {
    this.permissionCheck = handler
  }
  setDevicePermissionHandler(handler: FakeSession['devicePermission']): void {
    this.devicePermission = handler
  }
}

interface WindowOptions {
  readonly webPreferences: Readonly<Record<string, unknown>>
}

/** A stand-in for the `electron` module: as much as the desktop host touches, and a record of it. */
export function createFakeElectron({ isPackaged = true, isFirst = true } = {}) {
  const sessions = new Map<string, FakeSession>()
  const windows: FakeWindow[] = []
  const processes: FakeProcess[] = []
  const calls: string[] = []
  const schemes: unknown[] = []

  class FakeWindow {
    readonly webContents = new FakeContents()
    readonly options: WindowOptions
    url = ''
    constructor(options: WindowOptions) {
      this.options = options
      windows.push(this)
      app.emit('web-contents-created', {}, this.webContents)
    }
    async loadURL(url: string): Promise<void> {
      this.url = url
    }
    restore(): void {
      calls.push('window.restore')
    }
    focus(): void {
      calls.push('window.focus')
    }
  }

  const app = Object.assign(new EventEmitter(), {
    isPackaged,
    enableSandbox: () => void calls.push('enableSandbox'),
    requestSingleInstanceLock: () => isFirst,
    whenReady: async () => void calls.push('ready'),
    getPath: (name: string) => `${name}-folder`,
    quit: () => void calls.push('quit'),
    exit: (status: number) => void calls.push(`exit ${status}`),
  })

  const electron = {
    app,
    BrowserWindow: FakeWindow,
    dialog: {
      showErrorBox: (_title: string, message: string) => void calls.push(`error: ${message}`),
      showOpenDialog: async () => ({ filePaths: ['picked'] }),
    },
    ipcRenderer: new EventEmitter(),
    Menu: {
      buildFromTemplate: (template: unknown) => template,
      setApplicationMenu: (template: unknown) =>
        void calls.push(`menu ${JSON.stringify(template)}`),
    },
    MessageChannelMain: class {
      readonly port1: FakePort
      readonly port2: FakePort
      constructor() {
        ;[this.port1, this.port2] = fakeChannel()
      }
    },
    protocol: {
      registerSchemesAsPrivileged: (list: readonly unknown[]) => void schemes.push(...list),
    },
    session: {
      fromPartition: (name: string) => {
        const found = sessions.get(name) ?? new FakeSession()
        sessions.set(name, found)
        return found
      },
    },
    safeStorage: {
      isEncryptionAvailable: () => true,
      getSelectedStorageBackend: () => 'gnome_libsecret',
      encryptString: (text: string) => Buffer.from(text).reverse(),
      decryptString: (sealed: Buffer) => Buffer.from(sealed).reverse().toString(),
    },
    shell: { showItemInFolder: (path: string) => void calls.push(`reveal ${path}`) },
    utilityProcess: {
      fork: (file: string, args: readonly string[]) => {
        const started = new FakeProcess(file, args)
        processes.push(started)
        return started
      },
    },
  }
  return { electron, sessions, windows, processes, calls, schemes }
}
