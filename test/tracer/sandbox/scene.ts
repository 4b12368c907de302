import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attempt, Names } from './attempt.ts'

/** What of the host attempts are after: a secret in files, processes and servers, and things to break. */
export interface Scene {
  readonly secret: string
  /** Environment of a control: the secret and a home folder with it. */
  readonly env: Readonly<Record<string, string>>
  /** An open file that holds the secret. */
  readonly descriptor: number
  /** A place of its own for one attempt. */
  readonly place: (attempt: Attempt) => Promise<Place>
  /** Whether the server saw this word. */
  readonly saw: (word: string) => boolean
  readonly close: () => void
}

/** Where one attempt runs, and what it may have broken. */
export interface Place {
  readonly names: Names
  readonly victim: ChildProcess | null
  /** Whether anything in its folder is not as it was. */
  readonly isTouched: () => boolean
  readonly folderBytes: () => number
  readonly clear: () => void
}

export async function createScene(): Promise<Scene> {
  const dir = mkdtempSync(join(tmpdir(), 'ndw-scene-'))
  const secret = `secret-${randomBytes(8).toString('hex')}`
  const home = join(dir, 'home')
  const file = join(home, 'secret.txt')
  mkdirSync(home)
  writeFileSync(file, secret, { mode: 0o600 })
  writeFileSync(join(home, `${secret}.txt`), '')
  const servers = await listen(dir, secret)
  const descriptor = openSync(file, 'r')
  // A host whose own environment is worth stealing.
  process.env.NDW_SECRET = secret
  let places = 0
  const place = async (attempt: Attempt): Promise<Place> => {
    const mark = `mark-${secret.slice(-6)}-${places++}-`
    const folder = join(dir, mark)
    mkdirSync(folder)
    writeFileSync(join(folder, 'target.txt'), 'original', { mode: 0o600 })
    const victim = /VICTIM|MARK/.test(attempt.code) ? startVictim(mark, secret) : null
    const names: Names = {
      SECRET: file,
      FOLDER: folder,
      PORT: servers.port,
      SOCKET: servers.path,
      ABSTRACT: servers.abstract,
      BIND: await freePort(),
      VICTIM: victim?.pid ?? 0,
      MARK: mark,
    }
    const before = snapshot(folder)
    return {
      names,
      victim,
      isTouched: () => snapshot(folder) !== before,
      folderBytes: () => bytesIn(folder),
      clear: () => {
        victim?.kill('SIGKILL')
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }
  const close = () => {
    delete process.env.NDW_SECRET
    closeSync(descriptor)
    servers.close()
    rmSync(dir, { recursive: true, force: true })
  }
  const env = { HOME: home, NDW_SECRET: secret, PATH: process.env.PATH ?? '/usr/bin:/bin' }
  return { secret, env, descriptor, place, saw: servers.saw, close }
}

function startVictim(mark: string, secret: string): ChildProcess {
  const victim = spawn('sleep', ['600'], {
    argv0: `sleep-${mark}-${secret}`,
    env: { NDW_SECRET: secret, PATH: process.env.PATH },
    stdio: 'ignore',
    detached: true,
  })
  victim.unref()
  return victim
}

/** Names, contents and modes; of nothing when the folder is gone. */
function snapshot(folder: string): string {
  try {
    const names = readdirSync(folder).sort()
    const entries = names.map((name) => {
      const path = join(folder, name)
      const status = statSync(path)
      return [name, status.mode, status.isFile() ? readFileSync(path, 'latin1') : '']
    })
    return JSON.stringify(entries)
  } catch {
    return 'gone'
  }
}

function bytesIn(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  } catch {
    return 0
  }
}

interface Servers {
  readonly port: number
  readonly path: string
  readonly abstract: string
  readonly saw: (word: string) => boolean
  readonly close: () => void
}

/** TCP, UDP, a socket by path and an abstract one: each answers with the secret. */
async function listen(dir: string, secret: string): Promise<Servers> {
  let seen = ''
  const answer = `HTTP/1.0 200 OK\r\nContent-Length: ${secret.length}\r\n\r\n${secret}`
  const open: Server[] = []
  const serve = async (target: string | number): Promise<number> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (bytes) => {
        seen += bytes.toString('latin1')
        socket.end(answer)
      })
    })
    open.push(server)
    await new Promise<void>((resolve) => {
      if (typeof target === 'number') server.listen(target, '127.0.0.1', resolve)
      else server.listen(target, resolve)
    })
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const port = await serve(0)
  const path = join(dir, 'socket')
  const abstract = `ndw-${secret}`
  await serve(path)
  if (process.platform === 'linux') await serve(`\0${abstract}`)
  const datagrams = createSocket('udp4')
  datagrams.on('message', (_, from) => datagrams.send(secret, from.port, from.address))
  await new Promise<void>((resolve) => datagrams.bind(port, '127.0.0.1', resolve))
  const close = () => {
    for (const server of open) server.close()
    datagrams.close()
  }
  return { port, path, abstract, saw: (word) => seen.includes(word), close }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}
