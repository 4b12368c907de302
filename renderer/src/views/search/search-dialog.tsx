import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import {
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
} from '../../../../shared/contract/search.ts'
import { isEmptyQuery, wordQuery } from '../../../../shared/query/search-words.ts'
import { useDebounced } from '../../api/debounced.ts'
import { errorText } from '../../api/errors.ts'
import { type Searching, useSearch } from '../../api/search.ts'
import { closeOverlay } from '../../state/overlay.ts'
import { openView, placeAtom } from '../../state/place.ts'
import { showToast } from '../../state/toasts.ts'
import { wantedLineAtom } from '../../state/wanted-line.ts'
import { actBehind } from '../../ui/act-behind.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FinderField } from '../../ui/finder-field.tsx'
import { Progress } from '../../ui/progress.tsx'
import { movedLine } from '../common/list-keys.ts'
import { SearchHits } from './search-hits.tsx'
import { KIND_TITLES, rowsOf, type SearchRow } from './search-rows.ts'

/** Hits of each kind where all are shown, and of one alone. */
const HITS_OF_EACH = 6
const HITS_OF_ONE = 200

/** Shows the node once the dialog is gone and the focus is back where it was. */
function openHit(hit: SearchHit): void {
  const { kind, trace, seq, variable } = hit
  actBehind(closeOverlay, () => {
    if (seq === null) openLine(hit)
    else openView('trace', { trace, step: seq, variable: kind === 'source' ? null : variable })
  })
}

/** Shows a line that no state leads to: of the trace in focus the place stays what it is. */
function openLine({ trace, file, line }: SearchHit): void {
  const isInFocus = placeAtom.get().focus.trace === trace
  openView('trace', isInFocus ? {} : { trace, step: 0 })
  wantedLineAtom.set({ trace, file, line })
  showToast(`Line ${line}${file === null ? '' : ` of ${file}`} did not run.`)
}

/** One sentence on what was found; null where the hits speak for themselves. */
function sentenceOf(
  text: string,
  kind: SearchKind | null,
  { found, running, stale }: Searching,
): string | null {
  if (text.trim() === '') {
    return 'Type words of a program, the name of a variable or a recorded value.'
  }
  if (isEmptyQuery(wordQuery(text))) {
    return 'Type letters, digits or underscores: other characters are not searched.'
  }
  if (found === null || stale) return running ? 'Searching …' : null
  if (found.groups.every(({ hits }) => hits.length === 0)) {
    if (running) return 'Nothing found yet.'
    const where =
      kind === null ? 'Nothing recorded' : `None of the ${KIND_TITLES[kind].toLowerCase()}`
    return `${where} holds these words. All must stand in one text, whole but for the last, which may be the beginning of a word.`
  }
  if (kind !== null && found.groups.some(({ more }) => more)) {
    return `These are the first ${formatCount(HITS_OF_ONE)}; another word makes them fewer.`
  }
  return null
}

function Indexing({ found }: Pick<Searching, 'found'>) {
  if (found === null || found.done >= found.total) return null
  if (found.incomplete !== null) return <p>{found.incomplete}</p>
  return (
    <div className="search-indexing">
      <Progress label="Indexing" done={found.done} total={found.total} />
      <p>What was recorded since the last search is being indexed; more hits may come.</p>
    </div>
  )
}

/** One field to find lines of programs, names of variables and recorded values, and to go to the node of one. */
export function SearchDialog() {
  const id = useId()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<SearchKind | null>(null)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const limit = kind === null ? HITS_OF_EACH : HITS_OF_ONE
  const searching = useSearch({ text: useDebounced(text), kind, limit })
  const { found, error } = searching
  const rows = useMemo(
    () => (found === null ? [] : rowsOf(found.groups, kind === null)),
    [found, kind],
  )
  const at = Math.min(active, rows.length - 1)
  const show = (next: SearchKind | null): void => {
    setKind(next)
    setActive(0)
    input.current?.focus()
  }
  const choose = (row: SearchRow | undefined): void => {
    if (row === undefined || searching.stale) return
    if (row.hit === null) show(row.kind)
    else openHit(row.hit)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = movedLine(at, rows.length, event.key)
    if (event.key === 'Enter') choose(rows[at])
    else if (next !== null) setActive(next)
    else return
    event.preventDefault()
  }
  const failure = error === null ? null : errorText(error)
  return (
    <Dialog label="Search everything recorded" className="palette search" onClose={closeOverlay}>
      <FinderField
        inputRef={input}
        label="Search programs, names and recorded values"
        placeholder="Search programs, names and recorded values"
        value={text}
        list={`${id}-rows`}
        count={rows.length}
        active={at}
        onValue={(value) => {
          setText(value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <SearchHits
        id={id}
        rows={rows}
        active={at}
        stale={searching.stale}
        onActive={setActive}
        onChoose={choose}
      />
      {failure === null ? (
        <div className="palette-note" role="status">
          {sentenceOf(text, kind, searching)}
          <Indexing found={found} />
        </div>
      ) : (
        <p className="palette-note field-error" role="alert">
          {failure}
        </p>
      )}
      <fieldset className="palette-modes" aria-label="What is searched">
        {[null, ...SEARCH_KINDS].map((one) => (
          <button
            key={one}
            type="button"
            className="text-button"
            aria-pressed={one === kind}
            onClick={() => show(one)}
          >
            {one === null ? 'Everything' : KIND_TITLES[one]}
          </button>
        ))}
      </fieldset>
    </Dialog>
  )
}
