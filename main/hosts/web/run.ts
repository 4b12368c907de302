import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../../app.ts'
import type { HostPort } from '../../host-port.ts'
import { forkChild } from '../node/fork-child.ts'
import { locateApp } from '../node/locate.ts'
import { plainSecretFile, withKeyOfEnvironment } from '../node/secret-file.ts'
import { onStopWanted } from '../node/stop-signals.ts'
import { userPath } from '../node/user-path.ts'
import { openBrowser } from './open-browser.ts'
import type { WebOptions } from './options.ts'
import { startWebServer } from './server.ts'

const log: HostPort['log'] = (level, message) => {
  process.stderr.write(level === 'info' ? `${message}\n` : `${level}: ${message}\n`)
}

/**
 * Opens the store, serves the workbench on loopback, prints the address and stays until it is stopped.
 * `entriesDir` is the folder of built entries. Rejects with one sentence when it cannot start.
 */
export async function runWebHost(entriesDir: string, options: WebOptions): Promise<void> {
  const storePath = options.storePath === null ? null : userPath(options.storePath)
  const config = locateApp(entriesDir, storePath)
  if (!existsSync(join(config.rendererDir, 'index.html'))) {
    throw new Error('The page is not built; run "npm run build".')
  }
  const host: HostPort = {
    kind: 'web',
    fork: (entry, args) => forkChild(entriesDir, entry, args),
    reveal: null,
    pickFolder: null,
    secrets: withKeyOfEnvironment(plainSecretFile(config.modelsPath), process.env),
    log,
  }
  logUncaught()
  const token = takeToken()
  const app = await createApp(config, host)
  const { port, origins } = options
  const server = await startWebServer(app, {
    port,
    token,
    origins,
    onError: (message) => log('error', message),
  }).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  const url = `http://127.0.0.1:${server.port}/#token=${token}`
  const { storePath: store } = config
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ url, port: server.port, store })}\n`
      : `Workbench: ${url}\nStore: ${store}\nStop with Ctrl-C.\n`,
  )
  if (options.open) openBrowser(url)
  await stopped(async () => {
    await server.close()
    await app.close()
  })
}

/** 256 random bits a start; the development script gives one that outlives restarts. */
function takeToken(): string {
  const given = process.env.WORKBENCH_TOKEN
  delete process.env.WORKBENCH_TOKEN
  const token = given ?? randomBytes(32).toString('base64url')
  if (token.length < 43) throw new Error('WORKBENCH_TOKEN must hold at least 256 random bits.')
  return token
}

/** Settles when a stop was wanted and `close` is done; a second press leaves at once. */
function stopped(close: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    onStopWanted(
      () => {
        log('info', 'Stopping ...')
        close().then(resolve, reject)
      },
      () => process.exit(130),
    )
  })
}

/** A bug must be seen, not swallowed; the store is safe whenever we end. */
function logUncaught(): void {
  process.on('unhandledRejection', (reason) => {
    log(
      'error',
      `An unexpected failure: ${reason instanceof Error ? reason.stack : String(reason)}`,
    )
  })
  process.on('uncaughtException', (error) => {
    log('error', `The workbench stops after an unexpected failure: ${error.stack}`)
    process.exit(1)
  })
}
