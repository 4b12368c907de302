import { pythonLanguage } from '@codemirror/lang-python'
import type { SourceLoop } from '../../shared/tree/loops.ts'

type SyntaxNode = ReturnType<typeof pythonLanguage.parser.parse>['topNode']

/** Starts of the source's lines, as CodeMirror and Python both count them. */
function lineFinder(source: string): (position: number) => number {
  const starts = [0]
  for (const { index, 0: newline } of source.matchAll(/\r\n|\n|\r/g)) {
    starts.push(index + newline.length)
  }
  return (position) => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((starts[middle] ?? 0) > position) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Name of the function, class or module whose frame runs a statement. */
function ownerOf(node: SyntaxNode, source: string): string {
  for (let outer = node.parent; outer !== null; outer = outer.parent) {
    if (outer.name !== 'FunctionDefinition' && outer.name !== 'ClassDefinition') continue
    const name = outer.getChild('VariableName')
    return name === null ? '' : source.slice(name.from, name.to)
  }
  return '<module>'
}

/** The part of a body that is code: a comment or an empty line after the last statement belongs to no pass. */
function endOf(body: SyntaxNode): number {
  let last = body.lastChild
  while (last !== null && last.name === 'Comment') last = last.prevSibling
  return last === null ? body.to : last.to
}

/** Null for a node that is no whole loop. */
function loopOf(
  node: SyntaxNode,
  source: string,
  lineAt: (position: number) => number,
): SourceLoop | null {
  // The first body is the loop's, a second one that of its `else`.
  const body = node.getChild('Body')
  if (body === null) return null
  const header = source.slice(node.from, body.from).replace(/^async\s+/, '')
  return {
    kind: node.name === 'ForStatement' ? 'for' : 'while',
    head: lineAt(node.from),
    // The body begins with the colon.
    headEnd: lineAt(body.from),
    end: lineAt(Math.max(node.from, endOf(body) - 1)),
    owner: ownerOf(node, source),
    text: header.trim().replace(/\s+/g, ' '),
  }
}

/** The `for` and `while` statements of a Python source by its syntax tree: what the lines are read against. */
export function parsedLoops(source: string): readonly SourceLoop[] {
  const lineAt = lineFinder(source)
  const loops: SourceLoop[] = []
  const cursor = pythonLanguage.parser.parse(source).cursor()
  while (cursor.next()) {
    if (cursor.name !== 'ForStatement' && cursor.name !== 'WhileStatement') continue
    const loop = loopOf(cursor.node, source, lineAt)
    if (loop !== null) loops.push(loop)
  }
  return loops
}
