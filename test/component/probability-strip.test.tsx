import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConfidenceTable } from '../../renderer/src/ui/confidence-table.tsx'
import { ProbabilityStrip } from '../../renderer/src/ui/probability-strip.tsx'
import { must } from '../../shared/base/assert.ts'
import { partConfidences, stepConfidence } from '../../shared/model/confidence.ts'
import { madeTokens, scoredAnswer } from '../support/scored-answer.ts'
import { giveElementsASize } from './mount.tsx'

giveElementsASize()
const user = userEvent.setup()
afterEach(cleanup)

const { tokens, spans } = scoredAnswer()

function strip(): HTMLElement {
  return screen.getByRole('listbox', { name: /^Answer/ })
}

function active(list: HTMLElement): HTMLElement {
  const id = must(list.getAttribute('aria-activedescendant'), 'active option')
  return must(document.getElementById(id), id)
}

describe('the strip of an answer’s tokens', () => {
  it('names each token by its text, what it tells and how likely it was', () => {
    render(<ProbabilityStrip tokens={tokens} spans={spans} label="Answer" />)
    const names = within(strip())
      .getAllByRole('option')
      .map((option) => option.getAttribute('aria-label'))
    expect(names).toHaveLength(tokens.length)
    expect(names[0]).toBe('·<call>, event, < 0.1 %')
    expect(names[1]).toMatch(/^·L1, source line, /)
    expect(names[4]).toBe('·1e0, xs, locals, 0.4 %')
    expect(names.at(-1)).toMatch(/^·<end>, marker, 0\.3 %$/)
  })

  it('has a bar as thick as a token was likely, in the same colour for all', () => {
    const sure = [0.999, 0.5, 0.01].map((p) => ({ text: 'x', logProbability: Math.log(p) }))
    const dark = { text: 'x', logProbability: null }
    render(<ProbabilityStrip tokens={[...sure, dark]} spans={[]} label="Answer" />)
    const bars = [...document.querySelectorAll<HTMLElement>('.probability-bar')]
    expect(bars.map(({ style }) => style.height)).toEqual(['7px', '4px', '1px'])
    expect(new Set(bars.map(({ className }) => className)).size).toBe(1)
    expect(within(strip()).getAllByRole('option').at(-1)?.getAttribute('aria-label')).toContain(
      'no probability told',
    )
  })

  it('is walked by keys, which tell of the variable that a token is of', async () => {
    const onToken = vi.fn()
    render(<ProbabilityStrip tokens={tokens} spans={spans} label="Answer" onToken={onToken} />)
    strip().focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(onToken).toHaveBeenLastCalledWith(2, 'xs')
    await user.keyboard('{End}')
    expect(active(strip()).getAttribute('aria-label')).toContain('<end>')
    await user.keyboard('{Home}{ArrowLeft}')
    expect(active(strip()).getAttribute('aria-posinset')).toBe('1')
  })

  it('shows on Enter what could have stood there, and goes on from another', async () => {
    const onContinueFrom = vi.fn()
    render(
      <ProbabilityStrip
        tokens={tokens}
        spans={spans}
        label="Answer"
        onContinueFrom={onContinueFrom}
      />,
    )
    strip().focus()
    await user.keyboard('{ArrowRight}{Enter}')
    const list = screen.getByRole('listbox', { name: 'What could stand in place of token 1' })
    expect(document.activeElement).toBe(list)
    const rows = within(list).getAllByRole('option')
    // The five that the graph holds most likely, and the one that stands there.
    expect(rows).toHaveLength(6)
    expect(rows.at(-1)?.querySelector('.visually-hidden')?.textContent).toBe(
      '·L1, 0.2 %, stands here',
    )
    expect(screen.getByText(/^all other tokens /)).toBeTruthy()
    await user.keyboard('{ArrowDown}{Enter}')
    const second = must(tokens[1]?.alternatives?.[1], 'alternative')
    expect(onContinueFrom).toHaveBeenCalledExactlyOnceWith(1, second)
    await user.keyboard('{End}{Enter}')
    expect(onContinueFrom).toHaveBeenCalledTimes(1)
    const button = screen.getByRole('button', { name: /^Continue from/ })
    expect(button.title).toBe('The answer goes on with this one.')
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(strip())
  })

  it('says why nothing can be gone on from, and where an engine tells no alternatives', async () => {
    const onContinueFrom = vi.fn()
    const props = { spans: [], label: 'Answer', onContinueFrom, reason: 'The model is busy.' }
    render(<ProbabilityStrip tokens={madeTokens(2)} {...props} />)
    expect(screen.getByText('The engine tells no alternatives to this token.')).toBeTruthy()
    strip().focus()
    await user.keyboard('{ArrowRight}{Enter}{Enter}')
    expect(onContinueFrom).not.toHaveBeenCalled()
    expect(screen.getByRole('button').title).toBe('The model is busy.')
  })

  it('draws of a long answer what is on screen, with every token numbered', async () => {
    const long = madeTokens(4000)
    render(<ProbabilityStrip tokens={long} spans={[]} label="Answer" />)
    const drawn = (): number => strip().querySelectorAll('[role="option"]').length
    expect(drawn()).toBeLessThan(500)
    strip().focus()
    await user.keyboard('{End}')
    fireEvent.scroll(strip())
    const option = active(strip())
    expect(option.getAttribute('aria-posinset')).toBe('4000')
    expect(option.getAttribute('aria-setsize')).toBe('4000')
    await user.keyboard('{ArrowUp}')
    const posinset = Number(active(strip()).getAttribute('aria-posinset'))
    expect(posinset).toBeLessThan(4000)
    expect(posinset).toBeGreaterThan(3900)
    expect(drawn()).toBeLessThan(500)
  })

  it('shows what cannot be seen', () => {
    const odd = ['\n', ' ', '\0', ''].map((text) => ({ text, logProbability: -0.1 }))
    render(<ProbabilityStrip tokens={odd} spans={[]} label="Answer" />)
    const options = within(strip()).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['⏎', '·', '␀', '…'])
    expect(options.map((one) => one.getAttribute('aria-label')?.split(',')[0])).toEqual([
      'line break',
      'space',
      '␀',
      'part of a character',
    ])
  })
})

describe('the table of confidence', () => {
  it('tells of each variable the least likely token, the mean and the entropy, and that it is a bound', async () => {
    const onToken = vi.fn()
    const parts = partConfidences(tokens, spans)
    render(<ConfidenceTable step={stepConfidence(tokens)} parts={parts} onToken={onToken} />)
    const row = must(screen.getByRole('rowheader', { name: 'xs' }).closest('tr'), 'row')
    const cells = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells[0]).toBe('6')
    expect(cells[1]).toBe('< 0.1 %')
    expect(cells[3]).toMatch(/^≥ \d\.\d\d bits$/)
    expect(screen.getByText(/^≥: the alternatives that the engine tells leave up to/)).toBeTruthy()
    await user.click(within(row).getByRole('button'))
    // ` [`, the least likely token of the whole answer.
    expect(onToken).toHaveBeenCalledExactlyOnceWith(3)
    expect(screen.queryByRole('rowheader', { name: 'marker' })).toBeNull()
  })

  it('says that an engine tells no probabilities', () => {
    render(<ConfidenceTable step={null} parts={[]} />)
    expect(screen.getByText('This engine tells no probabilities.')).toBeTruthy()
  })
})
