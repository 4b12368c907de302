import { join } from 'node:path'
import {
  app,
  type BrowserWindow,
  dialog,
  MessageChannelMain,
  type MessagePortMain,
  protocol,
  shell,
  utilityProcess,
} from 'electron'
import { createStaticFiles } from '../../static-files.ts'
import { type Supervisor, superviseServices } from '../node/supervisor.ts'
import { createSystemSecrets } from './secrets.ts'
import { lockContents, openWindow, pickFolder, SCHEME, setMenu } from './window.ts'

const here = import.meta.dirname

app.enableSandbox()
protocol.registerSchemesAsPrivileged([
  {
    scheme: SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true },
  },
])
app.on('web-contents-created', (_event, contents) => lockContents(contents))
app.on('window-all-closed', () => app.quit())
if (app.requestSingleInstanceLock()) void app.whenReady().then(start)
else app.quit()

function start(): void {
  setMenu()
  const window = openWindow(join(here, 'preload.cjs'), createStaticFiles(join(here, '../renderer')))
  const fail = (message: string): void => {
    dialog.showErrorBox('Neural Debugger Workbench', message)
    app.quit()
  }
  const services = superviseServices<MessagePortMain>(
    {
      start: (what, args) => utilityProcess.fork(join(here, `${what}.js`), [...args]),
      channel: () => {
        const { port1, port2 } = new MessageChannelMain()
        return [port1, port2]
      },
      pickFolder: () => pickFolder(window),
      reveal: (path) => shell.showItemInFolder(path),
      secrets: createSystemSecrets(),
      onRestart: () => connect(window, services),
      onFailure: fail,
    },
    process.argv.slice(app.isPackaged ? 1 : 2),
  )
  window.webContents.on('did-finish-load', () => connect(window, services))
  window.webContents.once('render-process-gone', () => {
    window.webContents.once('render-process-gone', () => fail('The window failed twice.'))
    window.webContents.reload()
  })
  app.on('second-instance', () => {
    window.restore()
    window.focus()
  })
  app.on('before-quit', (event) => {
    event.preventDefault()
    services.stop(() => app.exit(0))
  })
}

/** Page and services talk over a channel of their own; this process hears none of it. */
function connect(window: BrowserWindow, services: Supervisor<MessagePortMain>): void {
  const { port1, port2 } = new MessageChannelMain()
  services.serve(port1)
  window.webContents.postMessage('workbench-port', null, [port2])
}
