import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openTrace, position, samplesInWindow, type, WINDOW } from '../support/samples-in-window.ts'
import { idle } from '../support/workbench.ts'

const withPage = samplesInWindow('looks')

describe('panes', () => {
  const width = (page: Page, pane: string): Promise<number> =>
    page.evaluate(
      (name) => document.querySelector(`[data-pane="${name}"]`)?.clientWidth ?? -1,
      pane,
    )

  it('get the sizes of a layout, and their first ones again', () =>
    withPage(async (page) => {
      await openTrace(page, 'even-odd')
      const first = await width(page, 'source')
      await type(page, 'Control+k', 'layout debug', 'Enter')
      await expect.poll(() => width(page, 'source')).toBe(Math.round(0.38 * WINDOW.width))
      await page.getByRole('separator', { name: 'Source and state tree' }).dblclick()
      await expect.poll(() => width(page, 'source')).toBe(first)
      await page.getByRole('separator', { name: 'State tree and variables' }).focus()
      await type(page, 'ArrowLeft', 'ArrowLeft')
      const wide = await width(page, 'variables')
      await type(page, 'Enter')
      await expect.poll(() => width(page, 'variables')).toBeLessThan(wide)
    }))

  it('are shown alone and all again', () =>
    withPage(async (page) => {
      await openTrace(page, 'even-odd')
      const tree = await width(page, 'tree')
      await type(page, 'z')
      await expect.poll(() => width(page, 'tree')).toBeGreaterThan(1000)
      expect(await page.getByRole('heading', { name: 'Source' }).isVisible()).toBe(false)
      await type(page, 's')
      await expect.poll(() => position(page)).toBe(1)
      await page.getByRole('button', { name: /^Show all panes/ }).click()
      await expect.poll(() => width(page, 'tree')).toBe(tree)
      await page.getByRole('heading', { name: 'Source' }).dblclick()
      await expect.poll(() => width(page, 'source')).toBeGreaterThan(1000)
      expect(
        await page.evaluate(() => document.activeElement?.closest('[data-pane]') !== null),
      ).toBe(true)
    }))
})

describe('the keyboard', () => {
  const pane = (page: Page): Promise<string | undefined> =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-pane]')?.dataset.pane)

  it('goes from pane to pane, of which the one alone is the one with the focus', () =>
    withPage(async (page) => {
      await openTrace(page, 'even-odd')
      const seen: (string | undefined)[] = []
      for (const key of ['F6', 'F6', 'F6', 'Shift+F6']) {
        await type(page, key)
        seen.push(await pane(page))
      }
      expect(seen).toEqual(['variables', 'source', 'tree', 'source'])
      await type(page, 'z', 'F6')
      await expect.poll(() => page.getByRole('treegrid').isVisible()).toBe(true)
      expect(await pane(page)).toBe('tree')
      expect(await page.getByRole('heading', { name: 'Source' }).isVisible()).toBe(false)
      await type(page, 's')
      await expect.poll(() => position(page)).toBe(1)
      // What opens in front of the panes has the keyboard until it goes.
      await type(page, 'Control+k', 'how this trace was made', 'Enter')
      const made = page.getByRole('region', { name: 'How this trace was made' })
      await expect.poll(() => made.evaluate((one) => one === document.activeElement)).toBe(true)
      await type(page, 'Escape')
      await expect.poll(() => pane(page)).toBe('tree')
    }))

  it('goes from pane to pane in the other views, too', () =>
    withPage(async (page) => {
      const name = (): Promise<string> =>
        page.evaluate(() => {
          const { role, ariaLabel, tagName } = document.activeElement ?? document.body
          return ariaLabel ?? role ?? tagName
        })
      const walk = async (keys: readonly string[]): Promise<string[]> => {
        const seen: string[] = []
        for (const key of keys) {
          await type(page, key)
          seen.push(await name())
        }
        return seen
      }
      await expect.poll(name).toBe('Traces')
      const corpus = await walk(['F6', 'F6', 'F6', 'Shift+F6'])
      expect(corpus).toEqual(['combobox', 'Facets', 'Traces', 'Facets'])
      await type(page, 'Control+6')
      await page.getByRole('listbox', { name: 'Steps to label' }).waitFor()
      await idle(page)
      await expect.poll(name).toBe('Trajectories to label')
      const label = await walk(['F6', 'F6', 'F6', 'F6', 'Shift+F6'])
      expect(label).toEqual([
        'Steps to label',
        'Text of the trajectory',
        'BUTTON',
        'Trajectories to label',
        'BUTTON',
      ])
    }))
})

