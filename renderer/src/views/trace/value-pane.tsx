import { useMemo, useState } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { Value } from '../../../../shared/trace/event.ts'
import { holdsParts, pathTo, type ReprTree, textAt } from '../../../../shared/trace/repr-tree.ts'
import {
  type OpenPath,
  openedToChanges,
  ROOT_OPEN,
  setOpened,
  type ValueRow,
  ValueRows,
} from '../../draw/value-rows.ts'
import type { VariableRow } from '../../draw/variable-changes.ts'
import { useAtomPart } from '../../state/atom.ts'
import { copyText } from '../../state/copy-text.ts'
import { createStoredAtom } from '../../state/stored.ts'
import { showToast } from '../../state/toasts.ts'
import { IconButton } from '../../ui/button.tsx'
import { commandHint } from '../../ui/command-hint.ts'
import { LongText } from '../../ui/long-text.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { COPY_PATH, COPY_VALUE, sizeText, ValueTree } from '../../ui/value-tree.tsx'
import { useReprTree } from './use-repr-tree.ts'

const LOOKS = [
  { value: 'tree', text: 'Tree' },
  { value: 'text', text: 'Text' },
] as const
type Look = (typeof LOOKS)[number]['value']

const lookAtom = createStoredAtom<Look>('trace.valueLook', 'tree', (stored) =>
  stored === 'text' ? 'text' : null,
)

function copyPart(row: ValueRow, name: string, what: 'value' | 'path'): void {
  const { tree, part } = row
  if (what === 'value') void copyText(textAt(tree, part), 'the value')
  else {
    const path = pathTo(tree, part, name)
    if (path !== null) void copyText(path, path)
    else showToast('This part has no path: items of a set and unnamed arguments cannot be named.')
  }
}

function CutNote({ value }: { value: Value }) {
  return (
    <p className="pane-note">
      {formatCount(value.text.length)} of {formatCount(value.size)} characters kept
      {value.digest === undefined ? null : (
        <>
          , sha256 <code title="First 8 bytes of the whole text’s SHA-256">{value.digest}</code>
        </>
      )}
    </p>
  )
}

/**
 * What is open in the value of a variable: what was opened by hand stays from step to step, what leads to a change
 * opens by itself for as long as the change is shown.
 */
function useOpened(tree: ReprTree, before: ReprTree | null) {
  const [state, setState] = useState({
    tree,
    before,
    byHand: ROOT_OPEN,
    opened: ROOT_OPEN,
    fresh: true,
  })
  let shown = state
  if (state.fresh || state.tree !== tree || state.before !== before) {
    const opened = openedToChanges(tree, before, state.byHand)
    shown = { tree, before, byHand: state.byHand, opened, fresh: false }
    setState(shown)
  }
  const toggle = (path: OpenPath, isOpen: boolean): void =>
    setState({
      ...shown,
      byHand: setOpened(shown.byHand, path, isOpen),
      opened: setOpened(shown.opened, path, isOpen),
    })
  return [shown.opened, toggle] as const
}

/** The parts of a value and of the one before; the last ones of the variable while those of a long text are read. */
function useParts(row: VariableRow, isWanted: boolean) {
  const { name, value, before } = row
  const tree = useReprTree(isWanted ? value : null)
  const treeBefore = useReprTree(isWanted ? before : null)
  const isReading = tree === null || (before !== null && treeBefore === null)
  const [kept, setKept] = useState<{
    name: string
    tree: ReprTree
    before: ReprTree | null
  } | null>(null)
  if (!isWanted) return { parts: null, isReading: false }
  if (isReading) return { parts: kept?.name === name ? kept : null, isReading }
  if (kept?.tree === tree && kept.before === treeBefore && kept.name === name) {
    return { parts: kept, isReading }
  }
  const parts = { name, tree, before: treeBefore }
  setKept(parts)
  return { parts, isReading }
}

interface PartsProps {
  readonly name: string
  readonly tree: ReprTree
  /** The value before, of a changed variable. */
  readonly before: ReprTree | null
}

