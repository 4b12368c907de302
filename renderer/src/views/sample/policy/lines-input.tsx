import {
  LINE_KINDS,
  type LineKind,
  type LineShares,
} from '../../../../../shared/trajectory/policy-document.ts'
import { Slider } from '../../../ui/slider.tsx'
import { percent } from './percent.ts'
import { withKey } from './policy-edits.ts'

interface LinesInputProps {
  readonly of: string
  readonly lines: LineShares
  readonly onLines: (lines: LineShares) => void
}

const WORDS: Readonly<Record<LineKind, string>> = {
  ahead: 'lines ahead',
  after_loop: 'after loop',
  never: 'never run',
}

/** Where the line of a breakpoint is drawn from. */
export function LinesInput({ of, lines, onLines }: LinesInputProps) {
  const total = LINE_KINDS.reduce((sum, kind) => sum + (lines[kind] ?? 0), 0)
  return (
    <fieldset className="mix-part" aria-label={`Lines of breakpoints, ${of}`}>
      <p className="rule-part">A breakpoint’s line is drawn from</p>
      {LINE_KINDS.map((kind) => (
        <Slider
          key={kind}
          label={WORDS[kind]}
          name={`${WORDS[kind]}, ${of}`}
          value={lines[kind] ?? 0}
          share={total === 0 ? '–' : percent((lines[kind] ?? 0) / total)}
          onValue={(next) => onLines(withKey(lines, kind, next === 0 ? undefined : next))}
        />
      ))}
    </fieldset>
  )
}
