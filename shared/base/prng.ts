/**
 * Seeded random numbers, identical on every platform: xoshiro128** seeded through a 32-bit string hash
 * (Blackman and Vigna 2018; cyrb128 for the seed). Integers only inside; no Math.random, no clock.
 */
export interface Prng {
  /** Uniform 32-bit unsigned integer. */
  readonly nextUint32: () => number
  /** Uniform in [0, 1) with 53 random bits. */
  readonly nextFloat: () => number
  /** Uniform integer in [0, bound); bound ≥ 1, without modulo bias. */
  readonly nextBelow: (bound: number) => number
}

/** Four 32-bit words from the parts; the same parts give the same words everywhere. */
function hashSeed(parts: readonly (string | number)[]): [number, number, number, number] {
  const text = parts.map((part) => `${typeof part}:${String(part).length}:${part}`).join('|')
  let h1 = 1779033703
  let h2 = 3144134277
  let h3 = 1013904242
  let h4 = 2773480762
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    h1 = h2 ^ Math.imul(h1 ^ code, 597399067)
    h2 = h3 ^ Math.imul(h2 ^ code, 2869860233)
    h3 = h4 ^ Math.imul(h3 ^ code, 951274213)
    h4 = h1 ^ Math.imul(h4 ^ code, 2716044179)
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597399067)
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2869860233)
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951274213)
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2716044179)
  const words: [number, number, number, number] = [
    (h1 ^ h2 ^ h3 ^ h4) >>> 0,
    (h2 ^ h1) >>> 0,
    (h3 ^ h1) >>> 0,
    (h4 ^ h1) >>> 0,
  ]
  // An all-zero state is the one fixed point of the generator.
  if (words.every((word) => word === 0)) words[0] = 1
  return words
}

function rotateLeft(x: number, k: number): number {
  return ((x << k) | (x >>> (32 - k))) >>> 0
}

/** A stream of its own for each distinct list of parts, for example (seed, trace id, ordinal). */
export function createPrng(...parts: readonly (string | number)[]): Prng {
  let [a, b, c, d] = hashSeed(parts)
  const nextUint32 = (): number => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5) >>> 0, 7), 9) >>> 0
    const t = (b << 9) >>> 0
    c = (c ^ a) >>> 0
    d = (d ^ b) >>> 0
    b = (b ^ c) >>> 0
    a = (a ^ d) >>> 0
    c = (c ^ t) >>> 0
    d = rotateLeft(d, 11)
    return result
  }
  const nextFloat = (): number => {
    const high = nextUint32() >>> 5
    const low = nextUint32() >>> 6
    return (high * 67108864 + low) / 9007199254740992
  }
  const nextBelow = (bound: number): number => {
    if (!Number.isInteger(bound) || bound < 1 || bound > 0x100000000) {
      throw new Error(`nextBelow needs an integer from 1 to 2^32, got ${bound}`)
    }
    const limit = 0x100000000 - (0x100000000 % bound)
    let value = nextUint32()
    while (value >= limit) value = nextUint32()
    return value % bound
  }
  return { nextUint32, nextFloat, nextBelow }
}
