import Sqlite from 'better-sqlite3'
import { addQueryFunctions } from './query/functions.ts'
import type { SqlQuery } from './sql.ts'

/** A prepared statement of the driver; parameters positional, or one object for named ones. */
export type Statement = Sqlite.Statement<unknown[], unknown>

/** Prepared statements kept a connection; the texts are a fixed set but for the shapes of filters. */
const STATEMENTS_KEPT = 300

/** A connection that can only read. */
export interface ReadableDb {
  readonly path: string
  readonly prepare: (text: string) => Statement
  readonly all: <Row>(query: SqlQuery) => Row[]
  readonly get: <Row>(query: SqlQuery) => Row | undefined
  /** Rows one by one; leaving the loop ends the statement. */
  readonly iterate: <Row>(query: SqlQuery) => Iterable<Row>
  readonly pragma: (name: string) => unknown
  /** Runs `work` on one state of the file: all its queries see the same commits. */
  readonly snapshot: <T>(work: () => T) => T
  readonly close: () => void
}

/** The connection of the writer; a function that asks for this type can only run there. */
export interface WritableDb extends ReadableDb {
  readonly run: (query: SqlQuery) => { readonly changes: number; readonly key: number }
  readonly exec: (text: string) => void
  /** Runs `work` in BEGIN IMMEDIATE … COMMIT, and rolls back when it throws. */
  readonly transaction: <T>(work: () => T) => T
  readonly backup: (destination: string) => Promise<void>
}

export interface ConnectOptions {
  readonly readonly: boolean
}

class Connection implements WritableDb {
  readonly path: string
  private readonly driver: Sqlite.Database
  private readonly statements = new Map<string, Statement>()

  constructor(path: string, options: ConnectOptions) {
    this.path = path
    this.driver = new Sqlite(path, {
      readonly: options.readonly,
      fileMustExist: options.readonly,
      timeout: 5000,
    })
    addQueryFunctions(this.driver)
  }

  prepare(text: string): Statement {
    const kept = this.statements.get(text)
    if (kept !== undefined) return kept
    const statement = this.driver.prepare<unknown[], unknown>(text)
    if (this.statements.size >= STATEMENTS_KEPT) {
      const oldest = this.statements.keys().next()
      if (!oldest.done) this.statements.delete(oldest.value)
    }
    this.statements.set(text, statement)
    return statement
  }

  all<Row>(query: SqlQuery): Row[] {
    return this.prepare(query.text).all(...query.parameters) as Row[]
  }

  iterate<Row>(query: SqlQuery): Iterable<Row> {
    return this.prepare(query.text).iterate(...query.parameters) as Iterable<Row>
  }

  get<Row>(query: SqlQuery): Row | undefined {
    return this.prepare(query.text).get(...query.parameters) as Row | undefined
  }

  run(query: SqlQuery): { readonly changes: number; readonly key: number } {
    const info = this.prepare(query.text).run(...query.parameters)
    return { changes: info.changes, key: Number(info.lastInsertRowid) }
  }

  exec(text: string): void {
    this.driver.exec(text)
  }

  /** The pragma's first value. */
  pragma(name: string): unknown {
    return this.driver.pragma(name, { simple: true })
  }

  transaction<T>(work: () => T): T {
    return this.between('BEGIN IMMEDIATE', work)
  }

  snapshot<T>(work: () => T): T {
    return this.between('BEGIN', work)
  }

  private between<T>(begin: string, work: () => T): T {
    this.prepare(begin).run()
    try {
      const result = work()
      this.prepare('COMMIT').run()
      return result
    } catch (error) {
      if (this.driver.inTransaction) this.prepare('ROLLBACK').run()
      throw error
    }
  }

  async backup(destination: string): Promise<void> {
    await this.driver.backup(destination)
  }

  close(): void {
    this.driver.close()
  }
}

/** Opens a connection without looking at what the file is; see open.ts for that. */
export function connect(path: string, options: ConnectOptions): WritableDb {
  return new Connection(path, options)
}
