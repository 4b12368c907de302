import { useId } from 'react'
import { ENGINES, type Engine, type EngineAbout } from '../../../../shared/contract/recording.ts'
import { errorText, fieldError } from '../../api/errors.ts'
import { useConsent } from '../../api/recordings.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { type FormPart, textProps } from './field-props.ts'

const ENGINE_WORDS: Readonly<Record<Engine, { readonly title: string; readonly about: string }>> = {
  pyodide: {
    title: 'Sandboxed Python',
    about: 'The workbench’s own: the standard library, nothing to install.',
  },
  cpython: {
    title: 'Python of this machine',
    about: 'An interpreter of yours, for speed and for its version of the language.',
  },
}

interface EngineFieldProps extends FormPart {
  /** Undefined while they are looked for. */
  readonly engines: readonly EngineAbout[] | undefined
  /** Why they could not be looked for; null when they could. */
  readonly failure: unknown
}

/** Which Python runs the programs, and in words what it keeps them from. */
export function EngineField(props: EngineFieldProps) {
  const { draft, onDraft, engines, errors, failure } = props
  const name = useId()
  const chosen = engines?.find(({ engine }) => engine === draft.engine)
  const failed = fieldError(failure)
  return (
    <fieldset className="engine-field">
      <legend>Python</legend>
      {ENGINES.map((engine) => {
        const about = engines?.find((one) => one.engine === engine)
        return (
          <label key={engine} className="engine" title={about?.python ?? undefined}>
            <input
              type="radio"
              name={name}
              checked={engine === draft.engine}
              onChange={() => onDraft({ ...draft, engine })}
            />
            <span className="engine-words">
              <span>
                {ENGINE_WORDS[engine].title}{' '}
                <span className="muted">{about?.version ?? engine}</span>
                {about?.problem ? <span className="engine-unusable"> cannot be used</span> : null}
              </span>
              {engine === draft.engine ? (
                <span className="field-hint">{ENGINE_WORDS[engine].about}</span>
              ) : null}
            </span>
          </label>
        )
      })}
      {draft.engine === 'cpython' ? (
        <TextField
          label="Interpreter"
          mono
          placeholder={chosen?.python ?? 'the first one found'}
          {...textProps(props, 'python')}
        />
      ) : null}
      {chosen === undefined || isToldAbove(chosen, errors) ? null : (
        <SandboxStatement about={chosen} />
      )}
      {failed === null ? null : <p className="field-error">{failed}</p>}
      {errors.engine === undefined || errors.engine === chosen?.problem ? null : (
        <p className="field-error" role="alert">
          {errors.engine}
        </p>
      )}
    </fieldset>
  )
}

/** What is wrong with an interpreter stands under its field once the form was tried. */
function isToldAbove({ problem }: EngineAbout, errors: FormPart['errors']): boolean {
  return problem !== null && problem === errors.python
}

/** The walls without what is said of them phrase by phrase. */
function wallsOf({ sandbox, contained, open }: EngineAbout): string {
  const told = new Set([...contained, ...open])
  return sandbox
    .split(', ')
    .filter((phrase) => !told.has(phrase))
    .join(', ')
}

function SandboxStatement({ about }: { about: EngineAbout }) {
  const { problem, contained, open, needsConsent } = about
  const walls = wallsOf(about)
  if (problem !== null) return <p className="field-error engine-problem">{problem}</p>
  return (
    <div className={needsConsent ? 'sandbox-statement open' : 'sandbox-statement'}>
      {walls === '' ? null : <p>Sandbox: {walls}.</p>}
      <Phrases title="Contained" sign="✓" phrases={contained} />
      <Phrases title="Open" sign="!" phrases={open} />
      {needsConsent ? <Consent hasConsent={about.hasConsent} /> : null}
    </div>
  )
}

interface PhrasesProps {
  readonly title: string
  readonly sign: string
  readonly phrases: readonly string[]
}

function Phrases({ title, sign, phrases }: PhrasesProps) {
  if (phrases.length === 0) return null
  return (
    <div className="phrases" data-kind={title.toLowerCase()}>
      <span className="phrases-title">
        <span aria-hidden="true">{sign} </span>
        {title}
      </span>
      <ul aria-label={title}>
        {phrases.map((phrase) => (
          <li key={phrase}>{phrase}</li>
        ))}
      </ul>
    </div>
  )
}

/** Asked once a workspace, in plain words; what was agreed to can be taken back. */
function Consent({ hasConsent }: { hasConsent: boolean }) {
  const consent = useConsent()
  return (
    <div className="consent">
      <p>
        {hasConsent
          ? 'You agreed that programs of this workspace run with your rights.'
          : 'Nothing contains a program here: it runs with all of your rights, as if you had started it yourself. Agree only for programs you trust; it holds for this workspace.'}
      </p>
      <Button
        tone={hasConsent ? 'plain' : 'danger'}
        aria-disabled={consent.isPending || undefined}
        onClick={() => consent.mutate(!hasConsent)}
      >
        {hasConsent ? 'Take it back' : 'I agree: run programs with my rights'}
      </Button>
      {consent.error === null ? null : (
        <p className="field-error" role="alert">
          {errorText(consent.error)}
        </p>
      )}
    </div>
  )
}
