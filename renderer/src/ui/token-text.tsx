import { memo, useEffect, useMemo, useRef } from 'react'
import { TEXT_ROLES, type TextSpan } from '../../../shared/grammar/types.ts'
import { ROLE_WORDS } from './role-words.ts'

interface TokenTextProps {
  readonly text: string
  readonly spans: readonly TextSpan[]
  /** Index of the state in focus; its part of the text is marked and scrolled to. */
  readonly step: number | null
  readonly onStep: (step: number) => void
  /** What is told of it is marked; null marks nothing. */
  readonly variable?: string | null
  readonly label: string
}

/** Part of the text that belongs to one state, or to none (-1): the code before, the end after. */
export interface TextBlock {
  readonly step: number
  readonly spans: readonly TextSpan[]
}

/** Consecutive spans of the same state joined. Spans are in order and cover the text; what is uncovered is lost. */
export function textBlocks(spans: readonly TextSpan[]): readonly TextBlock[] {
  const blocks: { step: number; spans: TextSpan[] }[] = []
  for (const span of spans) {
    const last = blocks.at(-1)
    if (last === undefined || last.step !== span.step)
      blocks.push({ step: span.step, spans: [span] })
    else last.spans.push(span)
  }
  return blocks
}

/** Values beyond this are cut in the coloured text, with their length; the exported text is always whole. */
const SPAN_CHARS = 4000

function spanText(text: string, span: TextSpan): string {
  const length = span.end - span.start
  if (length <= SPAN_CHARS) return text.slice(span.start, span.end)
  const half = SPAN_CHARS / 2
  const hidden = (length - SPAN_CHARS).toLocaleString('en')
  return `${text.slice(span.start, span.start + half)} ⟨${hidden} characters not shown⟩ ${text.slice(span.end - half, span.end)}`
}

const Block = memo(function Block({
  text,
  block,
  current,
  variable,
  onStep,
}: {
  text: string
  block: TextBlock
  current: boolean
  variable: string | null
  onStep: (step: number) => void
}) {
  const spans = block.spans.map((span) => (
    <span
      key={span.start}
      className={`role-${span.role}`}
      data-chosen={(variable !== null && span.variable === variable) || undefined}
    >
      {spanText(text, span)}
    </span>
  ))
  if (block.step < 0) return <span className="token-block">{spans}</span>
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list of steps beside it is the way by keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <span
      className={current ? 'token-block state current' : 'token-block state'}
      data-step={block.step}
      onClick={() => onStep(block.step)}
    >
      {spans}
    </span>
  )
})

/** A trajectory's training text, each part in the colour of its role; markers stay as they are written. */
export function TokenText({ text, spans, step, onStep, variable = null, label }: TokenTextProps) {
  const host = useRef<HTMLElement>(null)
  const blocks = useMemo(() => textBlocks(spans), [spans])
  useEffect(() => {
    if (step === null) return
    host.current?.querySelector(`[data-step="${step}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return (
    <section
      ref={host}
      className="token-text"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <pre>
        {blocks.map((block) => (
          <Block
            key={block.spans[0]?.start ?? 0}
            text={text}
            block={block}
            current={block.step >= 0 && block.step === step}
            variable={variable}
            onStep={onStep}
          />
        ))}
      </pre>
    </section>
  )
}

/** Which colour is which role. */
export function TokenLegend() {
  return (
    <ul className="token-legend" aria-label="Roles">
      {TEXT_ROLES.map((role) => (
        <li key={role} className={`role-${role}`}>
          {ROLE_WORDS[role]}
        </li>
      ))}
    </ul>
  )
}
