import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import { LEVELS, type Level } from '../../../../shared/query/fields.ts'
import { withoutLast } from '../../../../shared/query/parts.ts'
import { type CorpusCounting, useCorpusCount } from '../../api/corpus.ts'
import { fieldError } from '../../api/errors.ts'
import { useHost } from '../../api/host.ts'
import { useAtom } from '../../state/atom.ts'
import { useSize } from '../../state/layout.ts'
import { openView } from '../../state/place.ts'
import { useRowStatus } from '../../state/status.ts'
import { createStoredAtom } from '../../state/stored.ts'
import { Button } from '../../ui/button.tsx'
import { declareCommands } from '../../ui/command-list.ts'
import { showKey } from '../../ui/key-notation.ts'
import { type KeyBinding, useKeys, useKeysOf } from '../../ui/keys.ts'
import { QueryField } from '../../ui/query-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { QueryHelp } from '../common/query-help.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { corpusLevelAtom, levelFilterAtom } from './corpus-state.ts'
import { FacetsPane } from './facets-pane.tsx'
import { FirstFailureCard } from './first-failure-card.tsx'
import { LEVEL_INFO } from './level-columns.ts'
import { QueryChips } from './query-chips.tsx'
import { QuerySql } from './query-sql.tsx'
import { SavedViews } from './saved-views.tsx'
import { useLevelFacets } from './use-level-facets.ts'

const FACET_COMMANDS = declareCommands('Corpus', 'in the Corpus view', {
  'corpus.facets': { keys: ['Mod+b'], description: 'Facets beside the rows, or the rows alone' },
})

const facetsShownAtom = createStoredAtom('corpus.facetsShown', true, (stored) =>
  typeof stored === 'boolean' ? stored : null,
)

/** Whether the facets are shown; a key changes that. */
function useFacetsShown(): boolean {
  useKeys(
    'Corpus',
    useMemo<readonly KeyBinding[]>(
      () => [
        { ...FACET_COMMANDS['corpus.facets'], run: () => facetsShownAtom.set((shown) => !shown) },
      ],
      [],
    ),
  )
  return useAtom(facetsShownAtom)
}

interface CorpusFrameProps {
  readonly level: Level
  /** The query that the rows are of; follows what is typed once typing pauses. */
  readonly where: string
  /** What stands in the field cannot be read, so that the rows are not of it. */
  readonly refused: boolean
  readonly error: Error | null
  readonly grid: RefObject<HTMLDivElement | null>
  /** Goes to the first row. */
  readonly onEnter: () => void
  readonly children: ReactNode
}

/** What lies around the rows of every level: the level, the query with its chips, the count and the facets. */
export function CorpusFrame(props: CorpusFrameProps) {
  const { level, where, refused, error, grid, onEnter, children } = props
  const atom = levelFilterAtom(level)
  const text = useAtom(atom)
  const facets = useSize('corpus.facets', 200)
  const facetsShown = useFacetsShown()
  const views = useButtonKey('corpus.views')
  const { title, plural } = LEVEL_INFO[level]
  const counted = useCorpusCount(level, where, useLevelFacets(level))
  const counting = { ...counted, stale: counted.stale || refused }
  useRowStatus(counting.count?.matched ?? null, counting.count?.total ?? null, plural)
  return (
    <section className="corpus" aria-label={title}>
      <Toolbar label={title}>
        <LevelSwitch level={level} />
        <CorpusQuery {...{ level, error, grid, onEnter }} />
        <QueryHelp level={level} />
        <CountText counting={counting} />
        <div className="spacer" />
        <SqlFace level={level} />
        <SavedViews
          buttonRef={views}
          level={level}
          where={where}
          refused={refused}
          count={counting.count?.complete && !counting.stale ? counting.count.matched : null}
        />
        <Columns level={level} />
        <RecordButton />
      </Toolbar>
      <FirstFailureCard />
      <QueryChips where={text} onWhere={atom.set} />
      <div className="corpus-panes">
        <SplitPane
          label="Facets and rows"
          only={facetsShown ? null : 'second'}
          min={140}
          minRest={320}
          {...facets}
        >
          <FacetsPane level={level} where={text} counting={counting} onWhere={atom.set} />
          {children}
        </SplitPane>
      </div>
    </section>
  )
}

