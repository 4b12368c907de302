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
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '20px',
    scrollbarWidth: 'thin',
  },
  '.cm-content': { padding: '4px 0', outline: 'none' },
  '.cm-specialChar': { color: 'var(--bad)', fontWeight: '700' },
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
  '.cm-hits .cm-ran': { boxShadow: 'inset 2px 0 0 var(--executed)' },
  '.cm-frameHits': { paddingRight: '5px', color: 'var(--text-faint)', fontStyle: 'italic' },
  '.cm-breakpoints': { width: '16px', cursor: 'pointer' },
  '.cm-breakpoints .cm-gutterElement:hover': { backgroundColor: 'var(--hover)' },
  '.cm-breakpoint': {
    display: 'block',
    boxSizing: 'border-box',
    width: '11px',
    height: '11px',
    margin: '4px 0 0 3px',
    borderRadius: '50%',
    backgroundColor: 'var(--breakpoint)',
    color: 'var(--surface)',
    fontSize: '10px',
    fontWeight: '700',
    lineHeight: '10px',
    textAlign: 'center',
  },
  '.cm-breakpoint.condition::after': { content: '"="' },
  '.cm-breakpoint.hits::after': { content: '"#"', fontSize: '8px' },
  '.cm-breakpoint.hexagon': {
    borderRadius: '0',
    clipPath: 'polygon(25% 3%, 75% 3%, 100% 50%, 75% 97%, 25% 97%, 0 50%)',
  },
  '.cm-breakpoint.hollow': {
    border: '2px solid var(--text-faint)',
    backgroundColor: 'transparent',
    color: 'var(--text-faint)',
    lineHeight: '6px',
  },
  '.cm-breakpoint.hexagon.hollow': {
    border: '0',
    backgroundColor: 'var(--text-faint)',
    opacity: '0.5',
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
  '.cm-runningGutter': { position: 'relative' },
  '.cm-runningGutter::after': {
    content: '""',
    position: 'absolute',
    left: '2px',
    top: '6px',
    width: '5px',
    height: '5px',
    border: '1.5px solid var(--accent)',
    borderLeftColor: 'transparent',
    borderBottomColor: 'transparent',
    transform: 'rotate(45deg)',
  },
  '.cm-predictedGutter': { position: 'relative' },
  '.cm-predictedGutter::before': {
    content: '""',
    position: 'absolute',
    left: '1px',
    top: '5px',
    width: '8px',
    height: '8px',
    border: '1.5px dashed var(--trust-predicted)',
    borderRadius: '50%',
  },
  '.cm-predicted': { outline: '1px dashed var(--trust-predicted)', outlineOffset: '-1px' },
  '.cm-running': { boxShadow: 'inset 3px 0 0 var(--accent)' },
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
