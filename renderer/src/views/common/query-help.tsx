import { useId } from 'react'
import {
  type FieldInfo,
  type Level,
  THING_INFO,
  VALUE_PARTS,
} from '../../../../shared/query/fields.ts'
import { Icon } from '../../ui/icon.tsx'
import { focusOpened } from '../../ui/popover-focus.ts'

const EXAMPLES: Readonly<Record<Level, readonly (readonly [text: string, means: string])[]>> = {
  program: [
    ['"def merge"', 'the text is in its name or source'],
    ['any(t.exit == "error" for t in traces)', 'one of its runs let an exception out'],
    ['len(traces) > 1', 'it was run more than once'],
  ],
  trace: [
    ['"sort"', 'the text is in its name, entry, functions or error; or it is a whole id'],
    ['exit == "error" and events > 100', 'both hold'],
    ['not labelled', 'no step of its trajectories has a label'],
    ['any(s.event == "exception" for s in steps)', 'some event is an exception'],
    ['any(c.name == "x" and c.value < 0 for c in changes)', 'x turns negative'],
    ['first_divergence("m") is not None', 'the engine m goes wrong somewhere'],
    ['error.matches("^(Key|Index)Error")', 'a regular expression of RE2 is found in it'],
  ],
  step: [
    ['event == "return" and value is None', 'returns of None'],
    ['event == "exception" and value.type == "KeyError"', 'a KeyError is raised or passes'],
    ['var("x") < 0', 'the variable x is below 0'],
    ['depth > 10', 'deep calls'],
    ['any(v.size > 1000 for v in vars)', 'a long value'],
    ['any(v.type == "dict" and 10 <= v.length < 100 for v in vars)', 'a dict of that many items'],
    ['value.text.matches("^\\[0, ")', 'a value written like that: a regular expression of RE2'],
  ],
  trajectory: [
    ['labelled and "other" not in labels', 'it has a label, but not that one'],
    ['direction == "inverse"', 'trajectories backwards'],
    ['exit is None', 'cut at the greatest length'],
    ['trace.exit == "error"', 'the run let an exception out'],
    ['first_divergence("m") < 10', 'the engine m goes wrong within ten actions'],
    ['flip("a", "b") == "lost"', 'a step is right by the engine or run a and wrong by b'],
    [
      'any(p.error == "wrong_value" and p.value_type == "list" for p in predictions)',
      'a prediction has a list wrong',
    ],
  ],
}

const VALUE_NAMES = Object.keys(VALUE_PARTS)
  .map((part) => `.${part}`)
  .join(', ')

function wordsOf({ type, about, words }: FieldInfo): string {
  if (type === 'value') return `${about}; has ${VALUE_NAMES}`
  return words === undefined ? about : `${about}: ${words.join(', ')}`
}

/** A button that shows what a query can say about rows of a level. */
export function QueryHelp({ level }: { level: Level }) {
  const id = useId()
  const { fields, relations } = THING_INFO[level]
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label="What a query can say"
        title="What a query can say"
        popoverTarget={id}
      >
        <Icon name="help" />
      </button>
      <div
        id={id}
        popover="auto"
        className="filter-help"
        role="note"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too
        tabIndex={0}
        onToggle={focusOpened}
      >
        <h3>Conditions, joined by and, or, not</h3>
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
        <h3>Names of a {level}</h3>
        <dl>
          {Object.entries(fields).map(([name, info]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{wordsOf(info)}</dd>
            </div>
          ))}
        </dl>
        <h3>Rows it leads to</h3>
        <dl>
          {Object.entries(relations).map(([name, { about, many }]) => (
            <div key={name}>
              <dt>
                <code>{many ? `any(… for one in ${name})` : `${name}.…`}</code>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}
