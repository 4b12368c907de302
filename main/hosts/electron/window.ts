import {
  app,
  BrowserWindow,
  dialog,
  Menu,
  type MenuItemConstructorOptions,
  type Session,
  session,
  type WebContents,
} from 'electron'

export const SCHEME = 'workbench'
const PAGE = `${SCHEME}://app/index.html`
const PARTITION = 'persist:workbench'

/** Opens the one window, with nothing granted to its page. `preload` is the built preload file. */
export function openWindow(
  preload: string,
  serve: (r: Request) => Promise<Response>,
): BrowserWindow {
  const own = session.fromPartition(PARTITION)
  if (!own.protocol.isProtocolHandled(SCHEME)) own.protocol.handle(SCHEME, serve)
  denyEverything(own)
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    webPreferences: {
      preload,
      partition: PARTITION,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      experimentalFeatures: false,
      disableBlinkFeatures: 'Auxclick',
      spellcheck: false,
      safeDialogs: true,
      navigateOnDragDrop: false,
      devTools: !app.isPackaged,
    },
  })
  void window.loadURL(PAGE)
  return window
}

/** No permission is ever granted and nothing is fetched but the page's own files. */
function denyEverything(own: Session): void {
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  own.setPermissionCheckHandler(() => false)
  own.setDevicePermissionHandler(() => false)
  const allowed = [`${SCHEME}:`, 'blob:', ...(app.isPackaged ? [] : ['devtools:'])]
  own.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !allowed.includes(new URL(url).protocol) }),
  )
}

/** The page stays where it is: no navigation, no second window, no embedded page. */
export function lockContents(contents: WebContents): void {
  const prevent = (event: { preventDefault: () => void }): void => event.preventDefault()
  contents.on('will-navigate', prevent)
  contents.on('will-redirect', prevent)
  contents.on('will-frame-navigate', prevent)
  contents.on('will-attach-webview', prevent)
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** Only what the system expects: copy and paste, zoom, window, quit. Ctrl+W is left to the page, which closes a tab. */
export function setMenu(): void {
  const isMac = process.platform === 'darwin'
  const close = { role: 'close', accelerator: 'CmdOrCtrl+Shift+W' } as const
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: 'File', submenu: isMac ? [close] : [close, { role: 'quit' }] },
    { role: 'editMenu' },
    { role: 'viewMenu' },
    { role: 'window', submenu: [{ role: 'minimize' }, { role: 'zoom' }] },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

export async function pickFolder(window: BrowserWindow): Promise<string | null> {
  const answer = await dialog.showOpenDialog(window, { properties: ['openDirectory'] })
  return answer.filePaths[0] ?? null
}
