import { expect, it } from 'vitest'
import { openTrace, samplesInWindow, type } from '../support/samples-in-window.ts'

const withPage = samplesInWindow('tabs')

it('two tabs of one browser keep each other’s breakpoints', () =>
  withPage(async (first) => {
    await openTrace(first, 'even-odd')
    const second = await first.context().newPage()
    await second.goto(first.url())
    const countIn = (page: typeof first, count: number) =>
      page.getByRole('button', { name: `Breakpoints ${count}`, exact: true })
    await countIn(second, 0).waitFor()

    await type(first, 'b')
    await countIn(first, 1).waitFor()
    await countIn(second, 1).waitFor()
    // On another line, or the key would take the first one off again.
    await type(second, 'n', 'b')
    await countIn(second, 2).waitFor()
    await countIn(first, 2).waitFor()
    await second.reload()
    await countIn(second, 2).waitFor()
    expect(await first.getByRole('alert').count()).toBe(0)
    await second.close()
  }))
