import { showToast } from './toasts.ts'

/**
 * Puts a text on the clipboard and says so: `what` was copied, `the value`, and what it is good for where `about` tells.
 * A browser may refuse, and where the page came unencrypted from another machine there is no clipboard at all.
 */
export async function copyText(text: string, what: string, about = ''): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(`Copied ${what}.${about === '' ? '' : ` ${about}`}`)
  } catch {
    const instead = 'Where it is on the page it can be selected and copied.'
    showToast(`The browser did not let the page copy ${what}. ${instead}`, { tone: 'error' })
  }
}
