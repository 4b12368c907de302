import type { RefObject } from 'react'
import { useMemo } from 'react'
import { declareCommands } from '../../ui/command-list.ts'
import { showKey } from '../../ui/key-notation.ts'
import { type KeyBinding, useKeys, useKeysOf } from '../../ui/keys.ts'
import { Toolbar } from '../../ui/toolbar.tsx'
import { BACKWARD_COMMANDS, COMMAND_INFO, FORWARD_COMMANDS } from './commands.ts'
import { COMMANDS, type Command } from './debugger.ts'
import type { Debugger } from './use-debugger.ts'

declareCommands(
  'Trace',
  'in the Trace view with a trace open',
  Object.fromEntries(
    Object.values(COMMAND_INFO).map(({ id, keys, title }) => [id, { keys, description: title }]),
  ),
)

/** By neural-debugger.md 2.2 `inv_step_call` on a call goes up, which after an earlier call is into that one. */
function noteOf(command: Command, { position, seq }: Debugger): string {
  const atCall = command === 'backCall' && position.tree.nodes[seq]?.kind === 'call'
  return atCall ? '. This is the call itself: it goes up, to the state before the call' : ''
}

function hintOf(command: Command, debug: Debugger, keys: readonly string[]): string {
  const { title, action } = COMMAND_INFO[command]
  const { reason } = debug.moves[command]
  const name = action === null ? title : `${title} (${action})`
  const shown = keys.map(showKey).join(' or ')
  if (reason !== null) return `${name} — not possible here: ${reason}`
  return `${name}${shown === '' ? '' : ` — ${shown}`}${noteOf(command, debug)}`
}

function CommandButton({ command, debug }: { command: Command; debug: Debugger }) {
  const { title, drawing } = COMMAND_INFO[command]
  const keysOf = useKeysOf()
  const { reason } = debug.moves[command]
  return (
    <button
      type="button"
      className="icon-button"
      // A disabled button would lose the keyboard focus in the middle of stepping; this one stays and says why.
      aria-disabled={reason !== null}
      aria-label={title}
      title={hintOf(command, debug, keysOf(COMMAND_INFO[command]))}
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
        id: COMMAND_INFO[command].id,
        keys: COMMAND_INFO[command].keys,
        description: COMMAND_INFO[command].title,
        run: () => run(command),
        reason: moves[command].reason,
      })),
    [moves, run],
  )
  useKeys(
    'Trace',
    bindings,
    useMemo(() => ({ within }), [within]),
  )
}
