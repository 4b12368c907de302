import { describe, expect, it } from 'vitest'
import {
  acceptMix,
  FIRST_MIX,
  type MixDraft,
  mixOf,
  partAmounts,
} from '../../renderer/src/views/sample/mix/mix-draft.ts'
import {
  FIRST_DESK,
  withSaved,
  withText,
} from '../../renderer/src/views/sample/policy/policy-desk.ts'
import { policyText } from '../../renderer/src/views/sample/policy/policy-text.ts'
import { checkMix } from '../../shared/contract/read-document.ts'
import { SHIPPED_POLICIES } from '../../shared/trajectory/shipped-policies.ts'

const surface = SHIPPED_POLICIES.find(({ name }) => name === 'surface')
if (surface === undefined) throw new Error('no policy surface')

function mix(parts: MixDraft['parts'], patch: Partial<MixDraft> = {}): MixDraft {
  return { ...FIRST_MIX, parts, ...patch }
}

describe('a mix', () => {
  it('shares out its budget in whole numbers that add up to it', () => {
    const part = { policy: 'surface', direction: 'forward' } as const
    const thirds = mix(
      [1, 1, 1].map((share) => ({ share, ...part })),
      { amount: 100 },
    )
    expect(partAmounts(thirds)).toEqual([33, 34, 33])
    const uneven = mix(
      [0, 7, 3].map((share) => ({ share, ...part })),
      { amount: 11 },
    )
    expect(partAmounts(uneven)).toEqual([0, 8, 3])
    expect(partAmounts(mix([{ share: 0, ...part }]))).toEqual([0])
  })

  it('becomes a document that can be drawn by: shipped policies by name, own ones whole', () => {
    const desk = withSaved(FIRST_DESK, surface, 'mine')
    const draft = mix(
      [
        { share: 1, policy: 'surface', direction: 'forward' },
        { share: 2, policy: 'mine', direction: 'inverse' },
      ],
      { perTrace: 5 },
    )
    const { mix: document } = mixOf(draft, desk)
    expect(document?.parts.map(({ policy }) => policy)).toEqual([
      'surface',
      { ...surface, name: 'mine' },
    ])
    expect(document?.caps).toEqual({ per_trace: 5 })
    expect(checkMix(document).ok).toBe(true)
    expect(checkMix(mixOf(FIRST_MIX, FIRST_DESK).mix).ok).toBe(true)
  })

  it('takes a shipped policy as it is changed now, under a name that says so', () => {
    const changed = { ...surface, max_actions: 7 }
    const desk = withText({ ...FIRST_DESK, chosen: 'surface' }, policyText(changed))
    const { mix: document } = mixOf(
      mix([{ share: 1, policy: 'surface', direction: 'forward' }]),
      desk,
    )
    expect(document?.parts[0]?.policy).toEqual({ ...changed, name: 'surface (changed)' })
  })

  it('says in words what is wrong with it', () => {
    const error = (draft: MixDraft) => mixOf(draft, FIRST_DESK).error
    expect(error(mix([{ share: 1, policy: 'bp-hunter', direction: 'inverse' }]))).toBe(
      'Part 1: bp-hunter does not go inverse.',
    )
    expect(error(mix([{ share: 1, policy: 'gone', direction: 'forward' }]))).toContain('gone')
    expect(error(mix([{ share: 0, policy: 'surface', direction: 'forward' }]))).toContain('0')
    expect(error({ ...FIRST_MIX, amount: 0 })).toBe('A budget is at least 1.')
  })

  it('is read back as it was kept, and forgotten where it is none', () => {
    expect(acceptMix(JSON.parse(JSON.stringify(FIRST_MIX)))).toEqual(FIRST_MIX)
    expect(acceptMix({ ...FIRST_MIX, unit: 'pages' })).toBeNull()
    expect(acceptMix({ ...FIRST_MIX, parts: [{ share: -1 }] })).toBeNull()
    expect(acceptMix('mix')).toBeNull()
  })
})
