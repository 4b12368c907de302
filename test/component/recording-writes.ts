import type { WorkbenchContract } from '../../shared/contract/index.ts'
import type { VariableWrite } from '../../shared/contract/trees.ts'
import type { Handlers } from '../../shared/rpc/server.ts'
import { EVENTS } from './recorded-program.ts'

function writesOf(frame: number, variable: string): VariableWrite[] {
  let held: string | undefined
  return EVENTS.flatMap((event, seq) => {
    if (event.frame !== frame) return []
    const value = event.locals.find(([name]) => name === variable)?.[1]
    if (value?.text === held) return []
    held = value?.text
    return [{ seq, value: value ?? null }]
  })
}

/** Writes of variables of the recorded program: `y` of main is what g returned at event 5. */
export const WRITE_HANDLERS: Partial<Handlers<WorkbenchContract>> = {
  'tree.writes': ({ frame, variable, seq, before, after }) => {
    const writes = writesOf(frame, variable)
    const back = writes.filter((write) => write.seq <= seq).reverse()
    const ahead = writes.filter((write) => write.seq > seq)
    return { before: back.slice(0, before), after: ahead.slice(0, after) }
  },
  'tree.writeOrigin': ({ variable }) => ({
    returned: variable === 'y' ? { seq: 5, yielded: false } : null,
  }),
}
