import { createRoot } from 'react-dom/client'
import { createSession } from '../api/session.ts'
import { App } from '../app/app.tsx'
import { startFocusHistory } from '../state/focus-history.ts'
import { startTheme } from '../state/theme.ts'
import { startUrlSync, takeToken } from '../state/url.ts'
import { startLastPlace } from './last-place.ts'
import { findToken } from './token.ts'
import { isWebPage, openWire } from './wire.ts'

document.documentElement.dataset.idle = 'false'
startTheme()
// The token leaves the address before anything reads the place from it.
const token = isWebPage() ? await findToken(goOn) : null
const isNamed = location.hash !== ''
addEventListener('hashchange', () => {
  // A complete address pasted into this tab differs in its fragment alone, which loads nothing.
  if (takeToken(location.hash).token !== null) location.reload()
})
startUrlSync()
startFocusHistory()

const session = createSession(() => openWire(token?.current() ?? null))
startLastPlace(session, isNamed)
void session.connect()

/** A workbench that was started again, in another tab. */
function goOn(): void {
  if (session.status().state === 'lost') void session.connect()
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element named root')
createRoot(root).render(<App session={session} />)
