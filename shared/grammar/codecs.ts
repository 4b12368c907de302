import { CWM_1 } from './cwm/codec.ts'
import { ND_1 } from './nd/codec.ts'
import { SLOTS_1 } from './slots/codec.ts'
import type { Codec } from './types.ts'

export const CODECS: readonly Codec[] = [ND_1, CWM_1, SLOTS_1]
export const CODEC_IDS: readonly string[] = CODECS.map(({ id }) => id)

/** The codec written into files under this id, null for an unknown one. */
export function codecById(id: string): Codec | null {
  return CODECS.find((codec) => codec.id === id) ?? null
}
