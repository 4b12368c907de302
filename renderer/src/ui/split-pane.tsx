import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'

interface SplitPaneProps {
  /** What the divider moves between, for screen readers: `Source and tree`. */
  readonly label: string
  /** `row`: side by side. `column`: one above the other. */
  readonly direction?: 'row' | 'column'
  /** Which of the two children has the size; the other takes the rest. */
  readonly sized?: 'first' | 'second'
  /** Pixels of the sized pane; from useSize of state/layout.ts where it is remembered. */
  readonly size: number
  readonly onSize: (size: number) => void
  /** Gives the sized pane its first size: a double click on the divider, or Enter. */
  readonly onReset?: () => void
  /** Shows one of the two alone; the other stays as it is, out of sight. */
  readonly only?: 'first' | 'second' | null
  /** Names of the two panes, for those who look for the pane an element lies in: `data-pane`. */
  readonly names?: readonly [string | null, string | null]
  /** Least pixels of the sized pane, and of the rest. */
  readonly min?: number
  readonly minRest?: number
  readonly children: readonly [ReactNode, ReactNode]
}

const KEY_STEP = 16
const KEY_LEAP = 64

/** Two panes and a divider that the mouse drags and the arrow keys move (Shift: further; Enter: to its first size). */
export function SplitPane(props: SplitPaneProps) {
  const { direction = 'row', sized = 'first', size, onSize, min = 120, minRest = 120 } = props
  const { onReset, only = null, names } = props
  const split = useRef<HTMLDivElement>(null)
  const drag = useRef<{ at: number; size: number } | null>(null)
  const across = direction === 'row'

  const clamp = (wanted: number): number => {
    const box = split.current
    const whole =
      box === null ? Number.POSITIVE_INFINITY : across ? box.clientWidth : box.clientHeight
    return Math.round(Math.max(min, Math.min(wanted, Math.max(min, whole - minRest))))
  }
  const sign = sized === 'first' ? 1 : -1
  const placeOf = (event: PointerEvent): number => (across ? event.clientX : event.clientY)
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { at: placeOf(event), size: clamp(size) }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (drag.current === null) return
    onSize(clamp(drag.current.size + sign * (placeOf(event) - drag.current.at)))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && onReset !== undefined) onReset()
    const forward = across ? 'ArrowRight' : 'ArrowDown'
    const backward = across ? 'ArrowLeft' : 'ArrowUp'
    if (event.key !== forward && event.key !== backward) return
    event.preventDefault()
    const step = event.shiftKey ? KEY_LEAP : KEY_STEP
    onSize(clamp(clamp(size) + sign * (event.key === forward ? step : -step)))
  }

  const sizeStyle = across
    ? { width: size, maxWidth: `calc(100% - ${minRest}px)` }
    : { height: size, maxHeight: `calc(100% - ${minRest}px)` }
  const paneOf = (which: 'first' | 'second', content: ReactNode) => (
    <div
      className={which === sized && only === null ? 'pane sized' : 'pane rest'}
      style={which === sized && only === null ? sizeStyle : undefined}
      hidden={only !== null && only !== which}
      data-pane={names?.[which === 'first' ? 0 : 1]}
    >
      {content}
    </div>
  )
  return (
    <div className={across ? 'split' : 'split vertical'} ref={split}>
      {paneOf('first', props.children[0])}
      {/* biome-ignore lint/a11y/useSemanticElements: a rule element cannot be focused or moved */}
      <div
        className="divider"
        role="separator"
        tabIndex={0}
        aria-label={props.label}
        aria-orientation={across ? 'vertical' : 'horizontal'}
        aria-valuenow={size}
        aria-valuemin={min}
        title={onReset === undefined ? undefined : 'Drag it, or double-click for the first size'}
        hidden={only !== null}
        onDoubleClick={onReset}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null
        }}
        onKeyDown={onKeyDown}
      />
      {paneOf('second', props.children[1])}
    </div>
  )
}
