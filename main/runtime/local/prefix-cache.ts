import { bytesOfKv, type Kv } from './kv.ts'

/** A prompt that was read: its keys and values, and the logits behind its last token. */
export interface ReadPrompt {
  readonly ids: readonly number[]
  readonly kv: Kv
  readonly logits: Float32Array
}

function sharedLength(a: readonly number[], b: readonly number[]): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}

/**
 * Prompts that were read, so that one that begins alike is read from there on only: a step costs its new tokens, and
 * samples and branches share what is before them. Those that were not used for longest go once there is too much.
 */
export class PrefixCache {
  private readonly most: number
  private prompts: readonly ReadPrompt[] = []

  /** `most` is in bytes; the latest prompt is kept in any case. */
  constructor(most: number) {
    this.most = most
  }

  /** The prompt with the longest beginning in common, and how long that is; null where no token is. */
  find(ids: readonly number[]): { readonly prompt: ReadPrompt; readonly length: number } | null {
    let best: { prompt: ReadPrompt; length: number } | null = null
    for (const prompt of this.prompts) {
      const length = sharedLength(prompt.ids, ids)
      if (length > (best?.length ?? 0)) best = { prompt, length }
    }
    if (best !== null) this.keep(best.prompt)
    return best
  }

  /** Keeps a prompt; those that are beginnings of it are no longer needed. */
  add(prompt: ReadPrompt): void {
    this.prompts = this.prompts.filter(
      ({ ids }) => sharedLength(ids, prompt.ids) < ids.length || ids.length === 0,
    )
    this.keep(prompt)
  }

  get bytes(): number {
    return this.prompts.reduce((sum, { kv }) => sum + bytesOfKv(kv), 0)
  }

  get size(): number {
    return this.prompts.length
  }

  clear(): void {
    this.prompts = []
  }

  private keep(prompt: ReadPrompt): void {
    let left = this.most - bytesOfKv(prompt.kv)
    const others = this.prompts.filter((other) => {
      if (other === prompt) return false
      left -= bytesOfKv(other.kv)
      return left >= 0
    })
    this.prompts = [prompt, ...others]
  }
}
