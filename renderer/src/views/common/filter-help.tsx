import { useId } from 'react'
import {
  CONTAINS_FIELDS,
  type FilterLevel,
  fieldValues,
  NUMBER_FIELDS,
} from '../../../../shared/corpus/filter.ts'
import { Icon } from '../../ui/icon.tsx'

const EXAMPLES: Readonly<Record<FilterLevel, readonly (readonly [text: string, means: string])[]>> =
  {
    trace: [
      ['sort', 'the text is in its name, entry, functions or error'],
      ['t_0123456789abcdef', 'the trace with this id, written whole'],
      ['"zero divide"', 'a phrase, spaces and all'],
      ['exit:error events:>100', 'both conditions hold'],
      ['-labelled:yes', 'the condition does not hold'],
    ],
    trajectory: [
      ['sort', 'the text is in its program, functions or policy'],
      ['j_0123456789abcdef', 'the trajectory with this id, written whole; so for its trace'],
      ['labelled:yes -label:other', 'the first holds, the second does not'],
      ['direction:inverse', 'trajectories backwards'],
      ['exit:none', 'cut at the greatest length'],
    ],
  }

const WORD_FIELDS = ['exit', 'stop', 'policy', 'direction', 'label', 'labelled'] as const

function valuesOf(field: string, level: FilterLevel): string {
  return fieldValues(field, level)?.join(', ') ?? 'a name'
}

/** A button that shows what a filter can say. */
export function FilterHelp({ level }: { level: FilterLevel }) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label="What a filter can say"
        title="What a filter can say"
        popoverTarget={id}
      >
        <Icon name="help" />
      </button>
      <div id={id} popover="auto" className="filter-help" role="note">
        <h3>Conditions, all of which must hold</h3>
        <dl>
          {EXAMPLES[level].map(([text, means]) => (
            <div key={text}>
              <dt>
                <code>{text}</code>
              </dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
        <h3>Fields</h3>
        <dl>
          <div>
            <dt>
              <code>{CONTAINS_FIELDS.join(': ')}:</code>
            </dt>
            <dd>a part of it</dd>
          </div>
          <div>
            <dt>
              <code>{NUMBER_FIELDS.join(': ')}:</code>
            </dt>
            <dd>a number, also &gt; &gt;= &lt; &lt;=</dd>
          </div>
          {WORD_FIELDS.map((field) => (
            <div key={field}>
              <dt>
                <code>{field}:</code>
              </dt>
              <dd>{valuesOf(field, level)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}
