import { useAtom } from '../../../state/atom.ts'
import { Choice } from '../../../ui/choice.tsx'
import { policyNames } from '../policy/policy-desk.ts'
import { policyDeskAtom } from '../policy/policy-desk-state.ts'
import { comparedPolicyAtom } from './preview-state.ts'

/** Which policy's paths stand beside those of the edited one, from the same tree and seed. */
export function CompareChoice() {
  const desk = useAtom(policyDeskAtom)
  const name = useAtom(comparedPolicyAtom)
  const others = policyNames(desk).filter((one) => one !== desk.chosen)
  return (
    <span className="seed-field">
      beside
      <Choice
        label="Policy beside this one"
        value={name !== null && others.includes(name) ? name : ''}
        options={[
          { value: '', text: 'nothing' },
          ...others.map((value) => ({ value, text: value })),
        ]}
        onValue={(next) => comparedPolicyAtom.set(next === '' ? null : next)}
      />
    </span>
  )
}
