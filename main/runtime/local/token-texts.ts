import type { Tokenizer } from '../../../shared/grammar/tokenizer.ts'

/** Tokens before those whose text is wanted that are decoded with them, as what is before may change it. */
const WINDOW = 6
const REPLACEMENT = '\ufffd'

/**
 * Tells what each token of an answer adds to its text. A token that ends within a character adds nothing: the one that
 * makes it whole has it.
 */
export class TokenTexts {
  private readonly tokenizer: Tokenizer
  private readonly ids: number[]
  /** Text of `ids` from `from` up to `told`, which is told. */
  private from = 0
  private told: number
  private before: string

  constructor(tokenizer: Tokenizer, prompt: readonly number[]) {
    this.tokenizer = tokenizer
    this.ids = prompt.slice(-WINDOW)
    this.told = this.ids.length
    this.before = tokenizer.detokenize(this.ids)
  }

  /** What a token would add here. */
  textOf(id: number): string {
    return this.added(this.tokenizer.detokenize([...this.ids.slice(this.from), id]))
  }

  /** Goes on behind a token, and tells what it added. */
  push(id: number): string {
    const text = this.textOf(id)
    this.ids.push(id)
    if (text === '' || text.endsWith(REPLACEMENT)) return ''
    this.from = this.told
    this.told = this.ids.length
    this.before = this.tokenizer.detokenize(this.ids.slice(this.from))
    return text
  }

  /** What is left of a character that was never made whole. */
  end(): string {
    return this.added(this.tokenizer.detokenize(this.ids.slice(this.from)))
  }

  private added(text: string): string {
    return text.startsWith(this.before) ? text.slice(this.before.length) : ''
  }
}
