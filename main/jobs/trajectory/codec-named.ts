import { CODEC_IDS, codecById } from '../../../shared/grammar/codecs.ts'
import type { Codec } from '../../../shared/grammar/types.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'

/** The codec of an id; a ServiceError `bad-input` that names those there are. */
export function codecNamed(id: string): Codec {
  const codec = codecById(id)
  if (codec !== null) return codec
  const known = new Intl.ListFormat('en').format(CODEC_IDS)
  throw new ServiceError('bad-input', `There is no codec ${id}; there are ${known}.`)
}
