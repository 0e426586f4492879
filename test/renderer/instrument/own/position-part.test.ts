import { expect, test, vi } from 'vitest'
import { unknownPerformance } from '#main/insight/performance/figures.ts'
import type { Params } from '#shared/contract/contract.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import { dec, settings } from '../../fixtures/data.ts'
import { fixtureNow } from '../../fixtures/fixture-now.ts'
import { instrumentView } from '../../fixtures/instrument.ts'
import { positionCurves, positions } from '../../fixtures/positions.ts'
import { page, closeAfterEachTest, open, section } from '../open-screen.ts'

closeAfterEachTest()

test('positions and transactions of this instrument are shown, with a link to all transactions', async () => {
  await open('AAPL@XNGS')
  expect(section('position')).toContain('1900001')
  const request = page.transport.calls.findLast(({ method }) => method === 'transactions.page')?.params
  expect(request).toMatchObject({ filter: { conditions: [{ field: 'symbol', values: ['AAPL@XNGS'] }] }, limit: 6 })
  expect(page.find('[data-section="transactions"] a').getAttribute('href')).toBe('#/transactions?symbol=AAPL%40XNGS')
})

test('the recorded position is drawn with its gap, by value or by quantity', async () => {
  await open('AAPL@XNGS', { 'positions.quantities': () => [] })
  await vi.waitFor(() => expect(section('position')).toMatch(/Position over time.*low .*USD.*high .*USD.*1 gap/))
  const choose = async (label: string) => {
    const labels = [...page.target.querySelectorAll('[data-section="position"] label')]
    const chosen = labels.find(({ textContent }) => textContent.trim() === label)
    chosen?.querySelector('input')?.click()
    await page.settle()
  }
  await choose('Quantity')
  expect(section('position')).toMatch(/\+20\spcs.*low 100\spcs.*high 120\spcs/)
  await choose('1D')
  expect(page.transport.calls.findLast(({ method }) => method === 'positions.history')?.params).toMatchObject({
    accountId: null,
    symbol: 'AAPL@XNGS',
  })
})

test('a future has a recorded quantity but no value; privacy mode hides the quantity', async () => {
  const curve = { ...positionCurves(Date.now(), 'AAPL', 0)[0]!, valueNote: { code: 'future' } as const }
  const points = curve.points.map((point) => ({ ...point, value: null }))
  await open('ESZ6@XCME', { 'positions.history': () => [{ ...curve, points }] })
  await vi.waitFor(() => expect(section('position')).toContain('A future has a margin, not a value'))
  await page.app.togglePrivacy()
  page.find<HTMLInputElement>('[data-section="position"] input[value="quantity"]').click()
  await page.settle()
  expect(section('position')).toContain('1 gap')
  expect(page.find('[data-section="position"] figcaption').textContent).not.toMatch(/1[02]0/)
})

test('open lots show cost, price, age and profit, and pieces of unknown cost are named', async () => {
  await open('AAPL@XNGS')
  const rows = [...page.find('[aria-label="Open lots"]').querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim()),
  )
  expect(rows[0]?.slice(1)).toEqual(['60', '9,000.00 USD', '150.00', '▲+4,648.80 USD', '800 d'])
  expect(rows[2]).toEqual(['before the first transaction', '20', 'unknown', '—', '—', '—'])
  expect(section('position')).toContain(
    'cost 18,200.00 USD break-even before commissions 182.00 without 20 pieces of unknown cost',
  )
  expect(section('position')).toContain('If pieces came by a spin-off, their cost is not known')
})

test('the average price and working orders are lines in the chart and are named below it', async () => {
  await open('AAPL@XNGS')
  expect(section('prices')).toContain('average price 171.08')
  expect(section('prices')).toMatch(/(Buy|Sell) [a-z ,]+ 50 pcs at [\d.]+/)
})

test('several accounts have a line with their sums, and each figure has its currency', async () => {
  const [apple] = positions(fixtureNow)
  await open('AAPL@XNGS', {
    'positions.list': () => [apple!, { ...apple!, accountId: 'TRQD05:989213', unrealizedPnl: null }],
  })
  expect(page.find('[aria-label="All accounts together"]').textContent.replace(/\s+/g, ' ')).toMatch(
    /Quantity 240.*Value 54,595\.20 USD.*Day ▼-288\.00 USD.*Unrealized —/,
  )
  expect(section('position')).toContain('▼-144.00 USD')
})

test('the result of the instrument comes from the ledger, with the lots at the current price', async () => {
  const unknown = unknownPerformance('nothing', { from: 0, to: 1, method: 'fifo' })
  const known = { realized: dec('10'), unrealized: dec('4'), income: dec('3'), fees: dec('2'), taxes: dec('0.5') }
  await open('AAPL@XNGS', {
    'performance.read': () => ({
      ...unknown,
      coverage: 'whole',
      byCurrency: [{ ...unknown, ...known, currency: 'USD' }],
    }),
  })
  expect(page.find('[aria-label="Since the first transaction"]').textContent.replace(/\s+/g, ' ')).toMatch(
    /Realized ▲\+10\.00 USD.*Unrealized ▲\+4,548\.00 USD.*Income 3\.00 USD.*Fees 2\.00 USD.*Taxes 0\.50 USD.*Total ▲\+4,558\.50 USD/,
  )
})

test('the received amount is shown beside a dividend, and privacy mode hides it', async () => {
  const paid: Omit<IncomeRow, 'date'> = {
    ...{ accountId: '1900001', symbol: 'AAPL@XNGS', kind: 'dividend', state: 'partial', lateDays: 0, expected: null },
    ...{ currency: 'USD', gross: dec('31.2'), tax: dec('3.12'), net: dec('28.08'), transactionIds: [], rule: [] },
    ...{ name: null, each: null, pieces: null, isUncertain: false, candidates: [], source: 'event', endsOn: null },
  }
  const date = instrumentView('AAPL@XNGS').dividends.value?.find((each) => each.date !== null)?.date ?? ''
  // Only the income of this instrument is requested.
  const list = ({ symbol }: Params<'income.list'>): IncomeRow[] => (symbol === 'AAPL@XNGS' ? [{ ...paid, date }] : [])
  await open('AAPL@XNGS', { 'income.list': list })
  expect(section('dividends')).toMatch(/received 31\.20 USD\s+less than expected/)
  await page.end()
  await open('AAPL@XNGS', {
    'income.list': list,
    'settings.read': () => ({ ...settings, hideAmounts: true }),
  })
  expect(section('dividends')).toContain('received •••hidden')
  expect(page.find('[data-section="dividends"]').innerHTML).not.toMatch(/31\.2|3\.12/)
})

test('own trades are drawn in the price chart, and the pieces over time are exact since the first purchase', async () => {
  await open('AAPL@XNGS')
  page.find<HTMLInputElement>('[data-section=prices] input[value=All]').click()
  await page.settle()
  expect(section('prices')).toMatch(/own trades: \d+ purchases? at/)
  page.find<HTMLInputElement>('[data-section=position] input[value=quantity]').click()
  page.find<HTMLInputElement>('[data-section=position] input[value=All]').click()
  await page.settle()
  expect(section('position')).toContain('Exact pieces after each transaction.')
  expect(section('position')).toMatch(/\+60 pcs .*low 60 pcs high 120 pcs/)
})
