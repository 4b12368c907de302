import { createHash } from 'node:crypto'
import type { TraceId } from '../../shared/trace/event.ts'
import { directionsOf, policyByName } from '../../shared/trajectory/policies.ts'
import { sampleTrajectory } from '../../shared/trajectory/sample.ts'
import { policyScenes } from './policy-scene.ts'

const SCENES = policyScenes()

/** What trajectories a policy draws from the scenes, as one hash: the same on every machine and Node version. */
export function policyHash(name: string): string {
  const policy = policyByName(name)
  if (policy === null) throw new Error(`no policy ${name}`)
  const hash = createHash('sha256')
  for (const { sources, name: scene } of SCENES) {
    for (const direction of directionsOf(policy)) {
      for (const document of [policy, { ...policy, entry: 'call' as const }]) {
        for (let ordinal = 0; ordinal < 20; ordinal++) {
          const traceId = scene as TraceId
          const place = { sources, traceId, traceExit: null, entry: null }
          const drawn = sampleTrajectory({
            ...place,
            policy: document,
            seed: 7,
            ordinal,
            direction,
          })
          hash.update(JSON.stringify(drawn))
        }
      }
    }
  }
  return hash.digest('hex').slice(0, 32)
}