function Parts({ name, tree, before }: PartsProps) {
  const [opened, toggle] = useOpened(tree, before)
  const rows = useMemo(() => new ValueRows(tree, before, opened), [tree, before, opened])
  const [active, setActive] = useState(0)
  const [full, setFull] = useState<ValueRow | null>(null)
  const at = Math.min(active, rows.count - 1)
  const row = rows.row(at)
  const path = useMemo(() => {
    const one = rows.row(at)
    return one === null ? null : pathTo(one.tree, one.part, name)
  }, [rows, at, name])
  const change = useMemo(() => rows.nextChange(-1), [rows])
  if (full !== null && full.tree === tree) {
    return (
      <>
        <div className="part-bar">
          <button type="button" className="text-button" onClick={() => setFull(null)}>
            back to the parts
          </button>
          <span className="muted">{sizeText(full)}</span>
        </div>
        <LongText text={textAt(tree, full.part)} label={`Value of a part of ${name}`} />
      </>
    )
  }
  return (
    <>
      <ValueTree
        rows={rows}
        name={name}
        label={`Parts of ${name}`}
        active={at}
        onActive={setActive}
        onToggle={({ path: to }, isOpen) => toggle(to, isOpen)}
        onOpen={setFull}
        onCopy={(one, what) => copyPart(one, name, what)}
      />
      <div className="part-bar">
        <code className="ellipsis" title={path ?? undefined}>
          {path ?? 'no path leads here'}
        </code>
        <span className="spacer" />
        <button
          type="button"
          className="text-button"
          aria-disabled={change < 0}
          title={change < 0 ? 'Nothing in it changed since the step before.' : undefined}
          onClick={() => {
            const next = rows.nextChange(at)
            if (next >= 0) setActive(next)
          }}
        >
          next change
        </button>
        <button
          type="button"
          className="text-button"
          title={commandHint('Copy the path of the part', [COPY_PATH])}
          aria-disabled={path === null}
          onClick={() => row !== null && copyPart(row, name, 'path')}
        >
          copy path
        </button>
        <button
          type="button"
          className="text-button"
          title={commandHint('Copy the value of the part', [COPY_VALUE])}
          onClick={() => row !== null && copyPart(row, name, 'value')}
        >
          copy value
        </button>
      </div>
    </>
  )
}

/** One value in full: as a tree of its parts, or as the text it was recorded as. */
export function ValuePane({ row, onClose }: { row: VariableRow; onClose: () => void }) {
  const { name, value, before } = row
  const look = useAtomPart(lookAtom, (one) => one)
  const { parts, isReading } = useParts(row, look === 'tree')
  const hasParts = parts !== null && holdsParts(parts.tree, 0)
  const isCut = value.size > value.text.length
  const isBeyondCut = before !== null && before.text === value.text
  return (
    <div className="value-pane">
      <div className="pane-title">
        <code title={name}>{name}</code>
        <span className="muted">{value.type}</span>
        {isCut ? null : (
          <span className="muted numbers">{formatCount(value.text.length)} chars</span>
        )}
        <span className="spacer" />
        <Segmented label="Show the value as" value={look} options={LOOKS} onValue={lookAtom.set} />
        <IconButton
          icon="copy"
          label="Copy the value"
          onClick={() => void copyText(value.text, 'the value')}
        />
        <IconButton icon="close" label="Close the value" onClick={onClose} />
      </div>
      {isCut ? <CutNote value={value} /> : null}
      {isBeyondCut ? (
        <p className="pane-note">It changed beyond the characters that were kept.</p>
      ) : null}
      {isReading && parts === null ? <p className="pane-note">Reading its parts…</p> : null}
      {hasParts ? (
        <div className={isReading ? 'value-parts stale' : 'value-parts'}>
          <Parts key={name} name={name} tree={parts.tree} before={parts.before} />
        </div>
      ) : null}
      {!hasParts && !isReading ? <LongText text={value.text} label={`Value of ${name}`} /> : null}
    </div>
  )
}
