import { takeToken } from '../state/url.ts'

const KEY = 'workbench.token'
const CHANNEL = 'workbench-token'
const ASK_MS = 300

/**
 * The token of this tab: from the address, which then loses it and keeps its place, or as remembered by the tab,
 * or from another open tab of the same workbench, so that a copied link opens there. Null when none has it.
 */
export async function findToken(): Promise<string | null> {
  const { token, rest } = takeToken(location.hash)
  if (token !== null) {
    history.replaceState(null, '', `${location.pathname}${location.search}${rest}`)
    sessionStorage.setItem(KEY, token)
  }
  const known = sessionStorage.getItem(KEY) ?? (await askOtherTabs())
  if (known !== null) {
    sessionStorage.setItem(KEY, known)
    answerOtherTabs(known)
  }
  return known
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

function answerOtherTabs(token: string): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (data?.ask === true) channel.postMessage({ token })
  }
}
