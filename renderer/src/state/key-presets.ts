/** Keys by command id; a command that is not named keeps its own. */
export type KeyAssignments = Readonly<Record<string, readonly string[]>>

export interface KeyPreset {
  readonly id: string
  readonly title: string
  /** What it is like, one sentence. */
  readonly about: string
  readonly keys: KeyAssignments
}

/**
 * Product.md 4.1. The keys that commands have of themselves are those of VS Code; the letters stay under every preset,
 * because F11 belongs to the system on a Mac.
 */
export const KEY_PRESETS: readonly KeyPreset[] = [
  {
    id: 'vscode',
    title: 'VS Code',
    about: 'F5 continues, F10 steps over, F11 into and Shift+F11 out.',
    keys: {},
  },
  {
    id: 'pycharm',
    title: 'PyCharm',
    about: 'F9 continues, F8 steps over, F7 into and Shift+F8 out.',
    keys: {
      'trace.continue': ['F9', 'c'],
      'trace.step-over': ['F8', 'n'],
      'trace.step-into': ['F7', 's'],
      'trace.step-out': ['Shift+F8', 'o'],
      'trace.run-to-line': ['Alt+F9', 'g'],
      'trace.first': ['Mod+F5', 'Home'],
      'trace.toggle-breakpoint': ['Mod+F8', 'b'],
    },
  },
  {
    id: 'thonny',
    title: 'Thonny',
    about: 'F8 continues, F6 steps over, F7 into and Ctrl+B goes a step back.',
    keys: {
      'trace.continue': ['F8', 'c'],
      'trace.step-over': ['F6', 'n'],
      'trace.step-into': ['F7', 's'],
      'trace.step-out': ['o'],
      'trace.run-to-line': ['Mod+F8', 'g'],
      'trace.first': ['Mod+F5', 'Home'],
      'trace.step-back-into': ['Mod+b', 'S'],
      'pane.next': ['Mod+F6'],
      'trace.toggle-breakpoint': ['b'],
    },
  },
  {
    id: 'pdb',
    title: 'pdb letters',
    about: 'r steps out, u and d go up and down the calls, b goes a step back.',
    keys: {
      'trace.step-out': ['Shift+F11', 'r', 'o'],
      'trace.back-to-call': ['R', 'O'],
      'trace.step-back-over': ['b', 'N'],
      'trace.caller': ['u', '<'],
      'trace.callee': ['d', '>'],
      'trace.toggle-breakpoint': ['F9', 'B'],
      'trace.breakpoints': ['Alt+b'],
      'trace.outer-loop': ['Alt+u'],
      'trace.inner-loop': ['Alt+Shift+u'],
      'trace.collapse-recursion': ['x'],
      'trace.next-difference': ['e'],
      'trace.previous-difference': ['E'],
      'trace.swap-sides': ['h'],
      'prediction.next-wrong': ['e'],
      'prediction.previous-wrong': ['E'],
    },
  },
]
