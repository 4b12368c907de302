import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { SavedView } from '../../../../shared/contract/corpus.ts'
import type { Level } from '../../../../shared/query/fields.ts'
import { useCorpusCount, useSavedViews, useViewChanges } from '../../api/corpus.ts'
import { errorText } from '../../api/errors.ts'
import { useHost } from '../../api/host.ts'
import { useAtom } from '../../state/atom.ts'
import { changeList, listAtom, listChosenAtom, showList } from '../../state/corpus-place.ts'
import { showToast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { focusOpened } from '../../ui/popover-focus.ts'
import { levelColumnsAtom, levelFilterAtom, levelSortAtom } from './corpus-state.ts'
import { LEVEL_INFO } from './level-columns.ts'

const NO_VIEWS: readonly SavedView[] = []

/** Shows what a view keeps. */
function applyView({ name, level, where, columns, sort }: SavedView): void {
  if (columns.length > 0) levelColumnsAtom(level).set(columns)
  showList({ level, where, sort, view: name })
}

/** Begins with the workspace's default view, once a tab: one that has shown the corpus stays as its user left it. */
export function useDefaultView(): void {
  const { data } = useSavedViews()
  useEffect(() => {
    if (data === undefined || listChosenAtom.get()) return
    listChosenAtom.set(true)
    const view = data.find(({ isDefault }) => isDefault)
    if (view !== undefined && levelFilterAtom(view.level).get() === '') applyView(view)
  }, [data])
}

/**
 * The saved view that is shown, with its columns where an address named it; null for none. A name that this store does
 * not have is left out and told. `views`: undefined until they are read.
 */
function useShownView(views: readonly SavedView[] | undefined): SavedView | null {
  const { level, view: name } = useAtom(listAtom)
  const view = views?.find((one) => one.name === name && one.level === level) ?? null
  const unknown = views !== undefined && view === null ? name : null
  useEffect(() => {
    if (unknown === null) return
    changeList(level, { view: null })
    showToast(
      `There is no saved view ${unknown} of ${LEVEL_INFO[level].plural}; the link’s name for it was left out.`,
    )
  }, [unknown, level])
  useEffect(() => {
    if (view !== null && view.columns.length > 0) levelColumnsAtom(view.level).set(view.columns)
  }, [view])
  return view
}

interface SavedViewsProps {
  readonly level: Level
  readonly where: string
  /** What stands in the field cannot be read: a view of it would keep another query. */
  readonly refused: boolean
  /** Rows that the query keeps; null while they are counted. */
  readonly count: number | null
  /** The button that opens them, for a key. */
  readonly buttonRef: RefObject<HTMLButtonElement | null>
}

/** The saved views: to open, with how many rows they keep more or less than when they were saved, and to save one. */
export function SavedViews({ level, where, refused, count, buttonRef }: SavedViewsProps) {
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { data } = useSavedViews()
  const views = data ?? NO_VIEWS
  const shown = useShownView(data)
  const changes = useViewChanges()
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = (work: Promise<void>): void => {
    setProblem(null)
    work.catch((error: unknown) => setProblem(errorText(error)))
  }
  const isReadOnly = useHost()?.readOnly ?? false
  return (
    <>
      <button ref={buttonRef} type="button" className="text-button" popoverTarget={id}>
        {shown === null
          ? `Views${views.length === 0 ? '' : ` (${views.length})`}`
          : `View: ${shown.name}`}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className="filter-help saved-views"
        onToggle={(event) => {
          setOpen(event.newState === 'open')
          focusOpened(event)
        }}
      >
        <h3>Saved views</h3>
        <SaveForm
          {...{ level, where, refused, count, isReadOnly }}
          onSave={(view) =>
            attempt(changes.save(view).then(() => changeList(level, { view: view.name })))
          }
        />
        {problem === null ? null : (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
        {views.length === 0 ? (
          <p className="muted">
            A view keeps a query, its level, its columns and their sort under a name.
          </p>
        ) : null}
        <ul>
          {views.map((view) => (
            <li key={view.name} className="saved-view">
              <button
                type="button"
                className="saved-view-open"
                title={view.where === '' ? 'every row' : view.where}
                onClick={() => {
                  applyView(view)
                  popover.current?.hidePopover()
                }}
              >
                <span className="ellipsis">{view.name}</span>
                <span className="muted">{LEVEL_INFO[view.level].plural}</span>
                {isOpen ? <Drift view={view} /> : null}
              </button>
              <button
                type="button"
                className="icon-button"
                disabled={isReadOnly}
                aria-pressed={view.isDefault}
                aria-label={`Open the corpus with ${view.name}`}
                title={
                  view.isDefault
                    ? 'The corpus opens with this view'
                    : 'Open the corpus with this view'
                }
                onClick={() => attempt(changes.save({ ...view, isDefault: !view.isDefault }))}
              >
                {view.isDefault ? '★' : '☆'}
              </button>
              <button
                type="button"
                className="icon-button"
                disabled={isReadOnly}
                aria-label={`Remove ${view.name}`}
                title="Remove"
                onClick={() => {
                  if (view === shown) changeList(level, { view: null })
                  attempt(changes.remove(view.name))
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** How many rows the view keeps now, beside how many it kept when it was saved. */
function Drift({ view }: { view: SavedView }) {
  const { count, error } = useCorpusCount(view.level, view.where, [])
  if (error !== null) return <span className="error">does not parse any more</span>
  if (count === null) return <span className="muted">…</span>
  if (!count.complete)
    return <span className="muted numbers">{formatCount(count.matched)} so far</span>
  const drift = count.matched - view.count
  const sign = drift > 0 ? '+' : '−'
  return (
    <span className="muted numbers">
      {formatCount(count.matched)}
      {drift === 0 ? '' : ` (${sign}${formatCount(Math.abs(drift))} since saved)`}
    </span>
  )
}

interface SaveFormProps extends Omit<SavedViewsProps, 'buttonRef'> {
  readonly isReadOnly: boolean
  readonly onSave: (view: Omit<SavedView, 'savedAt'>) => void
}

/** Why what is shown cannot be saved as a view, one sentence; null where it can. */
function whyNoView({ isReadOnly, refused, count }: SaveFormProps): string | null {
  if (isReadOnly) return 'This store is read-only.'
  if (refused) return 'The query is not understood, so that no view can keep it.'
  return count === null ? 'The rows are still counted.' : null
}

function SaveForm(props: SaveFormProps) {
  const { level, where, count, refused, onSave } = props
  const [name, setName] = useState('')
  const why = whyNoView(props)
  const canSave = why === null && name.trim() !== ''
  return (
    <form
      className="new-column"
      onSubmit={(event) => {
        event.preventDefault()
        if (!canSave) return
        const columns = levelColumnsAtom(level).get()
        onSave({
          name: name.trim(),
          level,
          where,
          columns: [...columns],
          sort: [...levelSortAtom(level).get()],
          isDefault: false,
          count: count ?? 0,
        })
        setName('')
      }}
    >
      <TextField
        label="Save what is shown as"
        maxLength={100}
        value={name}
        error={refused ? why : null}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={!canSave} hint={why ?? undefined}>
        Save
      </Button>
    </form>
  )
}
