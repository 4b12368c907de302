import type { WorkbenchContract } from '../../shared/contract/index.ts'
import type { LabelAct } from '../../shared/contract/labels.ts'
import type { Handlers } from '../../shared/rpc/server.ts'

/** Labels in force on a trajectory after `acts`, of which none is undone. */
export function labelsOf(acts: readonly LabelAct[], trajectory: string) {
  const labels = new Map<number, LabelAct['class']>()
  for (const act of acts) if (act.trajectory === trajectory) labels.set(act.step, act.class)
  return [...labels].flatMap(([step, name]) => (name === null ? [] : [{ step, class: name }]))
}

type LabelHandlers = Pick<Handlers<WorkbenchContract>, 'label.set' | 'label.undo' | 'label.recent'>

/** The label calls over a log of acts; an act that is undone leaves the log. */
export function labelHandlers(acts: LabelAct[]): LabelHandlers {
  let made = 0
  const labelOf = (trajectory: string, step: number): LabelAct['class'] =>
    labelsOf(acts, trajectory).find((label) => label.step === step)?.class ?? null
  return {
    'label.set': ({ trajectory, step, class: name }) => {
      if (labelOf(trajectory, step) === name)
        return { act: null, labels: labelsOf(acts, trajectory) }
      made += 1
      const act = { act: made, trajectory, step, class: name, at: 0 }
      acts.push(act)
      return { act, labels: labelsOf(acts, trajectory) }
    },
    'label.undo': ({ act }) => {
      const index = act === null ? acts.length - 1 : acts.findIndex((one) => one.act === act)
      const [undone = null] = index < 0 ? [] : acts.splice(index, 1)
      return { undone, label: undone === null ? null : labelOf(undone.trajectory, undone.step) }
    },
    'label.recent': ({ limit }) => ({ acts: acts.slice(-(limit ?? 10)).reverse() }),
  }
}
