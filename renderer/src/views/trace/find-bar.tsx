import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import { type FoundLines, findLines } from '../../../../shared/tree/find-lines.ts'
import { firstFrom, visitsOf } from '../../../../shared/tree/visits.ts'
import { DrawnButton, IconButton } from '../../ui/button.tsx'
import { commandHint, keyWords } from '../../ui/command-hint.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { TextField } from '../../ui/field.tsx'
import { focusAgain, focusedElement } from '../../ui/focus-back.ts'
import { type KeyBinding, useKeys, useKeysOf } from '../../ui/keys.ts'
import type { ShownFiles } from '../common/use-trace-files.ts'
import { SEARCH_COMMANDS } from '../search/search-commands.ts'
import type { Debugger } from './use-debugger.ts'

const FIND_COMMANDS = declareCommands('Trace', 'in the Trace view with a trace open', {
  'trace.find': { keys: ['Mod+f'], description: 'Find in the source, and the states on the lines' },
  'trace.find-next': { keys: ['F3'], description: 'Next state on a found line' },
  'trace.find-previous': { keys: ['Shift+F3'], description: 'State on a found line before' },
})

interface FindBarProps {
  readonly debug: Debugger
  readonly files: ShownFiles
  /** The view in which the keys work. */
  readonly view: RefObject<HTMLElement | null>
}

function findFirst(keys: string): string {
  return `Find a text in the source first${keys === '' ? '' : `: ${keys}`}.`
}

/** The found state next to a seq, going round at the ends; null where there is none. */
function nextState({ states }: FoundLines, seq: number, step: 1 | -1): number | null {
  const at = step === 1 ? firstFrom(states, seq + 1) : firstFrom(states, seq) - 1
  return states[(at + states.length) % states.length] ?? null
}

function sentenceOf({ lines, states }: FoundLines, seq: number): string {
  if (lines === 0) return 'No line holds this text.'
  const on = `on ${formatNoun(lines, 'line')}`
  if (states.length === 0) return `No state ${on}: not one of them ran.`
  const at = firstFrom(states, seq)
  const total = formatCount(states.length)
  return states[at] === seq
    ? `${formatCount(at + 1)} of ${total} states ${on}`
    : `${total} ${states.length === 1 ? 'state' : 'states'} ${on}`
}

/** What is found of a text; looked for again as the trace grows. */
function useFound(text: string, files: ShownFiles, { position }: Debugger): FoundLines {
  const wanted = useDeferredValue(text)
  const { tree } = position
  return useMemo(() => findLines(files.lines, visitsOf(tree), wanted), [files, tree, wanted])
}

/** Finds a text in the source of the trace and goes through the states on its lines. */
export const FindBar = memo(function FindBar({ debug, files, view }: FindBarProps) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<Element | null>(null)
  const found = useFound(text, files, debug)
  const { seq, goTo } = debug
  const keysOf = useKeysOf()
  const findKeys = keyWords(keysOf(FIND_COMMANDS['trace.find']))
  const bindings = useMemo<readonly KeyBinding[]>(() => {
    const go = (step: 1 | -1) => () => {
      const target = nextState(found, seq, step)
      if (target !== null) goTo(target)
    }
    const none = text === '' ? findFirst(findKeys) : 'Nothing is found that ran.'
    const reason = found.states.length === 0 ? none : null
    return [
      {
        ...FIND_COMMANDS['trace.find'],
        run: () => {
          if (document.activeElement !== field.current) before.current = focusedElement()
          setOpen(true)
          field.current?.select()
        },
      },
      { ...FIND_COMMANDS['trace.find-next'], reason, run: go(1) },
      { ...FIND_COMMANDS['trace.find-previous'], reason, run: go(-1) },
    ]
  }, [found, seq, goTo, text, findKeys])
  useKeys('Trace', bindings, { within: view })
  const hintOf = (id: keyof typeof FIND_COMMANDS, own: string): string =>
    commandHint(FIND_COMMANDS[id].description, [own, ...keysOf(FIND_COMMANDS[id])])
  useEffect(() => {
    if (isOpen) field.current?.select()
  }, [isOpen])
  if (!isOpen) return null

  const move = (step: 1 | -1): void => bindings[step === 1 ? 1 : 2]?.run()
  const close = (): void => {
    setOpen(false)
    focusAgain(before.current)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') move(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  const refused = found.states.length === 0
  return (
    <search className="find-bar">
      <TextField
        inputRef={field}
        label="Find in the source"
        labelHidden
        type="search"
        mono
        placeholder="Find in the source"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <DrawnButton
        drawing="M4 10l4-4 4 4"
        label="State before"
        hint={hintOf('trace.find-previous', 'Shift+Enter')}
        refused={refused}
        onClick={() => move(-1)}
      />
      <DrawnButton
        drawing="M4 6l4 4 4-4"
        label="Next state"
        hint={hintOf('trace.find-next', 'Enter')}
        refused={refused}
        onClick={() => move(1)}
      />
      <output className="numbers">
        {text === ''
          ? commandHint('Values and names of every run', keysOf(SEARCH_COMMANDS['search.open']))
          : sentenceOf(found, seq)}
      </output>
      <IconButton icon="close" label="Close" hint="Close: Esc" onClick={close} />
    </search>
  )
})
