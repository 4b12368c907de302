import { type RefObject, useEffect, useState } from 'react'
import { measureChar } from '../draw/canvas.ts'
import { type Palette, readPalette } from '../draw/palette.ts'

export interface CanvasLook {
  readonly palette: Palette
  readonly font: string
  /** Width of one character of the font, in CSS pixels. */
  readonly charWidth: number
}

function readLook(canvas: HTMLCanvasElement): CanvasLook {
  const style = getComputedStyle(canvas)
  const palette = readPalette((token) => style.getPropertyValue(token))
  const font = `${style.fontSize} ${style.fontFamily}`
  return { palette, font, charWidth: measureChar(canvas, font) }
}

/** Colours and font of a canvas from the page's tokens; read again when the theme changes. */
export function useCanvasLook(canvas: RefObject<HTMLCanvasElement | null>): CanvasLook | null {
  const [look, setLook] = useState<CanvasLook | null>(null)
  useEffect(() => {
    const read = (): void => {
      if (canvas.current !== null) setLook(readLook(canvas.current))
    }
    read()
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [canvas])
  return look
}

export interface ElementSize {
  readonly width: number
  readonly height: number
}

/** Inner size of an element in CSS pixels, kept up to date; zero before the first layout. */
export function useElementSize(element: RefObject<HTMLElement | null>): ElementSize {
  const [size, setSize] = useState<ElementSize>({ width: 0, height: 0 })
  useEffect(() => {
    const target = element.current
    if (target === null) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = target
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }))
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return size
}
