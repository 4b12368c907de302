import { useEngines } from '../../api/stepping.ts'
import { useAtom } from '../../state/atom.ts'
import { openOverlay } from '../../state/overlay.ts'
import { engineAtom } from './predict-state.ts'

/** The model that is chosen, at the foot of the activity bar; it opens the list of models. */
export function ModelChip() {
  const chosen = useAtom(engineAtom)
  const { data: engines } = useEngines()
  const engine = engines?.find(({ name }) => name === chosen)
  const state =
    chosen === null
      ? 'none'
      : engine === undefined
        ? engines === undefined
          ? ''
          : 'not listed'
        : engine.reason !== null
          ? 'unusable'
          : engine.kind === 'baseline'
            ? 'baseline'
            : 'ready'
  return (
    <button
      type="button"
      className="model-chip"
      aria-haspopup="dialog"
      title={`Model: ${chosen ?? 'none'}${state === '' ? '' : `, ${state}`}. Click to choose or add one.`}
      onClick={() => openOverlay({ name: 'models' })}
    >
      <span className="model-chip-name">{chosen ?? 'Model'}</span>
      <span className="model-chip-state">{state}</span>
    </button>
  )
}