describe('themes', () => {
  /** Colour of the ground of the state tree's canvas. */
  const ground = (page: Page): Promise<string> =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.state-tree-canvas')
      const { width = 0, height = 0 } = canvas ?? {}
      const pixel = canvas?.getContext('2d')?.getImageData(width - 2, height - 2, 1, 1).data
      return [...(pixel ?? [])].slice(0, 3).join()
    })

  it('are chosen in the palette, where the button leads, and reach the canvas', () =>
    withPage(async (page) => {
      await openTrace(page, 'even-odd')
      for (const [name, shown, colour] of [
        ['high contrast, dark', 'contrast-dark', '0,0,0'],
        ['dark', 'dark', '21,24,29'],
        ['high contrast, light', 'contrast-light', '255,255,255'],
      ]) {
        await page.getByRole('button', { name: /^Theme: / }).click()
        await page.getByRole('option', { name: `Theme: ${name}`, exact: true }).click()
        await expect
          .poll(() => page.evaluate(() => document.documentElement.dataset.theme))
          .toBe(shown)
        await expect.poll(() => ground(page)).toBe(colour)
      }
      await page.getByRole('button', { name: /^Theme: / }).click()
      await page.getByRole('option', { name: 'Theme: as the system' }).click()
      for (const [scheme, contrast, shown] of [
        ['light', 'no-preference', 'light'],
        ['light', 'more', 'contrast-light'],
        ['dark', 'more', 'contrast-dark'],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme, contrast })
        await expect
          .poll(() => page.evaluate(() => document.documentElement.dataset.theme))
          .toBe(shown)
      }
    }))
})

interface AxNode {
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly properties?: readonly {
    readonly name: string
    readonly value: { readonly value: unknown }
  }[]
}

describe('the state tree to a screen reader', () => {
  it('is a treegrid of rows with levels, that tell whether they are expanded', () =>
    withPage(async (page) => {
      await openTrace(page, 'even-odd')
      await type(page, 's', 's')
      await idle(page)
      const session = await page.context().newCDPSession(page)
      const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as {
        nodes: AxNode[]
      }
      const grid = nodes.findIndex((node) => node.role?.value === 'treegrid')
      const rows = nodes.slice(grid).filter((node) => node.role?.value === 'row')
      const of = (node: AxNode | undefined, name: string): unknown =>
        node?.properties?.find((property) => property.name === name)?.value.value
      // The rows of the variables have no level; where they come in the list depends on nesting in the page.
      const levelled = rows.filter((row) => of(row, 'level') !== undefined)
      const shape = levelled.slice(0, 8).map((row) => [of(row, 'level'), of(row, 'expanded')])
      expect(shape).toEqual([
        [1, undefined],
        [1, undefined],
        [1, undefined],
        [1, true],
        [2, undefined],
        [2, undefined],
        [2, true],
        [3, undefined],
      ])
      expect(rows.filter((row) => of(row, 'selected') === true)).toHaveLength(1)
      const active = await page.evaluate(() => {
        const id = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
        const row = document.getElementById(id)
        return [row?.getAttribute('role'), row?.getAttribute('aria-selected'), row?.textContent]
      })
      expect(active.slice(0, 2)).toEqual(['row', 'true'])
      expect(active[2]).toContain('line 18')
    }))
})
