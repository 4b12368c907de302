import { POLICY_FORMAT, type PolicyDocument, type Rule, type Weights } from './policy-document.ts'

/** A rule of one distribution. */
function draws(weights: Weights, rest: Omit<Rule, 'mix'> = {}): Rule {
  return { ...rest, mix: [{ share: 1, weights }] }
}

/** The second row of the paper's Table A.1. */
const STEPS: Weights = { step_into: 50, step_over: 50 }

/** Table A.1 with its first row as given: each row is drawn by half of the actions (neural-debugger.md 1.8). */
function paperMix(row1: Weights): readonly Rule[] {
  return [
    {
      mix: [
        { share: 1, weights: row1 },
        { share: 1, weights: STEPS },
      ],
      lines: { ahead: 80, never: 20 },
    },
  ]
}

const INVERSE_MIX: readonly Rule[] = [
  {
    mix: [
      { share: 1, weights: { inv_step_into: 50, inv_step_over: 50 } },
      { share: 1, weights: { inv_step_into: 35, inv_step_over: 35, inv_step_call: 30 } },
    ],
  },
]

const format = POLICY_FORMAT

const PAPER_MIXES: readonly PolicyDocument[] = [
  {
    format,
    name: 'paper-mix',
    about:
      'Random actions in the proportions of the paper: steps mostly, now and then a jump to a return, a line or the end.',
    // Row 1 sums to 0.80 as printed; with step_over read as 0.30 it sums to 1.
    forward: paperMix({
      step_into: 35,
      step_over: 30,
      step_return: 20,
      breakpoint: 10,
      continue: 5,
    }),
    inverse: INVERSE_MIX,
  },
  {
    format,
    name: 'paper-mix.rescale',
    about:
      'The proportions of the paper as printed, its first row, which sums to 0.80, scaled up to 1.',
    forward: paperMix({
      step_into: 35,
      step_over: 10,
      step_return: 20,
      breakpoint: 10,
      continue: 5,
    }),
    inverse: INVERSE_MIX,
  },
  {
    format,
    name: 'paper-mix.uniform',
    about: 'The proportions of the paper, its first row even over all actions, as its prose says.',
    forward: paperMix({ step_into: 1, step_over: 1, step_return: 1, breakpoint: 1, continue: 1 }),
    inverse: INVERSE_MIX,
  },
]

const INTERPRETER: PolicyDocument = {
  format,
  name: 'interpreter',
  about: 'Always the next recorded state, so that the trajectory replays the trace.',
  forward: [draws({ step_into: 1 })],
  inverse: [draws({ inv_step_into: 1 })],
}

const SURFACE: PolicyDocument = {
  format,
  name: 'surface',
  about: 'Reads one function: over its lines, now and then to its return or into a call.',
  forward: [draws({ step_over: 85, step_return: 10, step_into: 5 })],
  inverse: [draws({ inv_step_over: 85, inv_step_call: 10, inv_step_into: 5 })],
}

const BP_HUNTER: PolicyDocument = {
  format,
  name: 'bp-hunter',
  about: 'Jumps to lines, one in five of which is never reached, with a few steps over after each.',
  forward: [
    draws(
      { breakpoint: 60, step_over: 20, step_into: 20 },
      {
        lines: { ahead: 80, never: 20 },
        sequel: { after: 'breakpoint', action: 'step_over', at_least: 2, at_most: 6 },
      },
    ),
  ],
}

const LOOP_SKIPPER: PolicyDocument = {
  format,
  name: 'loop-skipper',
  about:
    'Steps over lines; at the third visit of a loop’s header it jumps to the line after the loop.',
  forward: [
    draws({ breakpoint: 1 }, { when: { loop_visit: { at_least: 3 } }, lines: { after_loop: 1 } }),
    draws({ step_over: 1 }),
  ],
}

const LIBRARY_SKIPPER: PolicyDocument = {
  format,
  name: 'library-skipper',
  about:
    'Enters the program’s own functions and no library: steps over calls of it, and leaves it by the return.',
  forward: [
    draws({ step_return: 1 }, { when: { in_library: true } }),
    draws({ step_over: 1 }, { when: { calls_library: true } }),
    draws({ step_into: 60, step_over: 30, step_return: 10 }),
  ],
  inverse: [
    draws({ inv_step_call: 1 }, { when: { in_library: true } }),
    draws({ inv_step_over: 1 }, { when: { calls_library: true } }),
    draws({ inv_step_into: 60, inv_step_over: 30, inv_step_call: 10 }),
  ],
}

const ERROR_SEEKER: PolicyDocument = {
  format,
  name: 'error-seeker',
  about:
    'Goes where exceptions are raised: into the calls that raise, over those that do not, and on from there.',
  forward: [
    draws({ step_over: 50, step_into: 30, step_return: 20 }, { when: { event: 'exception' } }),
    draws({ step_into: 1 }, { when: { exception_ahead: 'line' } }),
    draws({ step_over: 90, step_into: 10 }, { when: { exception_ahead: 'call' } }),
    draws({ step_return: 60, step_over: 40 }, { when: { exception_ahead: 'scope' } }),
    draws({ step_over: 60, step_into: 30, continue: 10 }),
  ],
  inverse: [
    draws({ inv_step_into: 1 }, { when: { exception_ahead: 'line' } }),
    draws({ inv_step_over: 90, inv_step_into: 10 }, { when: { exception_ahead: 'call' } }),
    draws({ inv_step_call: 60, inv_step_over: 40 }, { when: { exception_ahead: 'scope' } }),
    draws({ inv_step_over: 60, inv_step_into: 30, inv_step_call: 10 }),
  ],
}

const INVERSE_MIX_POLICY: PolicyDocument = {
  format,
  name: 'inverse-mix',
  about:
    'Backwards at random: half of the actions steps alone, of the others three in ten to the call.',
  inverse: INVERSE_MIX,
}

/** The policies that come with the workbench (neural-debugger.md 2.6; of the last ones the rules are ours). */
export const SHIPPED_POLICIES: readonly PolicyDocument[] = [
  ...PAPER_MIXES,
  INTERPRETER,
  SURFACE,
  BP_HUNTER,
  LOOP_SKIPPER,
  LIBRARY_SKIPPER,
  ERROR_SEEKER,
  INVERSE_MIX_POLICY,
]
