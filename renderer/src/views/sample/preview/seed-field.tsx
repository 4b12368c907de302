import { useMemo } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { declareCommands } from '../../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../../ui/keys.ts'
import { NumberInput } from '../../../ui/number-input.tsx'

interface SeedFieldProps {
  readonly seed: number
  readonly onSeed: (seed: number) => void
  /** So many seeds on from the one there is when it is called, as keys may come faster than what is drawn. */
  readonly onMove: (by: 1 | -1) => void
}

const SEED_COMMANDS = declareCommands('Preview of paths', 'in the preview of the Sample view', {
  'preview.next-seed': { keys: ['r'], description: 'Next seed' },
  'preview.previous-seed': { keys: ['R'], description: 'Previous seed' },
})

/** The seed paths are drawn with; the same seed gives the same paths on every machine. */
export function SeedField({ seed, onSeed, onMove }: SeedFieldProps) {
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      {
        ...SEED_COMMANDS['preview.next-seed'],
        reason: seed < Number.MAX_SAFE_INTEGER ? null : 'This is the last seed.',
        run: () => onMove(1),
      },
      {
        ...SEED_COMMANDS['preview.previous-seed'],
        reason: seed > 0 ? null : 'This is the first seed.',
        run: () => onMove(-1),
      },
    ],
    [seed, onMove],
  )
  useKeys('Preview of paths', bindings)
  return (
    <span className="seed-field">
      seed
      <NumberInput
        label="Seed of the preview"
        value={seed}
        most={Number.MAX_SAFE_INTEGER}
        onValue={(next) => onSeed(next ?? 0)}
      />
      <IconButton icon="right" label="Next seed" onClick={() => onMove(1)} />
    </span>
  )
}
