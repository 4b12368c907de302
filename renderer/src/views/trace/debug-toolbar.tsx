import type { RefObject } from 'react'
import { useMemo } from 'react'
import { type KeyBinding, showKey, useKeys } from '../../ui/keys.ts'
import { Toolbar } from '../../ui/toolbar.tsx'
import { BACKWARD_COMMANDS, COMMAND_INFO, FORWARD_COMMANDS } from './commands.ts'
import { COMMANDS, type Command } from './debugger.ts'
import type { Debugger } from './use-debugger.ts'

/** By neural-debugger.md 2.2 `inv_step_call` on a call goes up, which after an earlier call is into that one. */
function noteOf(command: Command, { position, seq }: Debugger): string {
  const atCall = command === 'backCall' && position.tree.nodes[seq]?.kind === 'call'
  return atCall ? '. This is the call itself: it goes up, to the state before the call' : ''
}

function hintOf(command: Command, debug: Debugger): string {
  const { title, keys, action } = COMMAND_INFO[command]
  const { reason } = debug.moves[command]
  const name = action === null ? title : `${title} (${action})`
  const shown = keys.map(showKey).join(' or ')
  if (reason !== null) return `${name} — not possible here: ${reason}`
  return `${name} — ${shown}${noteOf(command, debug)}`
}

function CommandButton({ command, debug }: { command: Command; debug: Debugger }) {
  const { title, drawing } = COMMAND_INFO[command]
  const { reason } = debug.moves[command]
  return (
    <button
      type="button"
      className="icon-button"
      // A disabled button would lose the keyboard focus in the middle of stepping; this one stays and says why.
      aria-disabled={reason !== null}
      aria-label={title}
      title={hintOf(command, debug)}
      data-command={command}
      onClick={() => debug.run(command)}
    >
      <svg className="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path
          d={drawing ?? ''}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  )
}

/** Debugger actions forward and back. Illegal ones stay visible, disabled, with the reason in the tooltip. */
export function DebugToolbar({ debug }: { debug: Debugger }) {
  return (
    <Toolbar label="Debugger">
      <fieldset className="command-group">
        <legend>Forward</legend>
        {FORWARD_COMMANDS.map((command) => (
          <CommandButton key={command} command={command} debug={debug} />
        ))}
      </fieldset>
      <fieldset className="command-group">
        <legend>Back</legend>
        {BACKWARD_COMMANDS.map((command) => (
          <CommandButton key={command} command={command} debug={debug} />
        ))}
      </fieldset>
    </Toolbar>
  )
}

/** Binds every command's keys while the keyboard is in the view. */
export function useDebugKeys(debug: Debugger, within: RefObject<HTMLElement | null>): void {
  const { moves, run } = debug
  const bindings = useMemo<readonly KeyBinding[]>(
    () =>
      COMMANDS.map((command) => ({
        keys: COMMAND_INFO[command].keys,
        description: COMMAND_INFO[command].title,
        run: () => run(command),
        enabled: moves[command].reason === null,
      })),
    [moves, run],
  )
  useKeys(
    'Trace',
    bindings,
    useMemo(() => ({ within }), [within]),
  )
}
