import { PolicySchema } from '../../../../../shared/contract/policy-schema.ts'
import { readPolicy } from '../../../../../shared/contract/read-document.ts'
import type { DocumentPath } from '../../../../../shared/trajectory/policy-check.ts'
import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'

/** What a draft's text says so far. */
export interface DraftReading {
  /** The document as far as its shape is right, for the form to show; null where the text is none. */
  readonly shown: PolicyDocument | null
  /** The document when one can draw by it. */
  readonly valid: PolicyDocument | null
  /** What is wrong with it, one sentence with its place. */
  readonly error: string | null
  /** Where the error is; empty where it has no place. */
  readonly path: DocumentPath
}

function shapeOf(text: string): PolicyDocument | null {
  try {
    const parsed = PolicySchema.safeParse(JSON.parse(text))
    return parsed.success ? (parsed.data as PolicyDocument) : null
  } catch {
    return null
  }
}

/** Reads a draft's text. One of the right shape is shown as a form even while its rules cannot be drawn by. */
export function readDraft(text: string): DraftReading {
  const read = readPolicy(text)
  if (read.ok) return { shown: read.document, valid: read.document, error: null, path: [] }
  return { shown: shapeOf(text), valid: null, error: read.error, path: read.path }
}
