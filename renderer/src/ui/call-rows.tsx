// biome-ignore-all lint/a11y/useSemanticElements: only rows in sight exist, which no table element can say
// biome-ignore-all lint/a11y/useFocusableInteractive: the tree has the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the tree has the keys
// biome-ignore-all lint/a11y/noStaticElementInteractions: the row says what the mark opens, and has the keys for it
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import { LABEL_SIGN } from '../draw/fold.ts'
import { useElementSize } from './use-palette.ts'

/** Calls of one function together, as a row of a treegrid. */
export interface CallRow {
  readonly key: string
  readonly level: number
  /** Null where nothing lies below. */
  readonly expanded: boolean | null
  readonly name: string
  /** Null in a heading, which stands for no calls of its own. */
  readonly sums: CallSums | null
}

export interface CallSums {
  readonly calls: number
  /** Of a generator: apart from its calls. */
  readonly resumes: number
  readonly events: number
  readonly exceptions: number
  /** Labels on the states of the events. */
  readonly labels: number
  /** Of the events of the whole, 0 to 1. */
  readonly share: number
  /** Which of the calls the focus is in, from 1; 0 for none. */
  readonly at: number
}

export type CallRowAct = 'expand' | 'collapse' | 'siblings' | 'open'

interface CallRowsProps {
  readonly count: number
  readonly row: (at: number) => CallRow | null
  readonly active: number
  readonly onActive: (at: number) => void
  readonly onAct: (at: number, act: CallRowAct) => void
  readonly label: string
  /** Still counting: what is shown is not all. */
  readonly busy: boolean
  /** There are labels, which have a column of their own then. */
  readonly isLabelled: boolean
}

const ROW = 20
const OVERSCAN = 8
const INDENT = 14
const PADDING = 6
const MOST_INDENT = 160

const KEY_ACTS: Readonly<Record<string, CallRowAct>> = {
  ArrowRight: 'expand',
  ArrowLeft: 'collapse',
  '*': 'siblings',
  Enter: 'open',
}

function callsText({ calls, resumes, at }: CallSums): string {
  if (at > 0) return `${formatCount(at)} of ${formatCount(calls + resumes)}`
  return resumes === 0
    ? formatCount(calls)
    : `${formatCount(calls)} + ${formatNoun(resumes, 'resume')}`
}

function titleOf({ name, sums }: CallRow): string | undefined {
  if (sums === null) return undefined
  const resumes = sums.resumes === 0 ? '' : `, ${formatNoun(sums.resumes, 'resume')}`
  return `${name}: ${formatNoun(sums.calls, 'call')}${resumes}. Enter or a double click goes to the first.`
}

function Sums({ sums, isLabelled }: { sums: CallSums; isLabelled: boolean }) {
  return (
    <>
      <span role="gridcell" className="numbers">
        {callsText(sums)}
      </span>
      <span
        role="gridcell"
        className="numbers call-events"
        style={{ backgroundSize: `${(100 * sums.share).toFixed(1)}% 3px` }}
      >
        {formatCount(sums.events)}
      </span>
      <span role="gridcell" className={`numbers${sums.exceptions > 0 ? ' call-raised' : ''}`}>
        {sums.exceptions > 0 ? `× ${formatCount(sums.exceptions)}` : ''}
      </span>
      {isLabelled ? (
        <span role="gridcell" className="numbers">
          {sums.labels > 0 ? `${LABEL_SIGN} ${formatCount(sums.labels)}` : ''}
        </span>
      ) : null}
    </>
  )
}

interface RowProps extends Pick<CallRowsProps, 'onActive' | 'onAct' | 'isLabelled'> {
  readonly row: CallRow
  readonly at: number
  readonly id: string
  readonly isActive: boolean
}

