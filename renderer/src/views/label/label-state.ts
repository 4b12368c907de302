import { createAtom } from '../../state/atom.ts'

/** Trajectories without a label: what there is to do first. */
export const UNLABELLED = 'labelled:no'

/** Filter of the queue; it outlives a look at another view. */
export const labelFilterAtom = createAtom(UNLABELLED)

const TRACE_TERM = /(?:^|\s+)trace:\S+/g

/** The filter without its conditions on the trace. */
export function withoutTrace(where: string): string {
  return where.replaceAll(TRACE_TERM, '').trim()
}

/** Whether the filter keeps this trace alone. */
export function isOfTrace(where: string, trace: string): boolean {
  return where.split(/\s+/).includes(`trace:${trace}`)
}

/** The filter, and of this trace alone; null asks for every trace. */
export function ofTrace(where: string, trace: string | null): string {
  const rest = withoutTrace(where)
  return trace === null ? rest : `${rest} trace:${trace}`.trim()
}
