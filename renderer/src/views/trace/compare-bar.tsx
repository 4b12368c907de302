import { type RefObject, useMemo } from 'react'
import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import type { Alignment } from '../../../../shared/tree/align.ts'
import { answerTo, type Moment } from '../../../../shared/tree/differences.ts'
import { countDifferent } from '../../draw/compared-variables.ts'
import { lineWord } from '../../draw/line-word.ts'
import { sameValue } from '../../draw/variable-changes.ts'
import { useAtom } from '../../state/atom.ts'
import { comparedTreesAtom, useComparedTrees } from '../../state/layout.ts'
import { closeComparison, placeAtom, type Side, swapSides } from '../../state/place.ts'
import { Button } from '../../ui/button.tsx'
import { commandHint } from '../../ui/command-hint.ts'
import { type KeyBinding, useKeys, useKeysOf } from '../../ui/keys.ts'
import { Toolbar } from '../../ui/toolbar.tsx'
import { COMPARISON_COMMANDS, syncOf } from './compare-commands.ts'
import type { Seen } from './comparison.tsx'
import type { DifferenceSearch } from './use-difference-search.ts'
import { alignSides, type Compared } from './use-following.ts'
import { toOtherRun } from './use-panes.ts'

interface CompareBarProps {
  readonly host: RefObject<HTMLElement | null>
  readonly compared: Compared | null
  /** Both sides are of one run. */
  readonly isItself: boolean
  readonly at: Moment
  readonly seen: Readonly<Record<Side, Seen | null>>
  readonly search: DifferenceSearch
  readonly front: Side
  readonly onFront: (side: Side) => void
}

const ALIGNING = 'The two runs are still read and aligned.'
const ITSELF = 'Both sides are moments of one run, every step of which answers to itself.'

/** How the steps in focus answer to each other, in a few words; null where only their variables can tell. */
function stepsText({ alignment, models }: Compared, { a, b }: Moment): string | null {
  const { bOfA, aOfB, lines, functions }: Alignment = alignment
  const answer = answerTo(bOfA, a, aOfB.length)
  const isAloneB = answerTo(aOfB, b, bOfA.length) === null
  if (answer === null && isAloneB) return 'the runs go different ways here'
  if (answer === null) return 'only the left run has this step'
  if (isAloneB) return 'only the right run has this step'
  if (answer !== b) return 'these steps do not answer to each other'
  if (a >= bOfA.length) return 'both have ended'
  if (functions[0][a] !== functions[1][b]) return 'other functions'
  if (lines[0][a] === lines[1][b]) return null
  const word = (line: number | undefined): string => lineWord(line ?? 0)
  return `other lines: ${word(models.focus.nodes[a]?.line)} and ${word(models.pin.nodes[b]?.line)}`
}

/** How far the right side is from the left one, in the steps of their run; null where both show the same. */
function apartText({ a, b }: Moment): string | null {
  if (a === b) return null
  return `${formatNoun(Math.abs(b - a), 'event')} ${b > a ? 'later' : 'earlier'} at the right`
}

/** How what both sides show compares; `lead` says how their steps do. */
function statesText({ focus, pin }: CompareBarProps['seen'], lead: string): string {
  if (focus === null || pin === null) return lead
  const count = countDifferent(focus.locals, pin.locals)
  const isSameArg =
    focus.arg === null || pin.arg === null ? focus.arg === pin.arg : sameValue(focus.arg, pin.arg)
  const variables = count === 1 ? '1 variable differs' : `${formatCount(count)} variables differ`
  return [
    lead,
    ...(isSameArg ? [] : ['other values returned or raised']),
    ...(count === 0 ? (isSameArg ? ['the same variables'] : []) : [variables]),
  ].join(' · ')
}

