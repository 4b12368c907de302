import { useMemo } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { ComparedRow, ComparedSide, RunComparison } from '../../../../shared/contract/runs.ts'
import { flipQuery } from '../../../../shared/query/run-query.ts'
import { fieldError } from '../../api/errors.ts'
import { useFlips } from '../../api/runs.ts'
import { useAtom } from '../../state/atom.ts'
import { useColumnWidths, useSize } from '../../state/layout.ts'
import { Choice } from '../../ui/choice.tsx'
import { DataGrid } from '../../ui/data-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { GridColumn } from '../../ui/grid-types.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { useShareOf } from '../common/share-of.ts'
import { EVALUATE_COMMANDS } from './evaluate-commands.ts'
import { activeFlipAtom, flipAtom } from './evaluate-state.ts'
import { goToStep, goToStepBeside, showInCorpus } from './go-to-step.ts'
import { actionText, VerdictMark } from './prediction-columns.tsx'
import { Differences, WrittenText } from './prediction-detail.tsx'
import { useSaveLost } from './save-lost.ts'

const rowId = ({ trajectory, step }: ComparedRow): string => `${trajectory} ${step}`

function SideMark({ side }: { side: ComparedSide }) {
  return <VerdictMark verdict={side?.verdict ?? null} error={side?.error ?? null} />
}

const FLIP_COLUMNS: readonly GridColumn<ComparedRow>[] = [
  {
    id: 'program',
    header: 'Program',
    width: 150,
    grow: true,
    cell: ({ program }) => program,
    hint: ({ program, trajectory }) => `${program}, ${trajectory}`,
  },
  { id: 'step', header: 'Step', width: 52, align: 'end', cell: ({ step }) => formatCount(step) },
  { id: 'action', header: 'Action', width: 130, cell: actionText, hint: actionText },
  { id: 'first', header: 'A', width: 140, cell: ({ first }) => <SideMark side={first} /> },
  { id: 'second', header: 'B', width: 140, cell: ({ second }) => <SideMark side={second} /> },
  {
    id: 'where',
    header: 'Where',
    width: 110,
    cell: ({ first, second }) => <code>{first?.path ?? second?.path ?? ''}</code>,
  },
]

/** The flips that are listed, by keys too, and what can be done with them. */
function useFlipActs(found: RunComparison) {
  const { flip, action } = useAtom(flipAtom)
  const pair = { first: found.first.run, second: found.second.run }
  const save = useSaveLost(found)
  const { first, second } = pair
  const corpus = useMemo(
    () => () => showInCorpus(flipQuery({ first, second, flip, action })),
    [first, second, flip, action],
  )
  useKeys(
    'Evaluate',
    useMemo<readonly KeyBinding[]>(
      () => [
        {
          ...EVALUATE_COMMANDS['evaluate.lost'],
          run: () => flipAtom.set((now) => ({ ...now, flip: 'lost' })),
        },
        {
          ...EVALUATE_COMMANDS['evaluate.won'],
          run: () => flipAtom.set((now) => ({ ...now, flip: 'won' })),
        },
        { ...EVALUATE_COMMANDS['evaluate.in-corpus'], run: corpus },
        { ...EVALUATE_COMMANDS['evaluate.save'], ...save },
      ],
      [corpus, save],
    ),
  )
  return { ...pair, flip, action, corpus, save }
}

function Head({ found, acts }: { found: RunComparison; acts: ReturnType<typeof useFlipActs> }) {
  const { flip, action, corpus, save } = acts
  const options = [
    { value: 'lost', text: `Lost ${formatCount(found.losses)}` },
    { value: 'won', text: `Won ${formatCount(found.wins)}` },
  ] as const
  const actions = found.byAction.map((one) => ({ value: one.action as string, text: one.action }))
  return (
    <div className="pane-title">
      <Segmented
        label="Flipped steps"
        value={flip}
        options={options}
        onValue={(next) => flipAtom.set((now) => ({ ...now, flip: next }))}
      />
      <Choice
        label="Of the action"
        value={action ?? ''}
        options={[{ value: '', text: 'every action' }, ...actions]}
        onValue={(next) =>
          flipAtom.set((now) => ({
            ...now,
            action: found.byAction.find((one) => one.action === next)?.action ?? null,
          }))
        }
      />
      <span className="muted ellipsis">
        {flip === 'lost' ? 'right by A and wrong by B' : 'wrong by A and right by B'}
      </span>
      <span className="spacer" />
      <button
        type="button"
        className="text-button"
        disabled={save.reason !== null}
        title={
          save.reason ??
          'Keeps the trajectories that hold a lost step as a saved view, to run again'
        }
        onClick={save.run}
      >
        Save lost as a set
      </button>
      <button
        type="button"
        className="text-button"
        title="The trajectories that hold them, as a query"
        onClick={corpus}
      >
        Show in Corpus
      </button>
    </div>
  )
}

/** Steps that one run has right and the other has not, both predictions side by side; Enter goes to the step. */
export function FlipList({ found }: { found: RunComparison }) {
  const acts = useFlipActs(found)
  const { first, second, flip, action } = acts
  const rows = useFlips({ first, second, flip, action })
  const widths = useColumnWidths('evaluate.flips')
  const layout = useSize('evaluate.flip', useShareOf(0.42, 420, 800))
  const list = JSON.stringify([first, second, flip, action])
  const last = useAtom(activeFlipAtom)
  const active = last?.list === list ? last.row : null
  const problem = fieldError(rows.error)
  return (
    <section className="pane-body" aria-label="Flipped steps">
      <Head {...{ found, acts }} />
      {problem === null ? (
        <SplitPane
          label="Flipped steps and the one in focus"
          sized="second"
          min={280}
          minRest={320}
          {...layout}
        >
          <DataGrid
            label="Flipped steps"
            columns={FLIP_COLUMNS}
            rows={rows}
            list={list}
            rowId={rowId}
            activeId={active === null ? null : rowId(active)}
            onActive={(row) => activeFlipAtom.set({ list, row })}
            onOpen={(row) => goToStep(row, found.second)}
            onOpenBeside={(row) => goToStepBeside(row, found.second)}
            empty={<EmptyState text={flip === 'lost' ? 'No step was lost.' : 'No step was won.'} />}
            {...widths}
          />
          <BothSides row={active} />
        </SplitPane>
      ) : (
        <EmptyState text={problem} />
      )}
    </section>
  )
}

function BothSides({ row }: { row: ComparedRow | null }) {
  if (row === null) {
    return (
      <EmptyState text="Both predictions of the step in focus are shown here; Enter goes to it." />
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too
    <section className="flip-sides" aria-label="Both predictions" tabIndex={0}>
      <OneSide name="A" side={row.first} />
      <OneSide name="B" side={row.second} />
    </section>
  )
}

function OneSide({ name, side }: { name: 'A' | 'B'; side: ComparedSide }) {
  return (
    <div className="flip-side">
      <h3>
        {name} <SideMark side={side} />
      </h3>
      {side === null ? (
        <p className="muted">Its rollout had ended before this step.</p>
      ) : (
        <>
          <Differences rows={side.differences} />
          <WrittenText text={side.text} />
        </>
      )}
    </div>
  )
}
