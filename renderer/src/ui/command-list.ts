import type { KeyBinding, Keymap, Registration } from './keys.ts'

/** A command as the palette, the key sheet and the keys dialog list it. */
export interface CommandInfo {
  /** Null for an act without a stable name: its keys stay as they are. */
  readonly id: string | null
  readonly scope: string
  readonly description: string
  /** Keys in force. */
  readonly keys: readonly string[]
  /** Keys it has of itself. */
  readonly own: readonly string[]
  /** Why it cannot run now, one sentence; null when it can. */
  readonly reason: string | null
  /** It is what is in force now, such as the theme. */
  readonly current: boolean
  /** Its component is mounted: its keys work now. */
  readonly bound: boolean
  /** The pane its keys are kept to. */
  readonly pane: HTMLElement | null
  readonly run: () => void
}

/** What a command is before anything can run it; spread into the KeyBinding that does. */
export type DeclaredCommand = Required<Pick<KeyBinding, 'id' | 'keys' | 'description'>>

interface Declaration {
  readonly scope: string
  readonly where: string
  readonly commands: readonly DeclaredCommand[]
}

const declarations: Declaration[] = []
let onDeclared = (): void => {}

/** Calls `listener` whenever commands are declared, as when a view's code is read; it replaces an earlier one. */
export function listenToDeclarations(listener: () => void): void {
  onDeclared = listener
}

/**
 * Tells of commands before anything can run them, so that the palette and the keys dialog list them from the start.
 * `where` ends the sentence that says why one cannot run while it is not bound: `in the Label view`.
 */
export function declareCommands<Id extends string>(
  scope: string,
  where: string,
  commands: Readonly<Record<Id, Omit<DeclaredCommand, 'id'>>>,
): Readonly<Record<Id, DeclaredCommand>> {
  const entries = Object.entries<Omit<DeclaredCommand, 'id'>>(commands)
  const declared = entries.map(([id, rest]) => ({ id, ...rest }))
  declarations.push({ scope, where, commands: declared })
  onDeclared()
  return Object.fromEntries(declared.map((command) => [command.id, command])) as Record<
    Id,
    DeclaredCommand
  >
}

function declaredRow({ scope, where }: Declaration, command: DeclaredCommand): CommandInfo {
  return {
    id: command.id,
    scope,
    description: command.description,
    keys: command.keys,
    own: command.keys,
    reason: `This works ${where}.`,
    current: false,
    bound: false,
    pane: null,
    run: () => {},
  }
}

function boundRow({ scope, within }: Registration, binding: KeyBinding): CommandInfo {
  const { id = null, keys, description, reason = null, current = false, run } = binding
  return {
    id,
    scope,
    description,
    keys,
    own: keys,
    reason,
    current,
    bound: true,
    pane: within?.current ?? null,
    run,
  }
}

/** Every declared command and every binding; of two with one name the one that was mounted last. */
export function commandRows(
  registrations: readonly Registration[],
  keymap: Keymap,
): readonly CommandInfo[] {
  const rows = new Map<string, CommandInfo>()
  const put = (row: CommandInfo): void => {
    const keys = row.id === null ? row.own : keymap(row.id, row.own)
    rows.set(row.id ?? `${row.scope}: ${row.description}`, { ...row, keys })
  }
  for (const declaration of declarations) {
    for (const command of declaration.commands) put(declaredRow(declaration, command))
  }
  for (const registration of registrations) {
    if (registration.isBehind) continue
    for (const binding of registration.bindings) put(boundRow(registration, binding))
  }
  return [...rows.values()]
}