const LEVEL_OPTIONS = LEVELS.map((value) => ({ value, text: LEVEL_INFO[value].title }))

function LevelSwitch({ level }: { level: Level }) {
  return (
    <Segmented
      label="Rows are"
      value={level}
      options={LEVEL_OPTIONS}
      onValue={corpusLevelAtom.set}
    />
  )
}

function CountText({ counting }: { counting: CorpusCounting }) {
  const { count, stale } = counting
  if (count === null) return null
  const words = count.complete
    ? `${formatCount(count.matched)} of ${formatCount(count.total)}`
    : `${formatCount(count.matched)} so far…`
  return (
    <span className={stale ? 'muted numbers stale' : 'muted numbers'} data-testid="corpus-count">
      {words}
    </span>
  )
}

function RecordButton() {
  const host = useHost()
  return (
    <Button
      icon="plus"
      tone="primary"
      disabled={host?.readOnly ?? false}
      hint={host?.readOnly ? 'This store is read-only.' : 'Record programs'}
      onClick={() => openView('record')}
    >
      Record…
    </Button>
  )
}

const CORPUS_COMMANDS = declareCommands('Corpus', 'in the Corpus view', {
  'corpus.query': { keys: ['/'], description: 'Write a query' },
  'corpus.columns': { keys: ['c'], description: 'Choose the columns' },
  'corpus.sql': { keys: ['s'], description: 'Edit the query as SQL' },
  'corpus.views': { keys: ['V'], description: 'Open or save a view' },
  'corpus.remove-condition': {
    keys: ['Backspace'],
    description: 'Remove the last condition of the query',
  },
})

/** A button that a key presses too. */
function useButtonKey(command: 'corpus.columns' | 'corpus.sql' | 'corpus.views') {
  const button = useRef<HTMLButtonElement>(null)
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [{ ...CORPUS_COMMANDS[command], run: () => button.current?.click() }],
    [command],
  )
  useKeys('Corpus', bindings)
  return button
}

function Columns({ level }: { level: Level }) {
  const button = useButtonKey('corpus.columns')
  return <ColumnChooser level={level} buttonRef={button} />
}

/** The query as SQL, with its key. */
function SqlFace({ level }: { level: Level }) {
  const atom = levelFilterAtom(level)
  const where = useAtom(atom)
  const button = useButtonKey('corpus.sql')
  return <QuerySql {...{ level, where }} onWhere={atom.set} buttonRef={button} />
}

type CorpusQueryProps = Pick<CorpusFrameProps, 'level' | 'error' | 'grid' | 'onEnter'>

function CorpusQuery({ level, error, grid, onEnter }: CorpusQueryProps) {
  const atom = levelFilterAtom(level)
  const text = useAtom(atom)
  const field = useRef<HTMLInputElement>(null)
  const [key] = useKeysOf()(CORPUS_COMMANDS['corpus.query'])
  const bindings = useMemo<readonly KeyBinding[]>(() => {
    const run = (): void => {
      field.current?.focus()
      field.current?.select()
    }
    const remove = (): void => atom.set(withoutLast(text))
    return [
      { ...CORPUS_COMMANDS['corpus.query'], run },
      {
        ...CORPUS_COMMANDS['corpus.remove-condition'],
        run: remove,
        reason: text === '' ? 'There is no query.' : null,
      },
    ]
  }, [atom, text])
  useKeys('Corpus', bindings)
  return (
    <div className="corpus-filter" data-pane="query">
      <QueryField
        label="Query"
        labelHidden
        level={level}
        placeholder={`${key === undefined ? '' : `${showKey(key)}  `}e.g.  ${LEVEL_INFO[level].example}`}
        value={text}
        error={fieldError(error)}
        inputRef={field}
        onValue={atom.set}
        onEnter={onEnter}
        onEscape={() => (text === '' ? grid.current?.focus() : atom.set(''))}
      />
    </div>
  )
}
