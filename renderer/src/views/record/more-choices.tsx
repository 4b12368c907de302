import { useId } from 'react'
import { TextField } from '../../ui/field.tsx'
import { differences } from './choice-words.ts'
import { type FormPart, groupProps, textProps } from './field-props.ts'
import { FIRST_LIMITS, LIMIT_NAMES, LIMITS, type LimitField, type LimitName } from './limits.ts'
import { BACKEND_CHOICES, type BackendChoice, type ScopeName } from './record-draft.ts'

interface Choice<Value extends string> {
  readonly value: Value
  readonly text: string
  readonly about: string
}

const VALUE_CHOICES = [
  {
    value: 'repr',
    text: 'As Python shows them',
    about: 'A value’s text is its repr; a class’s own __repr__ runs, unrecorded and guarded.',
  },
  {
    value: 'structural',
    text: 'By structure',
    about: 'Type and contents are read without running any code of the program.',
  },
] as const

const LOOP_CHOICES = [
  { value: 'all', text: 'Every pass', about: 'Each pass of a loop is recorded.' },
  {
    value: 'sampled',
    text: 'Sampled',
    about: 'The first three, the last three, and each pass that reaches new code; gaps are marked.',
  },
] as const

const REPEAT_CHOICES = [
  { value: 'once', text: 'Once', about: 'Each program runs once.' },
  {
    value: 'twice',
    text: 'Twice, and compare',
    about: 'A second run is compared with the first; the first difference is named.',
  },
] as const

const BACKEND_WORDS: Readonly<Record<BackendChoice, string>> = {
  auto: 'The one that suits the Python version.',
  settrace: 'sys.settrace, in every version.',
  monitoring: 'sys.monitoring, from Python 3.12 on; the same events.',
}

const SCOPE_FIELDS: readonly { name: ScopeName; label: string; placeholder: string }[] = [
  { name: 'includeFiles', label: 'Only these files', placeholder: 'all of the program’s' },
  { name: 'excludeFiles', label: 'Not these files', placeholder: 'none' },
  { name: 'includeFunctions', label: 'Only these functions', placeholder: 'all' },
  { name: 'excludeFunctions', label: 'Not these functions', placeholder: 'none' },
]

interface MoreChoicesProps extends FormPart {
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

/** All that most recordings leave as it is; the summary says what this one does not. */
export function MoreChoices({ open, onOpen, ...part }: MoreChoicesProps) {
  const changed = differences(part.draft)
  return (
    <details
      className="more-choices"
      open={open}
      onToggle={(event) => onOpen(event.currentTarget.open)}
    >
      <summary>
        More choices{' '}
        <span className="muted" data-testid="more-differs">
          {changed.length === 0 ? 'all as usual' : changed.join(' · ')}
        </span>
      </summary>
      <div className="more-body">
        <ChoiceFields {...part} />
        <fieldset>
          <legend>Other limits</legend>
          <div className="form-row">
            {LIMIT_NAMES.filter((name) => !FIRST_LIMITS.includes(name)).map((name) => (
              <LimitInput key={name} name={name} {...part} />
            ))}
          </div>
        </fieldset>
        <ScopeFields {...part} />
        <BatchFields {...part} />
      </div>
    </details>
  )
}

/** One budget of a recording. */
export function LimitInput({ name, ...part }: FormPart & { readonly name: LimitName }) {
  const field: LimitField = LIMITS[name]
  return (
    <TextField
      label={field.label}
      inputMode={field.kind === 'bytes' ? 'text' : 'decimal'}
      placeholder={field.nullable ? 'no limit' : undefined}
      hint={field.hint}
      {...groupProps(part, 'limits', name)}
    />
  )
}

function ChoiceFields({ draft, onDraft }: FormPart) {
  return (
    <>
      <Choices
        legend="Values"
        value={draft.values}
        choices={VALUE_CHOICES}
        onValue={(values) => onDraft({ ...draft, values })}
      />
      <Choices
        legend="Loops"
        value={draft.loops}
        choices={LOOP_CHOICES}
        onValue={(loops) => onDraft({ ...draft, loops })}
      />
      <Choices
        legend="Determinism"
        value={draft.repeat ? 'twice' : 'once'}
        choices={REPEAT_CHOICES}
        onValue={(runs) => onDraft({ ...draft, repeat: runs === 'twice' })}
      />
    </>
  )
}

interface ChoicesProps<Value extends string> {
  readonly legend: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onValue: (value: Value) => void
}

/** A choice of one, each with a sentence of what it means. */
function Choices<Value extends string>({ legend, value, choices, onValue }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onValue(choice.value)}
          />
          <span>
            {choice.text}
            <span className="field-hint"> {choice.about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function ScopeFields(part: FormPart) {
  return (
    <fieldset>
      <legend>Scope</legend>
      <p className="field-hint">
        Patterns with * and ?, separated by commas: paths below the program’s folder, and qualified
        names such as Stack.push. Library code is left out anyway.
      </p>
      <div className="form-row">
        {SCOPE_FIELDS.map(({ name, label, placeholder }) => (
          <TextField
            key={name}
            label={label}
            mono
            placeholder={placeholder}
            {...groupProps(part, 'scope', name)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function BatchFields(part: FormPart) {
  const { draft, onDraft } = part
  return (
    <>
      <fieldset>
        <legend>Running</legend>
        <div className="form-row">
          <TextField
            label="Programs at once"
            inputMode="numeric"
            placeholder="one fewer than the cores"
            {...textProps(part, 'workers')}
          />
          <TextField
            label="Hash seed"
            inputMode="numeric"
            hint="Fixes the order of sets and of hashes."
            {...textProps(part, 'hashSeed')}
          />
        </div>
      </fieldset>
      <Choices
        legend="Interface of Python (advanced)"
        value={draft.backend}
        choices={BACKEND_CHOICES.map((value) => ({
          value,
          text: value,
          about: BACKEND_WORDS[value],
        }))}
        onValue={(backend) => onDraft({ ...draft, backend })}
      />
    </>
  )
}
