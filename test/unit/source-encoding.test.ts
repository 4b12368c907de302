import { describe, expect, it } from 'vitest'
import { decodeSource } from '../../shared/trace/source-encoding.ts'

const decode = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes)
const read = (text: string, encoding: BufferEncoding = 'latin1') =>
  decodeSource(Buffer.from(text, encoding), decode)

describe('the text of a source', () => {
  it.each([
    ['none named', 'x = "é"\n', 'utf8'],
    ['UTF-8 named', '# -*- coding: utf_8 -*-\nx = "é"\n', 'utf8'],
    ['Latin-1 in the first line', '# -*- coding: latin-1 -*-\nx = "é\x85\xa0"\n', 'latin1'],
    [
      'in the second line',
      '#!/usr/bin/python\r\n# vim: set fileencoding=ISO_8859-1 :\r\n"é"',
      'latin1',
    ],
    ['a name in the second line of code', 'x = 1\n# coding: ascii\n"é"', 'utf8'],
    ['longer than a chunk', `# coding: latin1\n${'é'.repeat(20_000)}`, 'latin1'],
  ] as const)('is read: %s', (_, text, encoding) => {
    expect(read(text, encoding)).toEqual({ ok: true, text })
  })

  it('is read in other encodings that its first line names', () => {
    const koi = Buffer.concat([Buffer.from('# coding: koi8-r\n'), Buffer.from([0xc1])])
    expect(decodeSource(koi, decode)).toEqual({ ok: true, text: '# coding: koi8-r\nа' })
    expect(read('\ufeffx = 1\n', 'utf8')).toEqual({ ok: true, text: 'x = 1\n' })
  })

  it('is refused in words', () => {
    expect(read('x = "é"\n')).toEqual({ ok: false, problem: 'is not UTF-8 text' })
    expect(read('# coding: shift_jis\n\xff')).toEqual({
      ok: false,
      problem: 'is not shift-jis text',
    })
    expect(read('# coding: rot13\nx')).toEqual({
      ok: false,
      problem: 'says that it is in rot13, which is not known here',
    })
  })
})
