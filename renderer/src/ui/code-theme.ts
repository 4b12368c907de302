import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Everything is a token of the page, which shadow roots inherit: light and dark need nothing here. */
const theme = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    fontSize: 'var(--font-size-mono)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px' },
  '.cm-content': { padding: '4px 0', outline: 'none' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text-dim)',
    border: 'none',
    borderRight: '1px solid var(--border)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 10px', minWidth: '32px' },
  '.cm-hits .cm-gutterElement': {
    minWidth: '38px',
    padding: '0 6px 0 4px',
    textAlign: 'right',
    color: 'var(--text-dim)',
    cursor: 'default',
  },
  '.cm-arrow': { width: '12px' },
  '.cm-currentGutter': { position: 'relative' },
  '.cm-currentGutter::after': {
    content: '""',
    position: 'absolute',
    left: '2px',
    top: '6px',
    borderLeft: '7px solid var(--accent)',
    borderTop: '4px solid transparent',
    borderBottom: '4px solid transparent',
  },
  '.cm-current': { backgroundColor: 'var(--current-line)' },
  '.cm-cursorLine': { boxShadow: 'inset 0 0 0 1px var(--border-strong)' },
  '.cm-errorLine': {
    textDecoration: 'underline wavy var(--event-exception)',
    textUnderlineOffset: '3px',
  },
})

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)],
    color: 'var(--code-name)',
  },
])

/** Look of a source by the page's tokens. */
export const codeTheme: Extension = [theme, syntaxHighlighting(highlight)]
