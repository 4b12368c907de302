import type { Command } from './debugger.ts'

/** How a command is named, drawn and reached. Keys follow product.md 4.1. */
export interface CommandInfo {
  /** Stable name by which the user gives it other keys. */
  readonly id: string
  readonly title: string
  readonly keys: readonly string[]
  /** Path of the toolbar's 16-unit drawing; null for commands that only have keys. */
  readonly drawing: string | null
  /** The action it is in the paper's terms, for the tooltip. */
  readonly action: string | null
}

export const COMMAND_INFO: Readonly<Record<Command, CommandInfo>> = {
  into: {
    id: 'trace.step-into',
    title: 'Step into',
    keys: ['F11', 's'],
    drawing: 'M8 2v7M5 6.2l3 3 3-3M8 12.8v.1',
    action: 'step_into',
  },
  over: {
    id: 'trace.step-over',
    title: 'Step over',
    keys: ['F10', 'n'],
    drawing: 'M2.5 9a5.5 5.5 0 0 1 10.6-2M13.4 3.2v4h-4M8 12.8v.1',
    action: 'step_over',
  },
  out: {
    id: 'trace.step-out',
    title: 'Step out to the return',
    keys: ['Shift+F11', 'o'],
    drawing: 'M8 9.5v-7M5 5.2l3-3 3 3M8 12.8v.1',
    action: 'step_return',
  },
  continue: {
    id: 'trace.continue',
    title: 'Continue',
    keys: ['F5', 'c'],
    drawing: 'M3 3v10M6 3.2l7 4.8-7 4.8z',
    action: 'continue',
  },
  cursor: {
    id: 'trace.run-to-line',
    title: 'Run to the chosen line',
    keys: ['Mod+F10', 'g'],
    drawing: 'M2 8h7M6.2 5l3 3-3 3M12.5 3v10',
    action: 'breakpoint',
  },
  backInto: {
    id: 'trace.step-back-into',
    title: 'Step back into',
    keys: ['S'],
    drawing: 'M13 3.5H8.5a3 3 0 0 0 0 6H4M6.5 6.5l-3 3 3 3',
    action: 'inv_step_into',
  },
  backOver: {
    id: 'trace.step-back-over',
    title: 'Step back over',
    keys: ['N'],
    drawing: 'M13.5 9A5.5 5.5 0 0 0 2.9 7M2.6 3.2v4h4M8 12.8v.1',
    action: 'inv_step_over',
  },
  backCall: {
    id: 'trace.back-to-call',
    title: 'Back to the call',
    keys: ['O'],
    drawing: 'M13 12.5V6.5H4M7 3.5l-3 3 3 3',
    action: 'inv_step_call',
  },
  continueBack: {
    id: 'trace.continue-back',
    title: 'Continue back',
    keys: ['C'],
    drawing: 'M13 3v10M10 3.2L3 8l7 4.8z',
    action: null,
  },
  previous: {
    id: 'trace.previous-event',
    title: 'Previous recorded step',
    keys: [','],
    drawing: null,
    action: null,
  },
  next: {
    id: 'trace.next-event',
    title: 'Next recorded step',
    keys: ['.'],
    drawing: null,
    action: null,
  },
  previousSibling: {
    id: 'trace.previous-sibling',
    title: 'Previous state on this level',
    keys: ['['],
    drawing: null,
    action: null,
  },
  nextSibling: {
    id: 'trace.next-sibling',
    title: 'Next state on this level',
    keys: [']'],
    drawing: null,
    action: null,
  },
  caller: {
    id: 'trace.caller',
    title: 'To the calling line',
    keys: ['<'],
    drawing: null,
    action: null,
  },
  callee: {
    id: 'trace.callee',
    title: 'Into the called function',
    keys: ['>'],
    drawing: null,
    action: null,
  },
  first: {
    id: 'trace.first',
    title: 'First state',
    keys: ['Home', 'Mod+Shift+F5'],
    drawing: null,
    action: null,
  },
  last: { id: 'trace.last', title: 'Exit', keys: ['End'], drawing: null, action: null },
  nextPass: {
    id: 'trace.next-pass',
    title: 'Next pass of the loop',
    keys: ['l'],
    drawing: 'M6 4l4 4-4 4',
    action: null,
  },
  previousPass: {
    id: 'trace.previous-pass',
    title: 'Previous pass of the loop',
    keys: ['L'],
    drawing: 'M10 4L6 8l4 4',
    action: null,
  },
  firstPass: {
    id: 'trace.first-pass',
    title: 'First pass of the loop',
    keys: ['Mod+Home'],
    drawing: 'M4.5 4v8M11 4L7 8l4 4',
    action: null,
  },
  lastPass: {
    id: 'trace.last-pass',
    title: 'Last pass of the loop',
    keys: ['Mod+End'],
    drawing: 'M11.5 4v8M5 4l4 4-4 4',
    action: null,
  },
}

export const FORWARD_COMMANDS: readonly Command[] = ['into', 'over', 'out', 'continue', 'cursor']
export const BACKWARD_COMMANDS: readonly Command[] = [
  'backInto',
  'backOver',
  'backCall',
  'continueBack',
]
