import { useMemo, useState } from 'react'
import type { PathCourse } from '../../../draw/path-lanes.ts'
import { isWhole, panSpan, type Span, showSeq, wholeSpan, zoomSpan } from '../../../draw/span.ts'
import { useAtom } from '../../../state/atom.ts'
import { openView, setFocus, useFocus } from '../../../state/place.ts'
import { declareCommands } from '../../../ui/command-list.ts'
import { DepthProfile } from '../../../ui/depth-profile.tsx'
import { type KeyBinding, useKeys } from '../../../ui/keys.ts'
import { PathLanes } from '../../../ui/path-lanes.tsx'
import { exitWord } from '../trajectory-columns.tsx'
import type { SampledPath } from './draw-paths.ts'
import { PathLegend } from './path-legend.tsx'
import { comparedPlaceAtom, previewPlaceAtom } from './preview-state.ts'
import type { PreviewedTrace } from './use-preview.ts'

const ZOOM_COMMANDS = declareCommands('Preview of paths', 'in the preview of the Sample view', {
  'preview.zoom-in': { keys: ['='], description: 'Show a shorter part of the trace' },
  'preview.zoom-out': { keys: ['-'], description: 'Show a longer part of the trace' },
  'preview.pan-left': { keys: ['Shift+ArrowLeft'], description: 'Show the part before' },
  'preview.pan-right': { keys: ['Shift+ArrowRight'], description: 'Show the part after' },
  'preview.fit': { keys: ['0'], description: 'Show the whole trace' },
})

/** The part of the trace on screen, and the keys that change it. */
function useZoom(total: number, focus: number | null): Span {
  const [zoomed, setZoomed] = useState<Span | null>(null)
  const [seen, setSeen] = useState(focus)
  if (seen !== focus) {
    setSeen(focus)
    if (zoomed !== null && focus !== null && focus < total) setZoomed(showSeq(zoomed, focus, total))
  }
  const span = useMemo(() => zoomed ?? wholeSpan(total), [zoomed, total])
  const bindings = useMemo<readonly KeyBinding[]>(() => {
    const set = (next: Span): void => setZoomed(isWhole(next, total) ? null : next)
    const anchor = focus ?? 0
    const width = span.to - span.from
    const whole = isWhole(span, total) ? 'The whole trace is shown.' : null
    return [
      { ...ZOOM_COMMANDS['preview.zoom-in'], run: () => set(zoomSpan(span, 0.5, anchor, total)) },
      {
        ...ZOOM_COMMANDS['preview.zoom-out'],
        reason: whole,
        run: () => set(zoomSpan(span, 2, anchor, total)),
      },
      {
        ...ZOOM_COMMANDS['preview.pan-left'],
        reason: whole,
        run: () => set(panSpan(span, -width / 4, total)),
      },
      {
        ...ZOOM_COMMANDS['preview.pan-right'],
        reason: whole,
        run: () => set(panSpan(span, width / 4, total)),
      },
      { ...ZOOM_COMMANDS['preview.fit'], reason: whole, run: () => setZoomed(null) },
    ]
  }, [span, total, focus])
  useKeys('Preview of paths', bindings)
  return span
}

interface PreviewLanesProps {
  readonly previewed: PreviewedTrace
  readonly paths: readonly SampledPath[]
  /** Paths of the policy beside this one, and what both are called. */
  readonly beside: {
    readonly paths: readonly SampledPath[]
    readonly sides: readonly [string, string]
  } | null
  /** Why those are not there, in words. */
  readonly besideError: string | null
}

interface LanesProps {
  readonly previewed: PreviewedTrace
  readonly paths: readonly SampledPath[]
  readonly span: Span
  readonly place: typeof previewPlaceAtom
  readonly label: string
}

/** The paths of one policy under the depth of the trace. */
function Lanes({ previewed, paths, span, place, label }: LanesProps) {
  const { step } = useFocus()
  const { path, state } = useAtom(place)
  const courses = useMemo<readonly PathCourse[]>(
    () => paths.map(({ start, steps, exit }) => ({ start, steps, end: exitWord(exit) })),
    [paths],
  )
  const chosen = path === null || path >= paths.length ? null : path
  const goTo = (to: number, at: number): void => {
    const course = courses[to]
    const target = at === 0 ? course?.start : course?.steps[at - 1]?.target
    place.set({ path: to, state: at })
    if (target !== null && target !== undefined) setFocus({ step: target.seq })
  }
  return (
    <div className="lanes-side">
      <DepthProfile model={previewed.tree.model} span={span} focus={step} />
      <PathLanes
        paths={courses}
        span={span}
        focus={step}
        chosen={chosen}
        state={state}
        onChosen={(to) => (to === null ? place.set({ path: null, state: 0 }) : goTo(to, 0))}
        onState={goTo}
        onOpen={() => openView('trace', step === null ? {} : { step })}
        label={label}
      />
    </div>
  )
}

/** The sampled paths as lanes under the depth of the trace; those of two policies side by side. */
export function PreviewLanes({ previewed, paths, beside, besideError }: PreviewLanesProps) {
  const { step } = useFocus()
  const span = useZoom(previewed.tree.loaded, step)
  return (
    <div className="preview-lanes">
      <PathLegend />
      <div className="lanes-sides">
        <Lanes {...{ previewed, paths, span }} place={previewPlaceAtom} label="Sampled paths" />
        {beside === null ? null : besideError !== null ? (
          <p className="field-error">{besideError}</p>
        ) : (
          <Lanes
            {...{ previewed, span }}
            paths={beside.paths}
            place={comparedPlaceAtom}
            label={`Sampled paths of ${beside.sides[1]}`}
          />
        )}
      </div>
    </div>
  )
}
