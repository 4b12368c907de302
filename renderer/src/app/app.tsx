import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { beginBusy } from '../api/idle.ts'
import { type Session, useConnection } from '../api/session.ts'
import { SessionProvider } from '../api/session-provider.tsx'
import { useAtom, useAtomPart } from '../state/atom.ts'
import { overlayAtom } from '../state/overlay.ts'
import { useView } from '../state/place.ts'
import { tabsAtom } from '../state/tabs.ts'
import { JobsPanel } from '../views/jobs/jobs-panel.tsx'
import { KeysDialog } from '../views/keys/keys-dialog.tsx'
import { Palette } from '../views/palette/palette.tsx'
import { SearchDialog } from '../views/search/search-dialog.tsx'
import { ActivityBar } from './activity-bar.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { GlobalKeys } from './global-keys.ts'
import { useFinishedJobToasts } from './job-toasts.ts'
import { KeySheet } from './key-sheet.tsx'
import { ConnectionNotice, ReadOnlyNotice, Unconnected } from './notices.tsx'
import { StatusBar } from './status-bar.tsx'
import { TabBar } from './tab-bar.tsx'
import { Toasts } from './toasts.tsx'
import { useFocusInView } from './view-focus.ts'
import { componentOf, loadViewsAhead, VIEWS } from './views.ts'

/** The whole page: activity bar, one view, status bar, and what lies above them. */
export function App({ session }: { session: Session }) {
  return (
    <SessionProvider session={session}>
      <Shell />
    </SessionProvider>
  )
}

function Shell() {
  const connection = useConnection()
  const [opened, setOpened] = useState(false)
  // Views stay mounted when the connection is lost: nothing the user was looking at disappears.
  if (connection.state === 'open' && !opened) setOpened(true)
  return opened ? <Workbench /> : <Unconnected />
}

/** The view in front comes first. */
const LOAD_AHEAD_MS = 1500

function Workbench() {
  const [jobsOpen, setJobsOpen] = useState(false)
  const closeJobs = useCallback(() => setJobsOpen(false), [])
  const toggleJobs = useCallback(() => setJobsOpen((open) => !open), [])
  useEffect(() => {
    const timer = setTimeout(loadViewsAhead, LOAD_AHEAD_MS)
    return () => clearTimeout(timer)
  }, [])
  useFinishedJobToasts(jobsOpen)
  return (
    <div className="shell">
      <div className="notices">
        <ConnectionNotice />
        <ReadOnlyNotice />
      </div>
      <GlobalKeys toggleJobs={toggleJobs} />
      <ActivityBar />
      <TabBar />
      <CurrentView />
      <StatusBar jobsOpen={jobsOpen} onJobs={toggleJobs} />
      {jobsOpen ? <JobsPanel onClose={closeJobs} /> : null}
      <Toasts />
      <InFront />
    </div>
  )
}

const ModelsDialog = lazy(async () => ({
  default: (await import('../views/predict/models-dialog.tsx')).ModelsDialog,
}))

/** What lies in front of the view, if anything. */
function InFront() {
  const overlay = useAtom(overlayAtom)
  const isShown = overlay !== null
  useEffect(() => {
    // Commands of every view are listed, and come with its code.
    if (isShown) loadViewsAhead()
  }, [isShown])
  switch (overlay?.name) {
    case undefined:
      return null
    case 'palette':
      return <Palette text={overlay.text} />
    case 'sheet':
      return <KeySheet />
    case 'keys':
      return <KeysDialog />
    case 'search':
      return <SearchDialog />
    case 'models':
      return (
        <Suspense fallback={<LoadingView />}>
          <ModelsDialog />
        </Suspense>
      )
  }
}

function CurrentView() {
  const view = useView()
  const tab = useAtomPart(tabsAtom, ({ front }) => front)
  const main = useRef<HTMLElement>(null)
  useFocusInView(main, `${view} ${tab}`)
  const entry = VIEWS.find(({ id }) => id === view) ?? VIEWS[0]
  if (entry === undefined) return null
  const View = componentOf(entry)
  return (
    <main ref={main} className="view" tabIndex={-1} aria-label={entry.title} data-view={entry.id}>
      <h2 className="visually-hidden">{entry.title}</h2>
      <ErrorBoundary viewKey={entry.id}>
        <Suspense fallback={<LoadingView />}>
          <View />
        </Suspense>
      </ErrorBoundary>
    </main>
  )
}

/** Nothing to see for the moment a view's code takes to load; tests must not take it for idle. */
function LoadingView() {
  useEffect(beginBusy, [])
  return null
}
