import {
  canonicalText,
  type PolicyDocument,
} from '../../../../../shared/trajectory/policy-document.ts'
import { SHIPPED_POLICIES } from '../../../../../shared/trajectory/shipped-policies.ts'
import { policyText } from './policy-text.ts'

/** The policies there are: the workspace's own, and drafts of those that were changed since, by name. */
export interface PolicyDesk {
  readonly chosen: string
  readonly own: Readonly<Record<string, PolicyDocument>>
  /** Texts as they are typed, so that one which is not yet a document stays what it is. */
  readonly drafts: Readonly<Record<string, string>>
}

/** What of a desk a browser keeps over reloads. */
export type DeskEdits = Pick<PolicyDesk, 'chosen' | 'drafts'>

export const FIRST_DESK: PolicyDesk = { chosen: 'paper-mix', own: {}, drafts: {} }

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => typeof one === 'string')
  )
}

/** Edits as they were kept; policies that a browser kept itself, before workspaces did, become drafts with their text. */
export function acceptEdits(stored: unknown): DeskEdits | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { chosen, own, drafts } = stored as Partial<Record<keyof PolicyDesk, unknown>>
  if (typeof chosen !== 'string' || !isTexts(drafts)) return null
  const texts = Object.entries(own ?? {}).map(([name, one]) => [name, policyText(one)])
  return { chosen, drafts: { ...Object.fromEntries(texts), ...drafts } }
}

/** Edits with the policies they are of; what is chosen that there is not gives way to the first, a draft that says what is saved to that. */
export function deskOf(edits: DeskEdits, own: PolicyDesk['own']): PolicyDesk {
  const changed = Object.entries(edits.drafts).filter(([name, text]) => {
    const saved = own[name]
    return saved === undefined || policyText(saved) !== text
  })
  const desk = { chosen: edits.chosen, own, drafts: Object.fromEntries(changed) }
  return policyNames(desk).includes(desk.chosen) ? desk : { ...desk, chosen: FIRST_DESK.chosen }
}

/** The saved document of a name: shipped, or the user's own; null where there is none. */
export function savedPolicy(desk: PolicyDesk, name: string): PolicyDocument | null {
  return SHIPPED_POLICIES.find((one) => one.name === name) ?? desk.own[name] ?? null
}

export function isShipped(name: string): boolean {
  return SHIPPED_POLICIES.some((one) => one.name === name)
}

/** Whether a document is one that comes along, unchanged: its name says everything then. */
export function isAsShipped(policy: PolicyDocument): boolean {
  const shipped = SHIPPED_POLICIES.find(({ name }) => name === policy.name)
  return shipped !== undefined && canonicalText(shipped) === canonicalText(policy)
}

/**
 * The document that is drawn by: a shipped one that was changed goes under another name, so that a list of
 * trajectories tells the two apart.
 */
export function drawnPolicy(policy: PolicyDocument): PolicyDocument {
  const isOther = isShipped(policy.name) && !isAsShipped(policy)
  return isOther ? { ...policy, name: `${policy.name} (changed)` } : policy
}

/** Every policy there is to choose, shipped ones first; one of which there is but a draft is among the own. */
export function policyNames(desk: PolicyDesk): readonly string[] {
  const drafts = Object.keys(desk.drafts).filter((name) => !isShipped(name))
  const own = [...new Set([...Object.keys(desk.own), ...drafts])].sort()
  return [...SHIPPED_POLICIES.map(({ name }) => name), ...own]
}

/** A policy's text: its draft, else as it is saved. */
export function textOf(desk: PolicyDesk, name: string): string {
  const saved = savedPolicy(desk, name) ?? (SHIPPED_POLICIES[0] as PolicyDocument)
  return desk.drafts[name] ?? policyText(saved)
}

export function chosenText(desk: PolicyDesk): string {
  return textOf(desk, desk.chosen)
}

/** The desk with the chosen policy's text changed; a text that is what is saved is no draft. */
export function withText(desk: PolicyDesk, text: string): PolicyDesk {
  const { [desk.chosen]: _, ...others } = desk.drafts
  const saved = savedPolicy(desk, desk.chosen)
  const isSaved = saved !== null && policyText(saved) === text
  return { ...desk, drafts: isSaved ? others : { ...others, [desk.chosen]: text } }
}

/** The desk with what is saved of the chosen policy, its draft thrown away. */
export function withoutDraft(desk: PolicyDesk): PolicyDesk {
  const { [desk.chosen]: _, ...drafts } = desk.drafts
  return { ...desk, drafts }
}

/** Why a document cannot be given a name, one sentence; null when it can. */
export function refusalOfName(desk: PolicyDesk, name: string): string | null {
  if (name === '') return 'A policy needs a name.'
  if (name.length > 80) return 'A name has at most 80 characters.'
  if (isShipped(name))
    return `${name} comes with the workbench and stays as it is; choose another name.`
  if (policyNames(desk).includes(name))
    return `There is a policy named ${name} already; choose another name.`
  return null
}

/** The desk with a document saved under a name and chosen; the draft it came from is one no more. */
export function withSaved(desk: PolicyDesk, document: PolicyDocument, name: string): PolicyDesk {
  const { drafts } = withoutDraft(desk)
  const { [name]: _, ...others } = drafts
  return { chosen: name, own: { ...desk.own, [name]: { ...document, name } }, drafts: others }
}

/** The desk with a document that came from elsewhere under a name and chosen; every draft stays. */
export function withTaken(desk: PolicyDesk, document: PolicyDocument, name: string): PolicyDesk {
  return { ...desk, chosen: name, own: { ...desk.own, [name]: { ...document, name } } }
}

/** The desk with an own policy and its draft under another name, and chosen. */
export function withRenamed(desk: PolicyDesk, was: string, name: string): PolicyDesk {
  const { [was]: document, ...own } = desk.own
  const { [was]: draft, ...drafts } = desk.drafts
  return {
    chosen: name,
    own: document === undefined ? own : { ...own, [name]: { ...document, name } },
    drafts: draft === undefined ? drafts : { ...drafts, [name]: draft },
  }
}

/** The desk without an own policy and its draft; the first shipped one is chosen then. */
export function withoutOwn(desk: PolicyDesk, name: string): PolicyDesk {
  const { [name]: _, ...own } = desk.own
  const { [name]: __, ...drafts } = desk.drafts
  return { chosen: FIRST_DESK.chosen, own, drafts }
}

/** The desk with an own policy and its draft as they were before, and chosen; what else there is stays. */
export function withOwnOf(desk: PolicyDesk, before: PolicyDesk, name: string): PolicyDesk {
  const { [name]: document } = before.own
  const { [name]: draft } = before.drafts
  return {
    chosen: name,
    own: document === undefined ? desk.own : { ...desk.own, [name]: document },
    drafts: draft === undefined ? desk.drafts : { ...desk.drafts, [name]: draft },
  }
}

/** A name for a copy that no policy has yet: `surface copy`, `surface copy 2`. */
export function copyName(desk: PolicyDesk, name: string): string {
  const taken = new Set(policyNames(desk))
  for (let count = 1; ; count++) {
    const copy = count === 1 ? `${name} copy` : `${name} copy ${count}`
    if (!taken.has(copy)) return copy
  }
}

/** The name itself where no policy has it, else that of a copy. */
export function freeName(desk: PolicyDesk, name: string): string {
  return policyNames(desk).includes(name) ? copyName(desk, name) : name
}
