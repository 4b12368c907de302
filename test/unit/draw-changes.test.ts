import { describe, expect, it } from 'vitest'
import { glyphOf } from '../../renderer/src/draw/glyphs.ts'
import { noteOfNode, variableRows } from '../../renderer/src/draw/variable-changes.ts'
import {
  EVENT_KINDS,
  FLAG_UNWOUND,
  FLAG_YIELDED,
  type Locals,
  type Value,
} from '../../shared/trace/event.ts'
import { modelOf, type Spec } from './draw-fixtures.ts'

function value(text: string, type = 'int'): Value {
  return { text, size: text.length, type }
}

function locals(entries: Readonly<Record<string, string>>): Locals {
  return Object.entries(entries).map(([name, text]) => [name, value(text)])
}

describe('variable rows', () => {
  it('say what was added, changed and removed, in locals order, removed last', () => {
    const rows = variableRows(
      locals({ b: '2', a: '1', c: '3' }),
      locals({ a: '0', gone: '9', c: '3' }),
    )
    expect(rows.map(({ name, change, before }) => [name, change, before?.text ?? null])).toEqual([
      ['b', 'added', null],
      ['a', 'changed', '0'],
      ['c', null, null],
      ['gone', 'removed', null],
    ])
  })

  it('name the other variables that are the same object', () => {
    const rows = variableRows(locals({ a: '[]', b: '[]', c: '[]' }), null, [['a', 'c']])
    expect(rows.map(({ name, sameAs }) => [name, sameAs])).toEqual([
      ['a', ['c']],
      ['b', []],
      ['c', ['a']],
    ])
  })

  it('compare nothing without a state to compare with', () => {
    expect(variableRows(locals({ a: '1' }), null)[0]?.change).toBeNull()
  })

  it('see a change of type, and of the part of a value that was cut', () => {
    const cut: Value = { text: 'xxx', size: 10, type: 'str' }
    const longer: Value = { text: 'xxx', size: 11, type: 'str' }
    expect(variableRows([['a', longer]], [['a', cut]])[0]?.change).toBe('changed')
    const digest = 'fedcba9876543210'
    expect(variableRows([['a', { ...cut, digest }]], [['a', cut]])[0]?.change).toBe('changed')
    expect(variableRows([['a', value('1', 'bool')]], [['a', value('1')]])[0]?.change).toBe(
      'changed',
    )
  })
})

describe('notes of rows', () => {
  const nodeOf = (spec: Spec) => {
    const [node] = modelOf([spec]).nodes
    if (node === undefined) throw new Error('The model has no node')
    return node
  }
  const line = nodeOf({ kind: 'line', line: 1 })
  const back = nodeOf({ kind: 'return', line: 1 })

  it('name what changed since the previous event of the frame', () => {
    const before = { locals: locals({ x: '1' }), arg: null }
    const now = { locals: locals({ x: '2', y: '3' }), arg: null }
    expect(noteOfNode(line, now, before)).toEqual({ tone: 'changed', text: '~ x = 2  + y = 3' })
    expect(noteOfNode(line, before, before)).toBeNull()
    expect(noteOfNode(line, now, null)?.tone).toBe('added')
  })

  it('wait until both states are known', () => {
    expect(noteOfNode(line, undefined, null)).toBeNull()
    expect(noteOfNode(line, { locals: [], arg: null }, undefined)).toBeNull()
  })

  it('show what was returned, yielded or raised, and that an exception passed through', () => {
    const arg = value('[1,\n 2]', 'list')
    const state = { locals: [], arg }
    expect(noteOfNode(back, state, null)).toEqual({ tone: 'value', text: '→ [1, 2]' })
    const yields = nodeOf({ kind: 'return', line: 1, flags: FLAG_YIELDED })
    expect(noteOfNode(yields, state, null)?.text).toBe('yields [1, 2]')
    const unwound = nodeOf({ kind: 'return', line: 1, flags: FLAG_UNWOUND })
    expect(noteOfNode(unwound, { locals: [], arg: value('None') }, null)?.tone).toBe('error')
    const raised = nodeOf({ kind: 'exception', line: 1 })
    expect(noteOfNode(raised, { locals: [], arg: value('KeyError: 1') }, null)).toEqual({
      tone: 'error',
      text: 'KeyError: 1',
    })
  })

  it('are short even when a value is not', () => {
    const now = { locals: [['text', value('x'.repeat(2_000_000), 'str')]] as Locals, arg: null }
    expect(noteOfNode(line, now, null)?.text.length).toBeLessThan(60)
  })
})

describe('glyphs', () => {
  it('differ in form for every kind, not only in colour', () => {
    const forms = new Set(EVENT_KINDS.map((kind) => JSON.stringify(glyphOf(kind))))
    expect(forms.size).toBe(EVENT_KINDS.length)
  })
})
