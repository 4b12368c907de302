import { useTrace } from '../api/traces.ts'
import { useAtom } from '../state/atom.ts'
import { type CorpusPlace, corpusPlaceAtom } from '../state/corpus-place.ts'
import { type Place, placeAtom } from '../state/place.ts'
import { closeTab, placeOf, showTab, type Tab, tabsAtom } from '../state/tabs.ts'
import { TabList } from '../ui/tab-list.tsx'
import { tabTitle } from './tab-title.ts'

function Title({ place, corpus }: { place: Place; corpus: CorpusPlace }) {
  // The corpus passes many traces and names none of them.
  const isNamed = place.view !== 'corpus'
  const trace = useTrace(isNamed ? place.focus.trace : null).data
  const pinned = useTrace(isNamed ? (place.pin?.trace ?? null) : null).data
  const title = tabTitle(place, corpus, { trace, pinned })
  return (
    <span className="ellipsis" title={title}>
      {title}
    </span>
  )
}

function FrontTitle() {
  return <Title place={useAtom(placeAtom)} corpus={useAtom(corpusPlaceAtom)} />
}

function LeftTitle({ tab }: { tab: Tab }) {
  return <Title place={placeOf(tab)} corpus={tab.corpus} />
}

/** The places that are open in the window; nothing while there is one. */
export function TabBar() {
  const { tabs, front } = useAtom(tabsAtom)
  if (tabs.length < 2) return null
  return (
    <nav className="tab-bar" aria-label="Tabs">
      <TabList
        label="Open places"
        tabs={tabs.map((tab) => ({
          id: tab.id,
          text: tab.id === front ? <FrontTitle /> : <LeftTitle tab={tab} />,
        }))}
        chosen={front}
        onChoose={showTab}
        onClose={closeTab}
      />
    </nav>
  )
}
