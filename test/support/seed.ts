import fc from 'fast-check'

/**
 * What the tests draw: the same on every run, so that a change is judged by what it changes, unless `NDW_SEED` names another
 * number, as `for seed in 2 3 4; do NDW_SEED=$seed npm test -- --only property; done` does to look further.
 */
/** The seed of this run; who draws more than once adds a number of their own. */
export const SEED = Number(process.env.NDW_SEED ?? 1)
if (!Number.isSafeInteger(SEED))
  throw new Error(`NDW_SEED takes a whole number, not '${process.env.NDW_SEED}'.`)
fc.configureGlobal({ seed: SEED })
