import { formatNoun } from '../../../../shared/base/words.ts'
import { FIRST_LIMITS, LIMIT_NAMES, type LimitName } from './limits.ts'
import { globsOf } from './record-check.ts'
import { FIRST_RECORD, type RecordDraft, SCOPE_NAMES } from './record-draft.ts'

const LIMIT_PHRASES: Readonly<Record<LimitName, (text: string) => string>> = {
  maxSteps: (text) => `${text} events`,
  timeoutSeconds: (text) => `${text} s`,
  cpuSeconds: (text) => `${text} processor seconds`,
  maxBytes: (text) => `traces up to ${text}${/\d$/.test(text) ? ' bytes' : ''}`,
  maxDepth: (text) => `${text} nested calls`,
  outputBytes: (text) => `output up to ${text}${/\d$/.test(text) ? ' bytes' : ''}`,
  valueCharacters: (text) => `values up to ${text} characters`,
}

function limitPhrases(draft: RecordDraft): string[] {
  return LIMIT_NAMES.filter((name) => !FIRST_LIMITS.includes(name)).flatMap((name) => {
    const text = draft.limits[name].trim()
    return text === FIRST_RECORD.limits[name] ? [] : [LIMIT_PHRASES[name](text || 'empty')]
  })
}

/** What of "More choices" is not as at first, in a few words; empty when all of it is. */
export function differences(draft: RecordDraft): readonly string[] {
  const globs = SCOPE_NAMES.reduce((sum, name) => sum + globsOf(draft.scope[name]).length, 0)
  return [
    ...(draft.values === 'structural' ? ['structural values'] : []),
    ...(draft.loops === 'sampled' ? ['sampled loops'] : []),
    ...(draft.repeat ? ['each recorded twice'] : []),
    ...limitPhrases(draft),
    ...(globs === 0 ? [] : [`scope of ${formatNoun(globs, 'pattern')}`]),
    ...(draft.workers.trim() === '' ? [] : [`${draft.workers.trim()} at once`]),
    ...(draft.hashSeed.trim() === '0' ? [] : [`hash seed ${draft.hashSeed.trim()}`]),
    ...(draft.backend === 'auto' ? [] : [`sys.${draft.backend}`]),
  ]
}

/** Whether "More choices" holds one of these fields, so that what is wrong there is in sight. */
export const MORE_FIELDS: ReadonlySet<string> = new Set<string>([
  ...LIMIT_NAMES.filter((name) => !FIRST_LIMITS.includes(name)),
  ...SCOPE_NAMES,
  'hashSeed',
  'workers',
])
