import { takeToken } from '../state/url.ts'

const KEY = 'workbench.token'
const CHANNEL = 'workbench-token'
const ASK_MS = 300

/** The token of this tab, as it is now: a workbench that was started again has another. */
export interface TokenHolder {
  readonly current: () => string | null
}

/**
 * The token of this tab: from the address, which then loses it and keeps its place, or as remembered by the tab,
 * or from another open tab of the same workbench, so that a copied link opens there. Null when none has it.
 * A token that came by the address is told to the other tabs, which a restart of the workbench had cut off;
 * `onNew` is called in a tab that was told another one.
 */
export async function findToken(onNew: () => void): Promise<TokenHolder> {
  const { token, rest } = takeToken(location.hash)
  if (token !== null) {
    history.replaceState(null, '', `${location.pathname}${location.search}${rest}`)
  }
  let known = token ?? sessionStorage.getItem(KEY) ?? (await askOtherTabs())
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (data?.ask === true && known !== null) channel.postMessage({ token: known })
    if (typeof data?.started !== 'string' || data.started === known) return
    known = data.started
    sessionStorage.setItem(KEY, data.started)
    onNew()
  }
  if (known !== null) sessionStorage.setItem(KEY, known)
  if (token !== null) channel.postMessage({ started: token })
  return { current: () => known }
}

function askOtherTabs(): Promise<string | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    const finish = (token: string | null): void => {
      clearTimeout(timer)
      channel.close()
      resolve(token)
    }
    const timer = setTimeout(() => finish(null), ASK_MS)
    channel.onmessage = ({ data }) => {
      if (typeof data?.token === 'string') finish(data.token)
    }
    channel.postMessage({ ask: true })
  })
}
