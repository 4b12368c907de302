import type { ChangeEvent } from 'react'
import type { FieldErrors } from './record-check.ts'
import type { RecordDraft } from './record-draft.ts'

/** What every part of the form is given. */
export interface FormPart {
  readonly draft: RecordDraft
  readonly onDraft: (draft: RecordDraft) => void
  /** What is wrong with which field; empty until the form was tried. */
  readonly errors: FieldErrors
}

type TextName = 'path' | 'test' | 'name' | 'code' | 'stdin' | 'python' | 'hashSeed' | 'workers'
type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>

/** Value, error and change of a field of plain text. */
export function textProps({ draft, onDraft, errors }: FormPart, name: TextName) {
  return {
    value: draft[name],
    error: name === 'stdin' ? null : (errors[name] ?? null),
    onChange: (event: Typed) => onDraft({ ...draft, [name]: event.target.value }),
  }
}

/** The same for the call, of which there is one for each way to choose programs. */
export function callProps({ draft, onDraft, errors }: FormPart) {
  const { from, calls } = draft
  return {
    value: calls[from],
    error: errors.call ?? null,
    onChange: (event: Typed) =>
      onDraft({ ...draft, calls: { ...calls, [from]: event.target.value } }),
  }
}

/** The same for a field of a group: a budget, a list of globs. */
export function groupProps<Group extends 'limits' | 'scope'>(
  { draft, onDraft, errors }: FormPart,
  group: Group,
  name: keyof RecordDraft[Group] & keyof FieldErrors,
) {
  const texts = draft[group] as Readonly<Record<string, string>>
  return {
    value: texts[name] ?? '',
    error: errors[name] ?? null,
    onChange: (event: Typed) =>
      onDraft({ ...draft, [group]: { ...texts, [name]: event.target.value } }),
  }
}
