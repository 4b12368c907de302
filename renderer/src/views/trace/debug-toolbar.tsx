import { memo, type RefObject, useMemo, useRef } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import { Button } from '../../ui/button.tsx'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { Toolbar } from '../../ui/toolbar.tsx'
import { BREAKPOINT_COMMANDS } from './breakpoint-commands.ts'
import { CommandButton } from './command-button.tsx'
import { BACKWARD_COMMANDS, COMMAND_INFO, FORWARD_COMMANDS } from './commands.ts'
import { CHOOSE_LINE, COMMANDS, NO_LOOP, PASSES_COUNTED } from './debugger.ts'
import { LoopNavigator } from './loop-navigator.tsx'
import type { Debugger } from './use-debugger.ts'

const WHERE = 'in the Trace view with a trace open'

declareCommands(
  'Trace',
  WHERE,
  Object.fromEntries(
    Object.values(COMMAND_INFO).map(({ id, keys, title }) => [id, { keys, description: title }]),
  ),
)

const MORE_COMMANDS = declareCommands('Trace', WHERE, {
  'trace.outer-loop': { keys: ['u'], description: 'Out to the enclosing loop' },
  'trace.inner-loop': { keys: ['U'], description: 'Back in to the inner loop' },
  'trace.pass-number': { keys: ['K'], description: 'Go to a pass of the loop by its number' },
})

interface DebugToolbarProps {
  readonly debug: Debugger
  readonly passField: RefObject<{ focus: () => void } | null>
}

/** Debugger actions forward and back. Illegal ones stay visible, disabled, with the reason in the tooltip. */
export const DebugToolbar = memo(function DebugToolbar({ debug, passField }: DebugToolbarProps) {
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
      <LoopNavigator debug={debug} fieldRef={passField} />
    </Toolbar>
  )
})

/** How far the search for a breakpoint is, with the way out of it; or why it failed. */
export function SearchLine({ search }: Pick<Debugger, 'search'>) {
  const { progress, error, cancel } = search
  if (error !== null) {
    return (
      <p className="standing exit" role="alert">
        The breakpoints could not be looked for: {error}
      </p>
    )
  }
  if (progress === null) return null
  const { looked, total, direction } = progress
  return (
    <p className="standing numbers" role="status">
      Looking {direction} for a breakpoint: {formatCount(looked)} of {formatCount(total)} events{' '}
      <Button onClick={cancel} hint="Esc">
        Stop
      </Button>
    </p>
  )
}

/** Loop keys that lead to no state. */
function useLoopKeys(
  { loops }: Debugger,
  passField: DebugToolbarProps['passField'],
): readonly KeyBinding[] {
  return useMemo(() => {
    const { around, chosen, choose, counting } = loops
    const index = chosen === null ? -1 : around.indexOf(chosen)
    const outer = around[index + 1]
    const inner = around[index - 1]
    const none = counting ? PASSES_COUNTED : NO_LOOP
    const reasonOf = (to: unknown, there: string): string | null => {
      if (chosen === null) return none
      return to === undefined ? there : null
    }
    return [
      {
        ...MORE_COMMANDS['trace.outer-loop'],
        run: () => outer !== undefined && choose(outer),
        reason: reasonOf(outer, 'No loop is around this one.'),
      },
      {
        ...MORE_COMMANDS['trace.inner-loop'],
        run: () => inner !== undefined && choose(inner),
        reason: reasonOf(inner, 'This is the innermost loop here.'),
      },
      {
        ...MORE_COMMANDS['trace.pass-number'],
        run: () => passField.current?.focus(),
        reason: chosen === null ? none : null,
      },
    ]
  }, [loops, passField])
}

/** The line that a breakpoint is put on: the one chosen, or else that of the state in focus. */
function useBreakpointKeys(debug: Debugger, openList: () => void): readonly KeyBinding[] {
  const { cursor, position, toggleBreakpoint, search } = debug
  const { tree, at } = position
  return useMemo(() => {
    const node = tree.nodes[at.seq]
    const line = cursor ?? (node === undefined ? null : { file: node.file ?? 0, line: node.line })
    return [
      {
        ...BREAKPOINT_COMMANDS['trace.toggle-breakpoint'],
        run: () => line !== null && toggleBreakpoint(line),
        reason: line !== null && line.line > 0 ? null : CHOOSE_LINE,
      },
      { ...BREAKPOINT_COMMANDS['trace.breakpoints'], run: openList },
      ...(search.progress === null
        ? []
        : [{ keys: ['Escape'], description: 'Stop looking for a breakpoint', run: search.cancel }]),
    ]
  }, [cursor, tree, at, toggleBreakpoint, search, openList])
}

interface DebugKeys {
  readonly within: RefObject<HTMLElement | null>
  readonly openList: () => void
}

/** Binds every command's keys while the keyboard is in the view; gives where a pass's number is written. */
export function useDebugKeys(debug: Debugger, { within, openList }: DebugKeys) {
  const { moves, run } = debug
  const passField = useRef<{ focus: () => void }>(null)
  const loopKeys = useLoopKeys(debug, passField)
  const breakpointKeys = useBreakpointKeys(debug, openList)
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      ...COMMANDS.map((command) => ({
        id: COMMAND_INFO[command].id,
        keys: COMMAND_INFO[command].keys,
        description: COMMAND_INFO[command].title,
        run: () => run(command),
        reason: moves[command].reason,
      })),
      ...loopKeys,
      ...breakpointKeys,
    ],
    [moves, run, loopKeys, breakpointKeys],
  )
  useKeys(
    'Trace',
    bindings,
    useMemo(() => ({ within }), [within]),
  )
  return passField
}
