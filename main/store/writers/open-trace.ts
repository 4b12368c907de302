import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { WritableDb } from '../database.ts'
import { Interner } from '../interner.ts'
import type { Extents, Reach } from './extents.ts'

/** A value of the trace as the file has it. */
interface StoredValue extends Reach {
  readonly key: number
}

/** What the writer remembers of a trace between its batches: how the tracer's ids map to keys of the file. */
export interface OpenTrace {
  readonly trace: string
  readonly traceKey: number
  readonly programKey: number
  nextSeq: number
  nextActivation: number
  nextOutput: number
  /** Paths of the trace's files; empty where its program is its only one. */
  readonly files: Set<string>
  readonly codeKeys: Map<number, { readonly key: number; readonly name: string }>
  readonly nameKeys: Map<number, number>
  readonly values: Map<number, StoredValue>
  readonly extents: Extents
  /** Names of the functions entered, in the order of their first call. */
  readonly functions: Set<string>
}

interface Session {
  readonly open: Map<string, OpenTrace>
  readonly interner: Interner
}

const sessions = new WeakMap<WritableDb, Session>()

function sessionOf(db: WritableDb): Session {
  const kept = sessions.get(db)
  if (kept !== undefined) return kept
  const session: Session = { open: new Map(), interner: new Interner(db) }
  sessions.set(db, session)
  return session
}

export function internerOf(db: WritableDb): Interner {
  return sessionOf(db).interner
}

export function rememberTrace(db: WritableDb, open: OpenTrace): void {
  sessionOf(db).open.set(open.trace, open)
}

export function forgetTrace(db: WritableDb, trace: string): void {
  sessionOf(db).open.delete(trace)
}

/** The trace begun through this connection, or `conflict`. */
export function openTraceOf(db: WritableDb, trace: string): OpenTrace {
  const open = sessionOf(db).open.get(trace)
  if (open === undefined) {
    throw new ServiceError(
      'conflict',
      `The trace ${trace} is not being recorded, or a write to it failed; discard it and record it again.`,
    )
  }
  return open
}

/** After a transaction was rolled back: nothing remembered from it may be used again. */
export function forgetRolledBack(db: WritableDb, trace: string | null): void {
  const session = sessionOf(db)
  session.interner.forget()
  if (trace !== null) session.open.delete(trace)
}
