import type { EngineRow } from '../../shared/contract/models.ts'
import type { Engine } from '../../shared/model/engine.ts'
import type { AddedModel } from './model-list.ts'

/**
 * How models of one kind that the user added become engines. All that is refused is refused with a ServiceError of
 * one sentence.
 */
export interface EngineSource<M extends AddedModel> {
  /** Before it is added: rejects where this can never be used. */
  readonly check: (model: M) => Promise<void>
  /** One sentence for people, and why it cannot be used now, or null. Answers within a second and never rejects. */
  readonly describe: (model: M) => Promise<Pick<EngineRow, 'about' | 'reason' | 'codecs'>>
  /** The engine; whatever it needs is started by its first prediction at the latest. */
  readonly open: (model: M) => Promise<Engine>
  /** Nothing of this model is needed any more. */
  readonly forget: (model: M) => Promise<void>
  readonly close: () => Promise<void>
}

export interface EngineSources {
  readonly local: EngineSource<AddedModel & { readonly kind: 'local' }>
  readonly remote: EngineSource<AddedModel & { readonly kind: 'remote' }>
}
