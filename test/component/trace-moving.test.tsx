import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeAtom } from '../../renderer/src/state/place.ts'
import { CUT_HOST, LOOPING_HOST } from './looping-program.ts'
import { giveElementsASize } from './mount.tsx'
import { command, openTrace, shifted, standing } from './trace-page.tsx'

giveElementsASize()
const user = userEvent.setup()

beforeEach(() => document.body.focus())
afterEach(async () => {
  // What one test leaves in the browser's storage would be another's.
  if (screen.queryByLabelText('Breakpoints') === null) await user.keyboard(shifted('b'))
  for (const remove of screen.queryAllByRole('button', { name: /^Remove / }))
    await user.click(remove)
  cleanup()
})

const step = () => placeAtom.get().focus.step
const boxes = () => screen.queryAllByRole('checkbox', { name: /line|exception|changes/ })
const strip = () => screen.getByRole('slider', { name: 'Position in the trace' })
const gutter = () => [
  ...(document.querySelector('.code-view')?.shadowRoot?.querySelectorAll('.cm-breakpoint') ?? []),
]

async function open(at: number, host: object = LOOPING_HOST): Promise<void> {
  await openTrace(at, {}, host)
}

/** A breakpoint through the form, which is open with its kind chosen. */
async function fillForm(kind: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'New breakpoint' }))
  const form = screen.getByRole('form', { name: 'Breakpoint' })
  await user.selectOptions(within(form).getByLabelText('Stops at'), kind)
  for (const [label, text] of Object.entries(fields)) {
    const field = within(form).getByLabelText(label)
    await user.clear(field)
    await user.type(field, text)
  }
  await user.keyboard('{Enter}')
}

describe('breakpoints', () => {
  it('are put on the line in focus by a key, and continue stops at each visit of it, both ways', async () => {
    await open(4)
    await user.keyboard('b')
    expect(gutter().map((sign) => sign.getAttribute('aria-label'))).toEqual(['Breakpoint: line 5'])
    expect(command('Continue').title).toContain('to the next breakpoint')
    const seen: (number | null)[] = []
    for (let visit = 0; visit < 6; visit++) {
      await user.keyboard('c')
      seen.push(step())
    }
    expect(seen).toEqual([6, 10, 12, 16, 18, 23])
    await user.keyboard(shifted('c'))
    expect(step()).toBe(18)
    await user.keyboard(`${shifted('c')}{F9}`)
    expect(gutter()).toEqual([])
    expect(command('Continue').title).toContain('to the end')
    await user.keyboard(shifted('c'))
    expect(step()).toBe(0)
    expect(command('Continue back').title).toContain('This is the first state')
  })

  it('stop on a condition that the states answer, and go on to the end where it holds no more', async () => {
    await open(0)
    await user.keyboard(shifted('b'))
    await fillForm('condition', { Line: '5', Condition: 'i = 1' })
    expect(screen.getByRole('alert').textContent).toBe('Write == in place of = at character 3.')
    await user.clear(screen.getByLabelText('Condition'))
    await user.type(screen.getByLabelText('Condition'), 'i == 1 and j == 1{Enter}')
    expect(boxes()).toHaveLength(1)
    screen.getByRole('treegrid').focus()
    await user.keyboard('c')
    await waitFor(() => expect(standing()).toContain('event 12 '))
    await user.keyboard('c')
    await waitFor(() => expect(standing()).toBe('exit normal'))
    await user.keyboard(shifted('c'))
    await waitFor(() => expect(standing()).toContain('event 12 '))
  })

  it('stop at the n-th visit, and say which line never runs', async () => {
    await open(0)
    await user.keyboard(shifted('b'))
    await fillForm('hits', { Line: '4', Visit: '5' })
    await fillForm('line', { Line: '9' })
    const never = 'Line 9 never runs in this trace.'
    expect(screen.getByText(never)).toBeTruthy()
    const signs = gutter().map((sign) => [sign.className, sign.getAttribute('aria-label')])
    expect(signs).toEqual([
      ['cm-breakpoint hits', 'Breakpoint: line 4, the 5th visit'],
      ['cm-breakpoint dot hollow', `Breakpoint: line 9. ${never}`],
    ])
    screen.getByRole('treegrid').focus()
    await user.keyboard('c')
    expect(step()).toBe(11)
    await user.keyboard('c')
    expect(standing()).toBe('exit normal')
  })

  it('are listed, switched off, changed and removed by keyboard', async () => {
    await open(4)
    await user.keyboard(`b${shifted('b')}`)
    const [box] = boxes()
    expect(document.activeElement).toBe(box)
    await user.keyboard(' ')
    expect(gutter()[0]?.getAttribute('aria-label')).toBe('Breakpoint: line 5, switched off')
    await user.keyboard(' {Enter}')
    const form = screen.getByRole('form', { name: 'Breakpoint' })
    expect(within(form).getByLabelText<HTMLInputElement>('Line').value).toBe('5')
    await user.selectOptions(within(form).getByLabelText('Stops at'), 'data')
    await user.type(within(form).getByLabelText('Variable'), 't{Enter}')
    expect(boxes().map((one) => one.closest('li')?.title)).toEqual([
      'Breakpoint: t of main changes',
    ])
    // Drawn at the line on which its function begins.
    expect(gutter()[0]?.className).toBe('cm-breakpoint hexagon')
    boxes()[0]?.focus()
    await user.keyboard('{Delete}')
    expect(boxes()).toEqual([])
    await user.keyboard('{Escape}')
    expect(screen.queryByLabelText('Breakpoints')).toBeNull()
  })

  it.each(['', '{Delete}'])(
    'give the keyboard back to the tree at Esc, after “%s” too',
    async (keys) => {
      await open(4)
      const tree = screen.getByRole('treegrid')
      tree.focus()
      await user.keyboard(`b${shifted('b')}`)
      expect(document.activeElement).toBe(boxes()[0])
      await user.keyboard(`${keys}{Escape}`)
      expect(screen.queryByLabelText('Breakpoints')).toBeNull()
      expect(document.activeElement).toBe(tree)
    },
  )

  it('are those of the program when its trace is opened again', async () => {
    await open(4)
    await user.keyboard('b')
    cleanup()
    await open(0)
    expect(gutter()).toHaveLength(1)
    expect(localStorage.getItem('workbench.breakpoints')).toContain('"line":5')
  })
})

