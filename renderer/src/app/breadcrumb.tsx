import { useDebounced } from '../api/debounced.ts'
import { useTrace } from '../api/traces.ts'
import { openView, useFocus, usePin } from '../state/place.ts'
import { stepWords } from './tab-title.ts'

interface Crumb {
  readonly text: string
  readonly open: () => void
}

function useCrumbs(): readonly Crumb[] {
  const focus = useFocus()
  const pinned = usePin()?.trace ?? null
  const pin = useTrace(pinned)
  // Holding a key in the corpus passes many traces; only the one it stops at is read.
  const trace = useTrace(useDebounced(focus.trace))
  const crumbs: Crumb[] = []
  if (focus.trace !== null) {
    const name = trace.data?.program ?? (trace.isError ? focus.trace : '…')
    crumbs.push({ text: name, open: () => openView('trace') })
  }
  if (focus.trajectory !== null) {
    const at = focus.trajectoryStep === null ? '' : ` · step ${focus.trajectoryStep}`
    crumbs.push({ text: `trajectory${at}`, open: () => openView('label') })
  }
  if (focus.step !== null) {
    const text = stepWords(focus.step, trace.data)
    crumbs.push({ text, open: () => openView('trace') })
  }
  if (focus.variable !== null) {
    crumbs.push({ text: focus.variable, open: () => openView('trace') })
  }
  if (pinned !== null) {
    const name = pin.data?.program ?? (pin.isError ? pinned : '…')
    crumbs.push({ text: `pinned: ${name}`, open: () => openView('trace') })
  }
  return crumbs
}

/** The focus as a path: program › trajectory › event › variable; each part opens where it is shown. */
export function Breadcrumb() {
  const crumbs = useCrumbs()
  if (crumbs.length === 0) return null
  return (
    <nav className="breadcrumb" aria-label="Focus">
      {crumbs.map(({ text, open }) => (
        <button type="button" className="crumb" key={text} title={text} onClick={open}>
          {text}
        </button>
      ))}
    </nav>
  )
}
