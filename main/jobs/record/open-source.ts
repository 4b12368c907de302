import type { RecordRequest } from '../../../shared/contract/recording.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { Tracer } from '../../tracer/tracer.ts'
import type { JobContext } from '../kind.ts'
import { openProject, testsOf } from './project.ts'
import { programsOf, type ReadProgram } from './read-programs.ts'

export interface OpenedSource {
  readonly programs: readonly ReadProgram[]
  readonly tracer: Tracer
}

/** The programs of a request and what runs them. Throws a ServiceError in one sentence. */
export async function openSource(input: RecordRequest, ctx: JobContext): Promise<OpenedSource> {
  const { source, engine, python, workers } = input
  if (source.from !== 'pytest') {
    const programs = await programsOf(source)
    ctx.report({ done: 0, total: programs.length, text: 'Starting the sandbox' })
    return { programs, tracer: await ctx.tracer({ engine, python, workers, project: null }) }
  }
  if (engine !== 'cpython') {
    throw new ServiceError(
      'bad-input',
      'Tests are run by pytest in a Python of yours: choose the cpython engine for them.',
    )
  }
  const project = await openProject(source.test)
  ctx.report({ done: 0, total: null, text: 'Collecting the tests' })
  const tracer = await ctx.tracer({ engine, python, workers, project: project.root })
  const { timeoutSeconds } = input.limits
  const programs = await testsOf(project, tracer, { timeoutSeconds, signal: ctx.signal })
  return { programs, tracer }
}
