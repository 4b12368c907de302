import type { Part, Rule } from '../../../../../shared/trajectory/policy-document.ts'
import type { ActionName } from '../../../../../shared/trajectory/types.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ConditionRows } from './condition-rows.tsx'
import { LinesInput } from './lines-input.tsx'
import { MixPart } from './mix-part.tsx'
import { drawsBreakpoints, linesOf, removeAt, replaceAt, withMix } from './policy-edits.ts'
import { SequelInput } from './sequel-input.tsx'

interface RuleCardProps {
  readonly index: number
  readonly count: number
  readonly rule: Rule
  readonly actions: readonly ActionName[]
  readonly onRule: (rule: Rule) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

function RuleHead({ index, count, onMove, onRemove }: RuleCardProps) {
  const isLast = index === count - 1
  return (
    <div className="rule-head">
      <h3>
        Rule {index + 1}
        <span className="muted">{isLast ? (count === 1 ? ' everywhere' : ' else') : ' where'}</span>
      </h3>
      <span className="spacer" />
      {isLast ? null : (
        <>
          <IconButton
            icon="up"
            label={`Rule ${index + 1} earlier`}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon="down"
            label={`Rule ${index + 1} later`}
            disabled={index >= count - 2}
            hint={
              index >= count - 2 ? 'The last rule holds everywhere and stays the last.' : undefined
            }
            onClick={() => onMove(1)}
          />
          <IconButton icon="close" label={`Remove rule ${index + 1}`} onClick={onRemove} />
        </>
      )}
    </div>
  )
}

/** One rule of a policy: where it holds, the weights it draws by, a breakpoint's lines and what follows. */
export function RuleCard(props: RuleCardProps) {
  const { index, count, rule, actions, onRule } = props
  const of = `rule ${index + 1}`
  const shares = rule.mix.reduce((sum, { share }) => sum + share, 0)
  const setMix = (mix: readonly Part[]): void => onRule(withMix(rule, mix))
  return (
    <section className="rule-card" aria-label={`Rule ${index + 1}`}>
      <RuleHead {...props} />
      {index === count - 1 && rule.when === undefined ? null : (
        <ConditionRows
          of={of}
          condition={rule.when ?? {}}
          onCondition={(when) => onRule({ ...rule, when })}
        />
      )}
      {rule.mix.map((part, at) => (
        <MixPart
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is told by its place alone
          key={at}
          of={rule.mix.length === 1 ? of : `${of}, row ${at + 1}`}
          part={part}
          chance={rule.mix.length === 1 ? null : shares === 0 ? 0 : part.share / shares}
          actions={actions}
          onPart={(next) => setMix(replaceAt(rule.mix, at, next))}
          onRemove={() => setMix(removeAt(rule.mix, at))}
        />
      ))}
      {drawsBreakpoints(rule) ? (
        <LinesInput of={of} lines={linesOf(rule)} onLines={(lines) => onRule({ ...rule, lines })} />
      ) : null}
      <div className="rule-foot">
        <SequelInput of={of} rule={rule} actions={actions} onRule={onRule} />
        <button
          type="button"
          className="text-button"
          aria-label={`add a row, ${of}`}
          title="A second distribution: which row is drawn from is decided for every action by the shares."
          onClick={() =>
            setMix([...rule.mix, { share: 1, weights: rule.mix.at(-1)?.weights ?? {} }])
          }
        >
          add a row
        </button>
      </div>
    </section>
  )
}
