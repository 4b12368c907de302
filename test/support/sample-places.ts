import type { Page } from 'playwright-core'

/** Something to look at, with what to press to come to it from what is looked at before. */
export type PlaceToLook = readonly [name: string, go: (page: Page) => Promise<void>]

/** What there is to look at in the Sample view, from the keys dialog with a question open. */
export const SAMPLE_PLACES: readonly PlaceToLook[] = [
  [
    'sample',
    async (page) => {
      await page.getByRole('button', { name: 'Leave it there' }).click()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+3')
      await page.getByRole('listbox', { name: 'Sampled paths' }).waitFor()
    },
  ],
  [
    'sample, a policy that is refused',
    async (page) => {
      await page.getByRole('button', { name: 'JSON' }).click()
      await page.getByLabel('Policy as JSON').fill('{}')
      await page.getByRole('alert').waitFor()
    },
  ],
  [
    'sample, rules with conditions',
    async (page) => {
      await page.getByRole('button', { name: 'Reset' }).click()
      await page.getByRole('button', { name: 'Form' }).click()
      await page.getByLabel('Policy', { exact: true }).selectOption('error-seeker')
      await page.getByLabel('Add a condition to rule 2').selectOption('any')
    },
  ],
  [
    'sample, trajectories',
    async (page) => {
      await page.getByRole('tab', { name: 'Trajectories' }).click()
      await page
        .getByRole('row', { name: /paper-mix/ })
        .last()
        .click()
    },
  ],
  [
    'sample, tokens with a context that is too short',
    async (page) => {
      await page.getByRole('tab', { name: 'Tokens' }).click()
      await page.getByLabel('Tokens of the context').fill('50')
      await page.getByText(/The code is not whole/).waitFor()
    },
  ],
  [
    'sample, two policies side by side',
    async (page) => {
      await page.getByRole('tab', { name: 'Preview' }).click()
      await page.getByLabel('Policy beside this one').selectOption('interpreter')
      await page.getByRole('listbox', { name: 'Sampled paths of interpreter' }).waitFor()
    },
  ],
  [
    'sample, a mix that is refused',
    async (page) => {
      await page.getByRole('tab', { name: 'Mix' }).click()
      await page.getByLabel('Budget', { exact: true }).fill('0')
      await page.getByRole('alert').waitFor()
    },
  ],
]
