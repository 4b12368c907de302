import axeCore from 'axe-core'
import type { Page } from 'playwright-core'

/** Code of axe, to be run in a page before it is looked at. */
export const AXE_SOURCE = axeCore.source

export const THEMES = ['light', 'dark', 'contrast-light', 'contrast-dark'] as const

/** Text on its ground: WCAG asks for 4.5 to 1; high contrast means the 7 to 1 of its level AAA. */
const EXTRA_RULES = {
  light: [],
  dark: [],
  'contrast-light': ['color-contrast-enhanced'],
  'contrast-dark': ['color-contrast-enhanced'],
} as const

/** What axe finds wrong with the page as it is: rule, element and what to do. */
export async function axeFinds(page: Page, theme: (typeof THEMES)[number]): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  return page.evaluate(
    async (rules) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore }
      const { violations } = await axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: true }])),
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      )
    },
    [...EXTRA_RULES[theme]],
  )
}

/** What axe finds wrong with the page in each of the themes, which is light again after that. */
export async function axeFindsInThemes(
  page: Page,
  themes: readonly (typeof THEMES)[number][] = THEMES,
): Promise<string[]> {
  const found: string[] = []
  for (const theme of themes) {
    await showTheme(page, theme)
    found.push(...(await axeFinds(page, theme)).map((line) => `${theme}: ${line}`))
  }
  await showTheme(page, 'light')
  return found
}

function showTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  return page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)
}
