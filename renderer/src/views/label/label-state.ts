import { joinParts, partsOf, quoted } from '../../../../shared/query/parts.ts'
import { createAtom } from '../../state/atom.ts'

/** Trajectories without a label: what there is to do first. */
export const UNLABELLED = 'not labelled'

/** Query of the queue; it outlives a look at another view. */
export const labelFilterAtom = createAtom(UNLABELLED)

const TRACE_PART = /^trace == "[^"]*"$/

/** The query without its conditions on the trace. */
export function withoutTrace(where: string): string {
  const parts = partsOf(where)
  return parts === null ? where : joinParts(parts.filter((part) => !TRACE_PART.test(part)))
}

function tracePart(trace: string): string {
  return `trace == ${quoted(trace)}`
}

/** Whether the query keeps this trace alone. */
export function isOfTrace(where: string, trace: string): boolean {
  return partsOf(where)?.includes(tracePart(trace)) ?? false
}

/** The query, and of this trace alone; null asks for every trace. */
export function ofTrace(where: string, trace: string | null): string {
  const rest = withoutTrace(where)
  return trace === null ? rest : joinParts([...(partsOf(rest) ?? []), tracePart(trace)])
}
