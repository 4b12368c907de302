import type { ModelState } from '../../../../shared/contract/runtime.ts'
import { errorText } from '../../api/errors.ts'
import { useEjectModel, useLoadModel, useModelState, useSelfTest } from '../../api/runtime.ts'
import { copyText } from '../../state/copy-text.ts'
import { Button } from '../../ui/button.tsx'

const STAGE_WORDS: Readonly<Record<NonNullable<ModelState['stage']>, string>> = {
  tokenizer: 'reading its tokenizer',
  graph: 'reading its graph and weights',
  'first pass': 'a first pass',
}

/** What a model folder is doing, in words; null where it is not the one that is loaded. */
export function localWords(state: ModelState | null, name: string): string | null {
  if (state === null || state.model !== name) return null
  const { phase, stage, provider, note, error } = state
  if (phase === 'loading') return `Loading: ${stage === null ? 'starting' : STAGE_WORDS[stage]} …`
  if (phase === 'failed') return error
  const runs = `Loaded; runs on ${provider === 'cpu' ? 'the processor' : provider}.`
  return [runs, note].filter((one) => one !== null).join(' ')
}

/** Loads a model folder of this machine, or frees its memory, and tells what it is doing. */
export function LocalActs({ name }: { readonly name: string }) {
  const state = useModelState()
  const load = useLoadModel()
  const eject = useEjectModel()
  const isLoading = state?.phase === 'loading' && state.model === name
  const isHere = state?.model === name && (state.phase === 'ready' || state.phase === 'answering')
  const failed = state?.model === name && state.phase === 'failed'
  return (
    <div className="server-acts">
      <div className="dialog-acts">
        <Button
          aria-label={`Load ${name}`}
          aria-disabled={isLoading || isHere || undefined}
          hint={isHere ? 'It is loaded.' : 'Loads it now; else the first prediction does'}
          onClick={() => {
            if (!isLoading && !isHere) load.mutate(name)
          }}
        >
          {isLoading ? 'Loading …' : 'Load'}
        </Button>
        <Button
          aria-label={`Eject ${name}`}
          aria-disabled={!(isLoading || isHere) || undefined}
          hint={
            isLoading || isHere ? 'Ends its process, which frees its memory' : 'It is not loaded.'
          }
          onClick={() => {
            if (isLoading || isHere) eject.mutate()
          }}
        >
          Eject
        </Button>
      </div>
      <p role="status" className={failed ? 'model-reason' : 'muted'}>
        {localWords(state, name)}
      </p>
    </div>
  )
}

/** Tries what can run models on this machine, and gives the result to copy. */
export function SelfTest() {
  const test = useSelfTest()
  const { data, error, isPending } = test
  return (
    <section className="self-test" aria-label="Self-test">
      <div className="dialog-acts">
        <Button
          hint="Runs a small graph on each provider: CPU, CUDA, TensorRT, WebGPU, CoreML, DirectML"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) test.mutate()
          }}
        >
          {isPending ? 'Trying what can run models here …' : 'Self-test'}
        </Button>
        {data == null ? null : (
          <Button onClick={() => void copyText(data.text, 'the self-test')}>Copy</Button>
        )}
      </div>
      {data == null ? null : <pre>{data.text}</pre>}
      {error === null ? null : <p className="field-error">{errorText(error)}</p>}
    </section>
  )
}
