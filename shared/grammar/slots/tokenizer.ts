import { assert } from '../../base/assert.ts'
import type { Tokenizer } from '../tokenizer.ts'
import { advance, createTokenReader, readHeader, TEXT_END } from './form.ts'
import { VOCABULARY } from './vocabulary.ts'

/**
 * The codec's own tokens: each word behind the table is one, with the space before it. The table tells no id, so ids
 * alone give the words, which go on a text: the decoder takes any space for any line end.
 */
export const SLOTS_TOKENIZER: Tokenizer = {
  name: 'slots@1',
  size: VOCABULARY.length,
  tokenize: (text) => {
    const header = readHeader(text)
    assert('end' in header, 'the text begins with its table')
    const ids: number[] = []
    const ends: number[] = []
    const reader = createTokenReader(text, header.end)
    for (; reader.id !== TEXT_END; advance(reader)) {
      assert(reader.id >= 0, `a token at ${reader.start}`)
      ids.push(reader.id)
      ends.push(reader.end)
    }
    return { ids, ends, start: header.end }
  },
  untold: 'the names of variables and functions',
  detokenize: (ids) => ids.map((id) => ` ${VOCABULARY[id] ?? ''}`).join(''),
}
