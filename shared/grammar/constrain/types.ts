/** What the tokens of a model stand for. Ids that are in neither table are never allowed. */
export interface Vocabulary {
  /** How many logits the model has, which may be more than its tokenizer has tokens. */
  readonly size: number
  /** UTF-8 of each token's text within a text, at its id; null where a token stands for no text. */
  readonly bytes: readonly (Uint8Array | null)[]
  /** Ids of the codec's special tokens by their names; of slots@1 those of all its tokens. */
  readonly special: ReadonlyMap<string, number>
}

/**
 * Which tokens may come next in an answer to a prompt: those that keep the codec valid, that a state after the asked
 * action can have, and that tell only source lines of the code. From every token it allows an end can be reached.
 */
export interface TokenConstraint {
  /**
   * One byte a token id, 1 where it may come next; good until the next call, and not to be written to. `left` is how
   * many tokens may still come, this one included: only those are allowed after which the answer can end in time. Where
   * none can, those that end soonest are. A stop token is allowed exactly when the answer is whole; after it nothing is.
   */
  readonly allowed: (left?: number) => Uint8Array
  /** Goes on behind a token; false, and nothing changes, where it may not come. */
  readonly accept: (id: number) => boolean
  /** Another one from here on, which goes its own way. */
  readonly fork: () => TokenConstraint
  /** Tokens of the soonest end from here, the stop token included; 0 behind it. `left` below this cannot be kept. */
  readonly soonest: () => number
}