function Row({ row, at, id, isActive, isLabelled, onActive, onAct }: RowProps) {
  const toggle = row.expanded === true ? 'collapse' : 'expand'
  const kind = row.sums === null ? ' heading' : ''
  return (
    <div
      role="row"
      id={id}
      className={`call-row${kind}${isActive ? ' active' : ''}`}
      style={{ top: at * ROW }}
      // The first row is that of the headings.
      aria-rowindex={at + 2}
      aria-level={row.level + 1}
      aria-selected={isActive}
      {...(row.expanded === null ? {} : { 'aria-expanded': row.expanded })}
      title={titleOf(row)}
      onClick={() => onActive(at)}
      onDoubleClick={() => onAct(at, row.sums === null ? toggle : 'open')}
    >
      <span
        role="gridcell"
        className="call-name"
        style={{ paddingLeft: PADDING + Math.min(MOST_INDENT, row.level * INDENT) }}
      >
        {row.expanded === null ? (
          <span className="twisty" />
        ) : (
          <span
            className="twisty"
            aria-hidden="true"
            onClick={() => onAct(at, toggle)}
            onDoubleClick={(event) => event.stopPropagation()}
          >
            {row.expanded ? '▾' : '▸'}
          </span>
        )}
        {row.level * INDENT > MOST_INDENT ? (
          <span className="muted">{`${formatCount(row.level)}› `}</span>
        ) : null}
        {row.name}
      </span>
      {row.sums === null ? null : <Sums sums={row.sums} isLabelled={isLabelled} />}
    </div>
  )
}

function Headings({ isLabelled }: { isLabelled: boolean }) {
  return (
    <div role="row" aria-rowindex={1} className="call-headings">
      <span role="columnheader">Function</span>
      <span role="columnheader">Calls</span>
      <span role="columnheader">Events</span>
      <span role="columnheader">Exceptions</span>
      {isLabelled ? <span role="columnheader">Labels</span> : null}
    </div>
  )
}

function targetOf(key: string, active: number, page: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
  }
  const step = steps[key]
  return step === undefined ? null : active + step
}

/**
 * Calls by function as a treegrid: Up and Down move, Right and Left expand and collapse, `*` expands the siblings,
 * Enter opens. Of any number of rows only those in sight are in the page.
 */
export const CallRows = memo(function CallRows(props: CallRowsProps) {
  const { count, active, isLabelled, onActive, onAct } = props
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const { height } = useElementSize(host)
  const inView = Math.max(0, height - ROW)
  useFollow(host, active, inView)
  const first = Math.max(0, Math.floor(scrollTop / ROW) - OVERSCAN)
  const end = Math.min(count, first + Math.ceil(height / ROW) + 2 * OVERSCAN)
  const shown = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
      if (event.key !== '*') return
    }
    const to = targetOf(event.key, active, Math.max(1, Math.floor(inView / ROW) - 1))
    const act = KEY_ACTS[event.key]
    if (to === null && act === undefined) return
    event.preventDefault()
    if (count === 0) return
    if (to !== null) onActive(Math.max(0, Math.min(count - 1, to)))
    else if (act !== undefined) onAct(active, act)
  }
  return (
    <div
      ref={host}
      className={isLabelled ? 'call-rows labelled' : 'call-rows'}
      role="treegrid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-busy={props.busy}
      aria-activedescendant={active >= first && active < end ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <Headings isLabelled={isLabelled} />
      <div role="rowgroup" style={{ height: count * ROW, position: 'relative' }}>
        {shown.map((at) => {
          const row = props.row(at)
          return row === null ? null : (
            <Row
              key={row.key}
              id={`${id}-${at}`}
              isActive={at === active}
              {...{ row, at, isLabelled, onActive, onAct }}
            />
          )
        })}
      </div>
    </div>
  )
})

/** Keeps the active row in sight, below the headings; how many rows there are is no reason to scroll. */
function useFollow(host: RefObject<HTMLElement | null>, active: number, inView: number): void {
  const known = inView > 0
  const height = useRef(inView)
  useLayoutEffect(() => {
    height.current = inView
  })
  useEffect(() => {
    const element = host.current
    if (element === null || !known) return
    const bottom = (active + 1) * ROW - height.current
    if (active * ROW < element.scrollTop) element.scrollTop = active * ROW
    else if (bottom > element.scrollTop) element.scrollTop = bottom
  }, [host, active, known])
}
