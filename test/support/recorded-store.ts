import { recordProgram } from '../../main/jobs/record/record-program.ts'
import type { WritableDb } from '../../main/store/database.ts'
import { createTracer } from '../../main/tracer/tracer.ts'
import { RecordOptions } from '../../shared/contract/recording.ts'
import { tracerOptions } from '../tracer/support.ts'
import { directContext, openDirectStore } from './direct-store.ts'

/** A program to record, once for each text that it reads; none is one run without input. */
export interface Recordable {
  readonly name: string
  readonly code: string
  readonly inputs?: readonly string[]
}

/** A store in memory with the traces of these programs, recorded in the sandbox. */
export async function recordedStore(programs: readonly Recordable[]): Promise<WritableDb> {
  const { db, store } = openDirectStore()
  const tracer = createTracer({ ...tracerOptions, workers: 1 })
  const options = RecordOptions.parse({ limits: {}, scope: {} })
  try {
    const about = await tracer.describe()
    for (const { name, code, inputs = [''] } of programs) {
      for (const stdin of inputs) {
        const program = { name, code, entry: null, stdin, origin: null, licence: null }
        await recordProgram(program, options, { tracer, about }, directContext(store))
      }
    }
  } finally {
    await tracer.close()
  }
  return db
}
