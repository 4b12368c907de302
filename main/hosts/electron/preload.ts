import { ipcRenderer } from 'electron'

/** The members of the page's window that are used here; the rest of this folder has no DOM. */
declare const window: {
  readonly location: { readonly origin: string }
  postMessage(message: string, origin: string, transfer: readonly unknown[]): void
}

// The page gets one port to the services and nothing else.
ipcRenderer.on('workbench-port', (event) => {
  window.postMessage('workbench-port', window.location.origin, event.ports)
})
