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
  readonly load: () => Promise<ComponentType>
}

/** Top to bottom. The digits are those of product.md 3.2 and leave room for Predict; Record has the next. */
export const VIEWS: readonly ViewEntry[] = [
  {
    id: 'corpus',
    title: 'Corpus',
    icon: 'corpus',
    key: 'Mod+1',
    load: async () => (await import('../views/corpus/corpus-view.tsx')).CorpusView,
  },
  {
    id: 'record',
    title: 'Record',
    icon: 'record',
    key: 'Mod+8',
    load: async () => (await import('../views/record/record-view.tsx')).RecordView,
  },
  {
    id: 'trace',
    title: 'Trace',
    icon: 'trace',
    key: 'Mod+2',
    load: async () => (await import('../views/trace/trace-view.tsx')).TraceView,
  },
  {
    id: 'sample',
    title: 'Sample',
    icon: 'sample',
    key: 'Mod+3',
    load: async () => (await import('../views/sample/sample-view.tsx')).SampleView,
  },
  {
    id: 'predict',
    title: 'Predict',
    icon: 'predict',
    key: 'Mod+4',
    load: async () => (await import('../views/predict/predict-view.tsx')).PredictView,
  },
  {
    id: 'evaluate',
    title: 'Evaluate',
    icon: 'evaluate',
    key: 'Mod+5',
    load: async () => (await import('../views/evaluate/evaluate-view.tsx')).EvaluateView,
  },
  {
    id: 'label',
    title: 'Label',
    icon: 'label',
    key: 'Mod+6',
    load: async () => (await import('../views/label/label-view.tsx')).LabelView,
  },
  {
    id: 'exports',
    title: 'Export',
    icon: 'export',
    key: 'Mod+7',
    load: async () => (await import('../views/exports/exports-view.tsx')).ExportsView,
  },
]

/** The command that opens a view. */
export function viewCommand({ id, title, key }: ViewEntry) {
  return { id: `view.${id}`, keys: [key], description: `Open ${title}` }
}

/** A view's code did not come: the connection is lost, or the page is older than the workbench. */
export class ViewNotLoaded extends Error {}

const components = new Map<ViewId, ComponentType>()

/** The view's component, whose code is read when it is first shown, and again after that failed. */
export function componentOf({ id, title, load }: ViewEntry): ComponentType {
  const known = components.get(id)
  if (known !== undefined) return known
  const made = lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      components.delete(id)
      throw new ViewNotLoaded(`${title} could not be loaded.`, { cause: error })
    }
  })
  components.set(id, made)
  return made
}

/** Reads the code of every view ahead, so that all of them open even while the connection is lost. */
export function loadViewsAhead(): void {
  // One that does not come now is asked for again when it is shown.
  for (const { load } of VIEWS) load().catch(() => {})
}
