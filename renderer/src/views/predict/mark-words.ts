import type { StepMark } from '../../../../shared/model/divergence.ts'

/** How a mark is drawn and said; the sign says it without colour. */
export interface MarkLook {
  readonly sign: string
  /** In a list. */
  readonly word: string
  /** In full. */
  readonly about: string
  readonly tone: 'good' | 'bad' | 'warning' | 'neutral'
}

export const MARK_LOOKS: Readonly<Record<StepMark, MarkLook>> = {
  right: { sign: '✓', word: 'right', about: 'Right: as recorded.', tone: 'good' },
  wrong: { sign: '✗', word: 'wrong', about: 'Wrong, from the recorded state.', tone: 'bad' },
  unchecked: {
    sign: '?',
    word: 'unchecked',
    about: 'There is nothing recorded to hold it against.',
    tone: 'neutral',
  },
  first: {
    sign: '✗',
    word: 'diverges',
    about: 'Here the rollout leaves the recording.',
    tone: 'bad',
  },
  caused: {
    sign: '↳',
    word: 'caused',
    about: 'Caused by an error before it: from the recorded state this step is right.',
    tone: 'warning',
  },
  own: {
    sign: '✗',
    word: 'own error',
    about: 'Wrong on its own too: also from the recorded state.',
    tone: 'bad',
  },
  after: {
    sign: '✗',
    word: 'after an error',
    about: 'Wrong after an error before it; teacher-forced it was not predicted.',
    tone: 'bad',
  },
  healed: {
    sign: '✓',
    word: 'healed',
    about: 'Right again after an error: the error has no more effect here.',
    tone: 'good',
  },
}