function statusText({ compared, isItself, at, seen, search }: CompareBarProps): string {
  const { note } = search
  if (compared === null) return 'Aligning the two runs…'
  if (note?.kind === 'looking') return `Looking: ${formatCount(note.pairs)} steps are the same…`
  if (note?.kind === 'failed') return `The difference could not be looked for: ${note.text}`
  if (note?.kind === 'none') {
    return note.direction === 'forward' ? 'No difference after this' : 'No difference before this'
  }
  const apart = isItself ? apartText(at) : null
  const same = (): string => stepsText(compared, at) ?? statesText(seen, 'the same step')
  const text = apart === null ? same() : statesText(seen, apart)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function toggleSync({
  compared,
  isItself,
  front,
}: Pick<CompareBarProps, 'compared' | 'isItself' | 'front'>): void {
  const isOn = !syncOf(isItself).get()
  syncOf(isItself).set(isOn)
  const { focus, pin } = placeAtom.get()
  if (isOn && compared !== null)
    alignSides(compared, front, front === 'focus' ? focus : (pin ?? focus))
}

function useComparisonKeys(props: CompareBarProps): readonly KeyBinding[] {
  const { host, compared, isItself, search, front, onFront } = props
  const isSynced = useAtom(syncOf(isItself))
  const trees = useComparedTrees()
  const { find } = search
  const bindings = useMemo<readonly KeyBinding[]>(() => {
    const reason = compared === null ? ALIGNING : isItself ? ITSELF : null
    return [
      { ...COMPARISON_COMMANDS['trace.previous-difference'], reason, run: () => find('backward') },
      { ...COMPARISON_COMMANDS['trace.next-difference'], reason, run: () => find('forward') },
      { ...COMPARISON_COMMANDS['trace.first-difference'], reason, run: () => find('first') },
      {
        ...COMPARISON_COMMANDS['trace.other-run'],
        run: () => {
          const to = front === 'focus' ? 'pin' : 'focus'
          onFront(to)
          toOtherRun(host.current, to)
        },
      },
      {
        ...COMPARISON_COMMANDS['trace.sync-positions'],
        current: isSynced,
        run: () => toggleSync({ compared, isItself, front }),
      },
      { ...COMPARISON_COMMANDS['trace.swap-sides'], run: swapSides },
      {
        ...COMPARISON_COMMANDS['trace.compared-trees'],
        current: trees,
        run: () => comparedTreesAtom.set(!trees),
      },
      { ...COMPARISON_COMMANDS['trace.close-comparison'], run: closeComparison },
    ]
  }, [host, compared, isItself, find, front, onFront, isSynced, trees])
  useKeys(
    'Comparison',
    bindings,
    useMemo(() => ({ within: host }), [host]),
  )
  return bindings
}

const WORDS: Readonly<Record<string, string>> = {
  'trace.previous-difference': '← Difference',
  'trace.next-difference': 'Difference →',
  'trace.first-difference': 'First difference',
  'trace.sync-positions': 'Sync positions',
  'trace.compared-trees': 'Trees',
  'trace.swap-sides': 'Swap sides',
  'trace.close-comparison': 'Close',
}
const TOGGLES: readonly string[] = ['trace.sync-positions', 'trace.compared-trees']

/** What is done with a comparison as a whole, and how the two steps in focus compare. */
export function CompareBar(props: CompareBarProps) {
  const bindings = useComparisonKeys(props)
  const keysOf = useKeysOf()
  const buttonOf = (id: string) => {
    const binding = bindings.find((one) => one.id === id)
    if (binding === undefined) return null
    const { description, reason = null, current = false, run } = binding
    const hint = commandHint(description, keysOf(binding), reason)
    return (
      <Button
        key={id}
        hint={hint}
        aria-disabled={reason !== null}
        {...(TOGGLES.includes(id) ? { 'aria-pressed': current } : {})}
        onClick={() => (reason === null ? run() : undefined)}
      >
        {WORDS[id]}
      </Button>
    )
  }
  const ids = Object.keys(WORDS)
  return (
    <div className="compare-bar">
      <Toolbar label="Comparison">
        {ids.slice(0, 3).map(buttonOf)}
        <output className="compare-status numbers">{statusText(props)}</output>
        {ids.slice(3).map(buttonOf)}
      </Toolbar>
    </div>
  )
}
