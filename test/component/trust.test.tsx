import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TRUSTS, type Trust, TrustMark } from '../../renderer/src/ui/badge.tsx'

const STYLES = join(import.meta.dirname, '..', '..', 'renderer', 'src', 'styles')

beforeEach(() => {
  const style = document.createElement('style')
  style.textContent = ['tokens.css', 'contrast.css', 'ui.css']
    .map((file) => readFileSync(join(STYLES, file), 'utf8'))
    .join('\n')
  document.head.append(style)
})
afterEach(() => {
  cleanup()
  document.head.replaceChildren()
  delete document.documentElement.dataset.theme
})

function lookOf(trust: Trust) {
  const { container, unmount } = render(<TrustMark trust={trust} />)
  const mark = container.querySelector('.trust') as HTMLElement
  const sign = mark.querySelector('[aria-hidden="true"]')?.textContent ?? ''
  const { borderTopStyle, textDecoration, color } = getComputedStyle(mark)
  const look = {
    said: (mark.textContent ?? '').slice(sign.length),
    shape: [borderTopStyle, sign, textDecoration === 'line-through' ? 'struck' : '']
      .join(' ')
      .trim(),
    color,
  }
  unmount()
  return look
}

/** Contrast of two colours written as #rrggbb, as WCAG counts it. */
function contrast(...colors: readonly [string, string]): number {
  const [dark = 0, light = 0] = colors
    .map((color) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
        const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe('trust marks', () => {
  it('are told apart by shape and word without any colour', () => {
    const looks = TRUSTS.map((trust) => lookOf(trust))
    expect(looks.map(({ said }) => said)).toEqual([...TRUSTS])
    expect(looks.map(({ shape }) => shape)).toEqual([
      'solid',
      'dashed',
      'dashed ←',
      'solid ✓',
      'solid ✗ struck',
      'dotted ?',
    ])
  })

  it.each([
    ['light', 4.5],
    ['dark', 4.5],
    ['contrast-light', 7],
    ['contrast-dark', 7],
  ])('have a colour each that can be read in %s', (theme, least) => {
    document.documentElement.dataset.theme = theme
    const styles = getComputedStyle(document.documentElement)
    const colors = TRUSTS.map((trust) => lookOf(trust).color)
    for (const color of colors) {
      for (const ground of ['--surface', '--surface-side']) {
        expect(contrast(color, styles.getPropertyValue(ground).trim())).toBeGreaterThan(least)
      }
    }
    // Recorded and unchecked are both grey; nothing else shares a colour.
    expect(new Set(colors).size).toBeGreaterThanOrEqual(TRUSTS.length - 1)
  })
})