describe('loops', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Pass to go to')
  const loop = () => document.querySelector('.loop-navigator')?.textContent ?? ''

  it('say which pass the state is in, and go through them', async () => {
    await open(4)
    await waitFor(() => expect(loop()).toContain('of 2'))
    expect(field().value).toBe('1')
    await user.keyboard('l')
    expect([step(), field().value]).toEqual([6, '2'])
    expect(command('Next pass of the loop').title).toContain('This is the last pass.')
    await user.keyboard('u')
    expect(loop()).toContain('of 3')
    await user.keyboard('ll')
    expect([step(), field().value]).toEqual([15, '3'])
    await user.keyboard(shifted('l'))
    expect(step()).toBe(9)
    await user.keyboard('{Control>}{Home}{/Control}')
    expect(step()).toBe(3)
    await user.keyboard(`${shifted('k')}3{Enter}`)
    expect(step()).toBe(15)
    expect(command('Last pass of the loop').title).toContain('begins here already')
  })

  it.each(['99', 'abc', '0', '1e0'])(
    'say how many passes there are where “%s” is asked for',
    async (text) => {
      await open(4)
      await waitFor(() => expect(loop()).toContain('of 2'))
      const tree = screen.getByRole('treegrid')
      tree.focus()
      await user.keyboard(`${shifted('k')}${text}{Enter}`)
      expect(step()).toBe(4)
      const said = screen.getByText('There are 2 passes.')
      expect(said.getAttribute('role')).toBe('status')
      expect(field().getAttribute('aria-describedby')).toBe(said.id)
      await user.keyboard('{Backspace}')
      expect(loop()).toContain('of 2')
      await user.keyboard('{Enter}{Escape}')
      expect([document.activeElement, field().value]).toEqual([tree, '1'])
      expect(screen.queryByText(/There are/)).toBeNull()
    },
  )

  it('take the keyboard back to where it was, by whichever way the field was reached', async () => {
    await open(4)
    await waitFor(() => expect(loop()).toContain('of 2'))
    screen.getByRole('combobox', { name: 'Loop' }).focus()
    await user.keyboard('{Tab}')
    expect(document.activeElement).toBe(field())
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Loop' }))
  })

  it('are none on a line in no loop, with the reason', async () => {
    await open(1)
    expect(loop()).toContain('none here')
    expect(command('Next pass of the loop').title).toContain('This line is in no loop.')
  })
})

describe('timeline', () => {
  it('moves by keys, and marks moments that Page Up and Down go to', async () => {
    await open(4)
    strip().focus()
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
    expect(step()).toBe(15)
    await user.keyboard(`m{ArrowLeft}{ArrowLeft}${shifted('m')}{Home}{PageDown}`)
    expect(step()).toBe(13)
    await user.keyboard('{PageDown}')
    expect(step()).toBe(15)
    expect(localStorage.getItem('workbench.marks')).toContain('[13]')
    await user.keyboard(`{PageUp}${shifted('m')}{Home}{PageDown}m{Home}`)
    expect(localStorage.getItem('workbench.marks')).toBe('{}')
    await user.keyboard('{End}')
    expect(standing()).toBe('exit normal')
  })

  it('plays with Space from where it stands, round in a part, at a speed that keys change', async () => {
    await open(20)
    strip().focus()
    await user.keyboard('[[{ArrowRight}{ArrowRight}]')
    expect(screen.getByText(/loops 20–22/)).toBeTruthy()
    await user.keyboard('===')
    expect(screen.getByText('100 steps/s')).toBeTruthy()
    const seen = new Set<number | null>()
    const stop = placeAtom.subscribe(() => seen.add(step()))
    await user.keyboard(' ')
    await waitFor(() => expect([...seen].sort()).toEqual([20, 21, 22]))
    stop()
    await user.keyboard(' ')
    const rested = step()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(step()).toBe(rested)
    expect(screen.getByRole('button', { name: /Play/ })).toBeTruthy()
    await user.keyboard('{Escape}---')
    expect(screen.queryByText(/loops/)).toBeNull()
  })

  it('tells where passes were left out and where the trace was cut', async () => {
    await open(15, CUT_HOST)
    expect(strip().getAttribute('aria-valuetext')).toContain('passes of the loop before this one')
    await waitFor(() =>
      expect(document.querySelector('.loop-navigator')?.textContent).toContain('of 2 recorded'),
    )
    const box = { x: 0, y: 0, left: 0, top: 0, right: 800, bottom: 44, width: 800, height: 44 }
    strip().getBoundingClientRect = () => ({ ...box, toJSON: () => box })
    fireEvent.pointerMove(strip(), { clientX: 798, clientY: 30 })
    expect(strip().title).toBe(
      'The trace was cut here: recording stopped at the limit of 21 events',
    )
    const x = (15.5 / CUT_HOST.events.length) * 800
    fireEvent.pointerMove(strip(), { clientX: x, clientY: 30 })
    expect(strip().title).toBe('Passes of a loop were left out here')
  })
})
