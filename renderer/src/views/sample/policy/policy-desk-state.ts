import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
import { type Atom, createAtom, inOneAct } from '../../../state/atom.ts'
import { createStoredAtom } from '../../../state/stored.ts'
import { acceptEdits, type DeskEdits, deskOf, FIRST_DESK, type PolicyDesk } from './policy-desk.ts'

/** What is chosen and being changed, kept by this browser; the policies themselves are the workspace's. */
const editsAtom = createStoredAtom<DeskEdits>('policies', FIRST_DESK, acceptEdits)
const ownAtom = createAtom<PolicyDesk['own']>(FIRST_DESK.own)

function createDeskAtom(): Atom<PolicyDesk> {
  let desk = FIRST_DESK
  let made: readonly [DeskEdits, PolicyDesk['own']] | null = null
  const get = (): PolicyDesk => {
    const [edits, own] = [editsAtom.get(), ownAtom.get()]
    if (made?.[0] !== edits || made[1] !== own) {
      made = [edits, own]
      desk = deskOf(edits, own)
    }
    return desk
  }
  return {
    get,
    set: (next) => {
      const { chosen, drafts, own } = typeof next === 'function' ? next(get()) : next
      inOneAct(() => {
        editsAtom.set({ chosen, drafts })
        ownAtom.set(own)
      })
    },
    subscribe: (listener) => {
      const stops = [editsAtom.subscribe(listener), ownAtom.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** The policies there are and what is being changed in them. */
export const policyDeskAtom = createDeskAtom()

/** Takes what the workspace keeps. */
export function takeOwn(policies: readonly PolicyDocument[]): void {
  ownAtom.set(Object.fromEntries(policies.map((policy) => [policy.name, policy])))
}
