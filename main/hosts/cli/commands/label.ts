import { FAILURE_CLASSES } from '../../../../shared/corpus/failure-classes.ts'
import { UsageError } from '../arguments.ts'
import type { Command } from '../command.ts'

/** `ndw label TRAJECTORY STEP CLASS`: sets the failure class of a step; `none` clears it. */
export const label: Command = {
  usage: 'label TRAJECTORY STEP CLASS',
  about: `set a step's failure class: ${FAILURE_CLASSES.join(', ')}, or none; steps count from 0`,
  options: {},
  positionals: ['TRAJECTORY', 'STEP', 'CLASS'],
  run: async ({ args, client, out, json }) => {
    const [trajectory = '', stepText = '', className = ''] = args.positionals
    const step = Number(stepText)
    if (!/^\d+$/.test(stepText) || !Number.isSafeInteger(step)) {
      throw new UsageError(`STEP is a whole number from 0, not ${stepText}.`)
    }
    const failureClass = FAILURE_CLASSES.find((name) => name === className) ?? null
    if (failureClass === null && className !== 'none') {
      throw new UsageError(
        `There is no failure class ${className}; it is one of ${FAILURE_CLASSES.join(', ')}, or none.`,
      )
    }
    const { labels } = await client.call('label.set', { trajectory, step, class: failureClass })
    if (json) await out.json(JSON.stringify({ trajectory, labels }))
    else await out.line(`${trajectory} step ${step}: ${className}`)
    return 0
  },
}
