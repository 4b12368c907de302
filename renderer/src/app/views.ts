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
    id: 'trace',
    title: 'Trace',
    icon: 'trace',
    key: 'Mod+2',
    component: lazy(async () => ({
      default: (await import('../views/trace/trace-view.tsx')).TraceView,
    })),
  },
  {
    id: 'sample',
    title: 'Sample',
    icon: 'sample',
    key: 'Mod+3',
    component: lazy(async () => ({
      default: (await import('../views/sample/sample-view.tsx')).SampleView,
    })),
  },
  {
    id: 'label',
    title: 'Label',
    icon: 'label',
    key: 'Mod+6',
    component: lazy(async () => ({
      default: (await import('../views/label/label-view.tsx')).LabelView,
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
