import { python } from '@codemirror/lang-python'
import { EditorState, type StateEffect } from '@codemirror/state'
import { EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { type CodeMarks, codeMarks, setMarks } from './code-marks.ts'
import { codeTheme } from './code-theme.ts'

export interface CodeViewProps {
  readonly source: string
  readonly marks: CodeMarks
  /** A one-based line to be in sight instead of the current one. */
  readonly wanted?: { readonly line: number } | null
  /** Called with a one-based line when the pointer or the arrow keys choose one. */
  readonly onLine: (line: number) => void
  /** Called with a one-based line whose breakpoints are to be put on or taken off; without it there is no gutter for them. */
  readonly onBreakpoint?: (line: number) => void
  /** What the source is of, for assistive technology. */
  readonly label: string
}

const PAGE_LINES = 15

/** Line the arrow keys lead to, or null for another key. */
function lineAfterKey(key: string, line: number, last: number): number | null {
  const delta = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE_LINES, PageDown: PAGE_LINES }[key]
  return delta === undefined ? null : Math.max(1, Math.min(last, line + delta))
}

interface Latest {
  marks: CodeMarks
  wanted: { readonly line: number } | null
  onLine: (line: number) => void
  onBreakpoint?: ((line: number) => void) | undefined
}

/** Brings a line into sight; nothing where there is no such line. */
function scrollEffects({ state }: EditorView, line: number | null): StateEffect<unknown>[] {
  if (line === null || line < 1 || line > state.doc.lines) return []
  const position = state.doc.line(line).from
  return [EditorView.scrollIntoView(position, { y: 'nearest', yMargin: 60 })]
}

/** In one update: each costs a measure of the layout. */
function showMarks(view: EditorView, marks: CodeMarks, scrollTo: number | null): void {
  const scroll = scrollEffects(view, scrollTo)
  view.dispatch({ effects: [setMarks.of(marks), ...scroll] })
}

function createView(
  root: ShadowRoot,
  source: string,
  latest: { current: Latest },
  label: string,
): EditorView {
  const onKeyDown = (event: KeyboardEvent, view: EditorView): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    const { marks, onLine } = latest.current
    const line = lineAfterKey(event.key, marks.cursor ?? marks.current ?? 1, view.state.doc.lines)
    if (line === null) return false
    event.preventDefault()
    event.stopPropagation()
    onLine(line)
    view.dispatch({ effects: scrollEffects(view, line) })
    return true
  }
  const state = EditorState.create({
    doc: source,
    extensions: [
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label }),
      EditorView.domEventHandlers({ keydown: onKeyDown }),
      codeMarks({
        onLine: (line) => latest.current.onLine(line),
        onBreakpoint:
          latest.current.onBreakpoint === undefined
            ? undefined
            : (line) => latest.current.onBreakpoint?.(line),
      }),
      lineNumbers(),
      // Characters that cannot be seen, or turn the order of others round, are shown as what they are.
      highlightSpecialChars(),
      python(),
      codeTheme,
    ],
  })
  const parent = root.ownerDocument.createElement('div')
  // The content policy allows no style elements; properties set through the object model are not affected.
  parent.style.height = '100%'
  root.append(parent)
  return new EditorView({ state, parent, root })
}

/**
 * Python source, read only, with its current line. It lives in a shadow root: there CodeMirror's styles become
 * constructed style sheets, where a document would get a style element that the content policy refuses.
 */
export function CodeView(props: CodeViewProps) {
  const { source, marks, wanted = null, onLine, onBreakpoint, label } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  /** What was scrolled to last. */
  const shown = useRef<Pick<CodeViewProps, 'wanted'> & { current: number | null }>({
    current: null,
  })
  const latest = useRef<Latest>({ marks, wanted, onLine, onBreakpoint })
  useEffect(() => {
    latest.current = { marks, wanted, onLine, onBreakpoint }
  })

  useEffect(() => {
    const element = host.current
    if (element === null) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    // In a task of its own: an editor takes as long to make as all the rest of the view that it is in.
    const timer = setTimeout(() => {
      view.current = createView(root, source, latest, label)
      const { marks: now, wanted: first } = latest.current
      showMarks(view.current, now, first?.line ?? now.current)
      shown.current = { current: now.current, wanted: first }
    })
    return () => {
      clearTimeout(timer)
      view.current?.destroy()
      view.current = null
      root.replaceChildren()
    }
  }, [source, label])

  useEffect(() => {
    if (view.current === null) return
    const { current } = marks
    const isOther = current !== shown.current.current || wanted !== shown.current.wanted
    showMarks(view.current, marks, isOther ? (wanted?.line ?? current) : null)
    shown.current = { current, wanted }
  }, [marks, wanted])

  return <div ref={host} className="code-view" />
}
