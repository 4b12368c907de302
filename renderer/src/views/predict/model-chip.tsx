import type { EngineRow } from '../../../../shared/contract/models.ts'
import type { ModelState } from '../../../../shared/contract/runtime.ts'
import { useModelState } from '../../api/runtime.ts'
import { useEngines } from '../../api/stepping.ts'
import { useAtom } from '../../state/atom.ts'
import { openOverlay } from '../../state/overlay.ts'
import { engineAtom } from './predict-state.ts'

/** How it stands with a model, in a word. */
function wordOf({ name, kind, reason }: EngineRow, loaded: ModelState | null): string {
  if (reason !== null) return 'unusable'
  if (kind === 'baseline') return 'baseline'
  if (kind !== 'local' || loaded?.model !== name) return 'ready'
  const { phase } = loaded
  return phase === 'loading' ? 'loading …' : phase === 'failed' ? 'failed' : 'loaded'
}

/** The model that is chosen, at the foot of the activity bar; it opens the list of models. */
export function ModelChip() {
  const chosen = useAtom(engineAtom)
  const { data: engines } = useEngines({ enabled: chosen !== null })
  const engine = engines?.find(({ name }) => name === chosen)
  const loaded = useModelState()
  const state =
    chosen === null
      ? 'none'
      : engine === undefined
        ? engines === undefined
          ? ''
          : 'not listed'
        : wordOf(engine, loaded)
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
