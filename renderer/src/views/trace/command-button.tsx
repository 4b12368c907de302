import { DrawnButton } from '../../ui/button.tsx'
import { commandHint } from '../../ui/command-hint.ts'
import { useKeysOf } from '../../ui/keys.ts'
import { COMMAND_INFO } from './commands.ts'
import type { Command } from './debugger.ts'
import type { Debugger } from './use-debugger.ts'

/** By neural-debugger.md 2.2 `inv_step_call` on a call goes up, which after an earlier call is into that one. */
function noteOf(command: Command, { position, seq }: Debugger): string {
  const atCall = command === 'backCall' && position.tree.nodes[seq]?.kind === 'call'
  const stops = position.triggers.length > 0
  if (command === 'continue') return stops ? ': to the next breakpoint' : ': to the end'
  if (command === 'continueBack') {
    return stops ? ': back to the breakpoint before' : ': back to the start'
  }
  return atCall ? '. This is the call itself: it goes up, to the state before the call' : ''
}

function hintOf(command: Command, debug: Debugger, keys: readonly string[]): string {
  const { title, action } = COMMAND_INFO[command]
  const { reason } = debug.moves[command]
  const name = action === null ? title : `${title} (${action})`
  const hint = commandHint(name, keys, reason)
  return reason === null ? `${hint}${noteOf(command, debug)}` : hint
}

/** A command as a button. An illegal one stays visible, disabled, with the reason in its tooltip. */
export function CommandButton({ command, debug }: { command: Command; debug: Debugger }) {
  const { title, drawing } = COMMAND_INFO[command]
  const keysOf = useKeysOf()
  const { reason } = debug.moves[command]
  return (
    <DrawnButton
      drawing={drawing ?? ''}
      label={title}
      hint={hintOf(command, debug, keysOf(COMMAND_INFO[command]))}
      refused={reason !== null}
      data-command={command}
      onClick={() => debug.run(command)}
    />
  )
}
