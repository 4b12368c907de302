import { type RefObject, useLayoutEffect, useState } from 'react'

/** Characters of a monospace font are about so many of its size wide, until they are measured. */
const ABOUT = 0.6

/** Width of one character of an element's monospace font, in CSS pixels. */
export function useTextWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(12 * ABOUT)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const probe = document.createElement('span')
    probe.textContent = '0'.repeat(20)
    probe.style.cssText = 'position:absolute;visibility:hidden;white-space:pre'
    current.append(probe)
    const measured = probe.getBoundingClientRect().width / 20
    probe.remove()
    if (measured > 0) setWidth(measured)
  }, [element])
  return width
}
