import { spawn } from 'node:child_process'

/** The system's command that opens an address; null where no screen is likely. */
function opener(): readonly [string, readonly string[]] | null {
  if (process.platform === 'darwin') return ['open', []]
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler']]
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  if (!DISPLAY && !WAYLAND_DISPLAY) return null
  // Left to the system at once, so that stopping the workbench does not close the user's browser.
  return ['sh', ['-c', 'xdg-open "$0" >/dev/null 2>&1 &']]
}

/** Tries to show the page in the user's browser; the printed address remains when it cannot. */
export function openBrowser(url: string): void {
  const command = opener()
  if (command === null) return
  const child = spawn(command[0], [...command[1], url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
