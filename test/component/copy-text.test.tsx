import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyText } from '../../renderer/src/state/copy-text.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { cellMenu } from '../../renderer/src/views/corpus/cell-menu.ts'

/** Puts a clipboard in the place of the page's own; undefined as on an unencrypted page from elsewhere. */
function clipboardIs(clipboard: unknown): void {
  vi.stubGlobal('navigator', { ...navigator, clipboard })
}

function told(): readonly (readonly [tone: string, text: string])[] {
  return toastsAtom.get().map(({ tone, text }) => [tone, text])
}

const REFUSED = [
  'error',
  'The browser did not let the page copy the value. Where it is on the page it can be selected and copied.',
]

describe('a text that is copied', () => {
  beforeEach(() => toastsAtom.set([]))
  afterEach(() => vi.unstubAllGlobals())

  it('is on the clipboard, which is said', async () => {
    const written: string[] = []
    clipboardIs({ writeText: async (text: string) => void written.push(text) })
    await copyText('[1, 2]', 'the value')
    await copyText('#view=trace', 'the link', 'It opens this place.')
    expect(written).toEqual(['[1, 2]', '#view=trace'])
    expect(told()).toEqual([
      ['info', 'Copied the value.'],
      ['info', 'Copied the link. It opens this place.'],
    ])
  })

  it('is told of where the browser refuses it, and where it has no clipboard', async () => {
    clipboardIs({ writeText: () => Promise.reject(new Error('NotAllowedError')) })
    await copyText('x', 'the value')
    expect(told()).toEqual([REFUSED])
    toastsAtom.set([])
    clipboardIs(undefined)
    await copyText('x', 'the value')
    expect(told()).toEqual([REFUSED])
  })

  it('is told of where it was a cell of the corpus, too', async () => {
    clipboardIs({ writeText: () => Promise.reject(new Error('NotAllowedError')) })
    const cells = [{ by: 'depth', cell: 3, type: 'number' as const }]
    const menu = cellMenu({ level: 'trace', cells, column: 'depth', where: '', onWhere: () => {} })
    menu.find(({ text }) => text === 'Copy the value')?.run()
    await vi.waitFor(() => expect(told()).toEqual([REFUSED]))
  })
})
