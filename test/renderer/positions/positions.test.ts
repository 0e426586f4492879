import { expect, test, vi } from 'vitest'
import { groupHoldings } from '#renderer/positions/view/grouping.ts'
import { foldByInstrument } from '#renderer/positions/view/holding.ts'
import { minuteMs } from '#shared/durations.ts'
import type { PositionRow } from '#shared/model/portfolio.ts'
import { dec } from '../fixtures/data.ts'
import { positions } from '../fixtures/positions.ts'
import { emptyAnswers, failingAnswers } from '../fixtures/transport.ts'
import { show, words, rowOf } from './positions-screen.ts'

test('the shown symbols are reported to the host', async () => {
  const { transport, end } = await show()
  const reported = transport.calls.filter(({ method }) => method === 'attention.set').map(({ params }) => params)
  expect(reported.at(-1)).toMatchObject({
    isVisible: true,
    symbols: expect.arrayContaining(['AAPL@XNGS', 'ESZ6@XCME']),
  })
  await end()
})

test('one line shows the age of the positions; only a stale row has its own age', async () => {
  const now = Date.now()
  const at = (row: PositionRow, ageMs: number) => ({ ...row, fetchedAt: now - ageMs, staleAt: now - ageMs + minuteMs })
  const [apple, ...others] = positions(now)
  const { target, end } = await show({
    'positions.list': () => [at(apple!, 3 * minuteMs), ...others.map((row) => at(row, 10_000))],
  })
  expect([...target.querySelectorAll('th')].map(words).join()).not.toContain('Age')
  expect(words(target)).toMatch(/Updated 3 min ago/)
  expect([...target.querySelectorAll('tbody tr:has(time)')].map(words)).toEqual([words(rowOf(target, 'Apple'))])
  await end()
})

test('no accounts, no positions and a failed load have different messages', async () => {
  const unread = await show(emptyAnswers)
  expect(words(unread.target)).toContain('No accounts loaded yet')
  expect(words(unread.target)).not.toContain('No positions')
  await unread.end()
  const { 'accounts.list': _, ...withAccounts } = emptyAnswers
  const empty = await show(withAccounts)
  expect(words(empty.target)).toContain('No positions')
  await empty.end()
  const broken = await show(failingAnswers)
  expect(words(broken.find('[role=alert]'))).toContain('The cache cannot be read.')
  expect(words(broken.target)).not.toContain('No positions')
  await broken.end()
})

test('an address selects the order of the rows, which then can be changed', async () => {
  location.hash = '#/positions?sort=unrealized&order=ascending'
  const screen = await show()
  const sorted = () => screen.find('th[aria-sort=ascending], th[aria-sort=descending]')
  expect([words(sorted()).trim(), sorted().ariaSort]).toEqual(['Unrealized↑', 'ascending'])
  expect(location.hash).toBe('#/positions')
  const table = screen.find('table[role=treegrid]')
  const activeId = () => table.getAttribute('aria-activedescendant')
  const firstId = activeId()
  table.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
  await vi.waitFor(() => expect(activeId()).not.toBe(firstId))
  location.hash = '#/positions?sort=day&order=descending'
  await vi.waitFor(() => expect(words(sorted()).trim()).toBe('Day↓'))
  // The keyboard starts at the row that answers.
  expect(activeId()).toBe(firstId)
  location.hash = '#/positions?sort=no-column'
  await vi.waitFor(() => expect(location.hash).toBe('#/positions'))
  expect(words(sorted()).trim()).toBe('Day↓')
  location.hash = ''
  await screen.end()
})

test('a position without a market says so below its name, and groups of markets name it', async () => {
  const [row] = positions(Date.now())
  const held = {
    ...row!,
    symbol: 'ABCD',
    name: null,
    type: null,
    quantity: dec('3'),
    value: null,
    valueNote: { code: 'no-market' } as const,
  }
  const { target, end } = await show({ 'positions.list': () => [held] })
  expect(words(rowOf(target, 'ABCD'))).toMatch(/ABCD.*no market named/)
  expect(rowOf(target, 'ABCD').querySelector('a')?.title).toBe(
    'ABCD\nThe service names no market for it, so its price and reference data are unknown',
  )
  expect(
    groupHoldings(
      foldByInstrument([held], () => null),
      'market',
    )[0]?.title,
  ).toBe('no market named')
  await end()
})
