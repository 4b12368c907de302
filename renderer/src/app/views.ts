import { type ComponentType, lazy } from 'react'
import type { ViewId } from '../state/place.ts'
import type { IconName } from '../ui/icon.tsx'

/** A view of the activity bar. To add one: its id in state/place.ts, an entry here. */
export interface ViewEntry {
  readonly id: ViewId
  readonly title: string
  readonly icon: IconName
  /** Key in the notation of ui/keys.ts. */
  readonly key: string
  readonly component: ComponentType
}

/** Top to bottom. The digits are those of product.md 3.2 and leave room for Predict and Evaluate. */
export const VIEWS: readonly ViewEntry[] = [
  {
    id: 'corpus',
    title: 'Corpus',
    icon: 'corpus',
    key: 'Mod+1',
    component: lazy(async () => ({
      default: (await import('../views/corpus/corpus-view.tsx')).CorpusView,
    })),
  },
  {
    id: 'exports',
    title: 'Export',
    icon: 'export',
    key: 'Mod+7',
    component: lazy(async () => ({
      default: (await import('../views/exports/exports-view.tsx')).ExportsView,
    })),
  },
]
