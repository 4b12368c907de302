import { type PointerEvent, useRef } from 'react'

const DRAG_THRESHOLD = 4

interface Drag {
  readonly startY: number
  readonly startTop: number
  moved: boolean
}

/** Handlers that scroll an element by dragging its content, and tell a drag from a click. */
export function useDragScroll() {
  const drag = useRef<Drag | null>(null)
  const wasDrag = useRef(false)
  return {
    /** True when the click now handled was the end of a drag. */
    endedDrag: (): boolean => wasDrag.current,
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      wasDrag.current = false
      if (event.button !== 0 || event.pointerType === 'touch') return
      // The scroll bar lies outside the client area and moves by itself.
      if (event.nativeEvent.offsetX > event.currentTarget.clientWidth) return
      const { scrollTop } = event.currentTarget
      drag.current = { startY: event.clientY, startTop: scrollTop, moved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const { current } = drag
      if (current === null) return
      const distance = event.clientY - current.startY
      if (!current.moved && Math.abs(distance) < DRAG_THRESHOLD) return
      if (!current.moved) event.currentTarget.setPointerCapture(event.pointerId)
      current.moved = true
      event.currentTarget.scrollTop = current.startTop - distance
    },
    onPointerUp: (): void => {
      wasDrag.current = drag.current?.moved ?? false
      drag.current = null
    },
  }
}
