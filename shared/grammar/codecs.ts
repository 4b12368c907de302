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

/** The codecs that a model reads, which are all where it does not say. */
export function codecIds(readable: readonly string[] = CODEC_IDS): readonly string[] {
  return CODEC_IDS.filter((id) => readable.includes(id))
}

/** The codec that is wanted where a model reads it, else the first that it does. */
export function readableCodec(wanted: string, readable: readonly string[] = CODEC_IDS): string {
  const ids = codecIds(readable)
  return ids.includes(wanted) ? wanted : (ids[0] ?? wanted)
}
