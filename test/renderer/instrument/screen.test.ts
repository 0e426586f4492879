import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { instrumentHref } from '../../../src/renderer/navigation/instrument-address.ts'
import Instrument from '../../../src/renderer/instrument/Instrument.svelte'
import { unknownPerformance } from '../../../src/main/insight/performance/figures.ts'
import type { Params } from '../../../src/shared/contract/contract.ts'
import type { IncomeRow } from '../../../src/shared/model/ledger/income.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { dec, settings } from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { positionCurves, positions } from '../fixtures/portfolio.ts'
import { instrumentView, readPart, unreadPart } from '../fixtures/instrument.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { failing, fixtureTransport, type Answers } from '../fixtures/transport.ts'

let page: Mounted
afterEach(async () => {
  if (page.target.isConnected) await page.end()
  location.hash = ''
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
beforeEach(() => void (location.hash = ''))

async function open(symbol: string, overrides: Partial<Answers> = {}): Promise<Mounted> {
  location.hash = instrumentHref(symbol)
  page = await mountInApp(Instrument, {}, fixtureTransport(overrides))
  return page
}
const section = (id: string) => page.find(`[data-section="${id}"]`).textContent.replace(/\s+/g, ' ')
const followed = () =>
  page.transport.calls
    .filter(({ method }) => method === 'instruments.follow')
    .map(({ params }) => params as Params<'instruments.follow'>)

test('an equity shows its name, price, market and parts, and sets the title of the window', async () => {
  await open('AAPL@XNGS')
  const text = page.text()
  expect(page.find('h1').textContent).toBe('Apple Inc.')
  expect(page.app.heading).toBe('Apple Inc.')
  expect(page.find('header').textContent.replace(/\s+/g, ' ')).toMatch(/227\.48 USD.*open, closes in 2 h 1\d min/)
  for (const words of [
    'Order book',
    'Latest trades',
    'Option chain',
    'Trading hours',
    'Dividends',
    'No splits announced',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('Index constituents')
  expect(section('params')).toMatch(/Hard to borrow, halted for 2 days.*25%.*—/)
  expect(section('dividends')).toContain('upcoming')
})

test('the shown parts are reported to the host at once, every 20 s, and when the screen closes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await open('AAPL@XNGS')
  expect(followed().at(-1)).toMatchObject({
    symbol: 'AAPL@XNGS',
    isVisible: true,
    again: false,
    chain: { root: null, expiration: null },
  })
  expect(new Set(followed().at(-1)?.parts)).toEqual(new Set(instrumentView('AAPL@XNGS').parts))
  const before = followed().length
  vi.advanceTimersByTime(40_000)
  expect(followed().length).toBe(before + 2)
  await page.end()
  expect(followed().at(-1)).toMatchObject({ parts: [], isVisible: false })
  expect(new Set(followed().map(({ viewId }) => viewId)).size).toBe(1)
})

test('each part shows its own problem and can be reloaded', async () => {
  await open('AAPL@XNGS', {
    'instruments.read': ({ symbol }) =>
      instrumentView(symbol, { params: { ...unreadPart, isAsked: false, problem: 'The service does not respond.' } }),
    'instruments.book': () => ({ ...unreadPart, isForbidden: true }),
    'instruments.trades': failing('internal', 'The cache cannot be read.'),
  })
  expect(section('params')).toContain('The service does not respond.')
  expect(section('book')).toContain('not permitted')
  expect(section('trades')).toContain('The cache cannot be read.')
  expect(section('dividends')).toContain('0.26 USD')
  page.find<HTMLButtonElement>('[data-section="params"] button.reload').click()
  await page.settle()
  expect(followed().filter(({ again }) => again)).toMatchObject([{ parts: ['params'] }])
  expect(followed().at(-1)?.parts.length).toBeGreaterThan(1)
})

test('a costly part is busy only while it is in the viewport, where it is read', async () => {
  let show = (): void => undefined
  class FarBelow {
    constructor(tell: IntersectionObserverCallback) {
      this.observe = (target) => {
        if (!target.querySelector('[data-section="book"]')) return
        show = () => tell([{ isIntersecting: true } as IntersectionObserverEntry], {} as IntersectionObserver)
      }
    }
    observe: (target: Element) => void
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', FarBelow)
  await open('AAPL@XNGS', {
    'instruments.read': ({ symbol }) => instrumentView(symbol, { params: unreadPart }),
    'instruments.book': () => unreadPart,
  })
  const busy = () =>
    [...page.target.querySelectorAll('[aria-busy="true"] [data-section]')].map((each) =>
      each.getAttribute('data-section'),
    )
  expect(busy()).toEqual(['params'])
  show()
  await page.settle()
  expect(busy()).toEqual(['book', 'params'])
  expect(followed().at(-1)?.parts).toContain('book')
})

test('the reason of a refused reload is shown in the part', async () => {
  await open('AAPL@XNGS', {
    'instruments.follow': ({ again }) => {
      if (again) throw new AppError('invalid', 'Tidemark is paused.')
    },
  })
  page.find<HTMLButtonElement>('[data-section="book"] button.reload').click()
  await page.settle()
  expect(section('book')).toContain('Tidemark is paused.')
})

test('only events about this instrument reload its parts', async () => {
  await open('AAPL@XNGS')
  const count = (name: string) => page.transport.calls.filter(({ method }) => method === name).length
  const books = () => count('instruments.book')
  const trades = () => count('instruments.trades')
  const before = books()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  page.transport.emit('instrument.changed', { symbol: 'MSFT@XNGS', part: 'book' })
  page.transport.emit('instrument.changed', { symbol: 'AAPL@XNGS', part: 'trades' })
  // A reload would be a pending timer, or would have started at once.
  const tradesBefore = trades()
  await vi.runAllTimersAsync()
  expect(trades()).toBe(tradesBefore + 1)
  expect(books()).toBe(before)
  vi.useRealTimers()
  page.transport.emit('instrument.changed', { symbol: 'AAPL@XNGS', part: 'book' })
  await vi.waitFor(() => expect(books()).toBe(before + 1))
})

test('unreadable trades are counted', async () => {
  await open('AAPL@XNGS', { 'instruments.trades': () => readPart({ trades: [], leftOut: 3 }) })
  expect(section('trades')).toContain('3 skipped')
})

test('a crossed book and an empty book say so', async () => {
  const level = { price: dec('10'), size: dec('1'), total: dec('1') }
  const crossed = {
    asks: [level],
    bids: [{ ...level, price: dec('11') }],
    spread: dec('-1'),
    spreadPercent: null,
    imbalance: dec('0'),
    isCrossed: true,
    leftOut: 2,
  }
  await open('AAPL@XNGS', { 'instruments.book': () => readPart(crossed) })
  expect(section('book')).toMatch(/crossed.*2 skipped.*Spread -1/)
  await page.end()
  await open('AAPL@XNGS', {
    'instruments.book': () => readPart({ ...crossed, asks: [], bids: [], spread: null, isCrossed: false, leftOut: 0 }),
  })
  expect(section('book')).toContain('The order book is empty')
})

test('an unknown symbol, an invalid one and a missing one have their own messages', async () => {
  await open('NOPE@XXXX', {
    'instruments.read': ({ symbol }) =>
      instrumentView(symbol, {
        listed: null,
        parts: ['details'],
        details: { ...unreadPart, isAsked: false, problem: 'No such instrument.' },
      }),
  })
  expect(page.text()).toContain('Unknown instrument No such instrument.')
  expect(page.target.querySelector('[data-section="quote"]')).toBeNull()
  await page.end()
  await open('SBER', { 'instruments.read': failing('invalid', 'Write ticker@mic.') })
  expect(page.text()).toContain('Not a valid instrument symbol Write ticker@mic.')
  await page.end()
  location.hash = '#/instrument/'
  page = await mountInApp(Instrument, {})
  expect(page.text()).toContain('This address does not name an instrument')
})

test('an archived instrument and one that is no longer listed are marked', async () => {
  await open('TWTR@XNYS')
  expect(page.find('header').textContent).toContain('archived')
  await page.end()
  await open('GONE@XNYS')
  expect(page.find('header').textContent).toContain('no longer listed')
})

test('a checkbox adds the instrument to a watchlist and removes it', async () => {
  await open('AAPL@XNGS')
  page.find<HTMLButtonElement>('button.watch').click()
  await page.settle()
  const [technology, ideas] = page.target.querySelectorAll<HTMLInputElement>('header input[type=checkbox]')
  expect([technology?.checked, ideas?.checked]).toEqual([true, false])
  ideas?.click()
  await page.settle()
  technology?.click()
  await page.settle()
  const done = page.transport.calls.filter(({ method }) => /addSymbol|removeSymbol/.test(method))
  expect(done.map(({ method, params }) => [method, params])).toEqual([
    ['watchlists.addSymbol', { id: 'w2', symbol: 'AAPL@XNGS' }],
    ['watchlists.removeSymbol', { id: 'w1', symbol: 'AAPL@XNGS' }],
  ])
})

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
  const curve = { ...positionCurves(Date.now(), 'AAPL', 0)[0]!, valueNote: 'A future has a margin, not a value' }
  const points = curve.points.map((point) => ({ ...point, value: null }))
  await open('ESZ6@XCME', { 'positions.history': () => [{ ...curve, points }] })
  await vi.waitFor(() => expect(section('position')).toContain('A future has a margin, not a value'))
  await page.app.togglePrivacy()
  page.find<HTMLInputElement>('[data-section="position"] input[value="quantity"]').click()
  await page.settle()
  expect(section('position')).toContain('1 gap')
  expect(page.find('[data-section="position"] figcaption').textContent).not.toMatch(/1[02]0/)
})

test('a selected expiry is followed and loaded', async () => {
  await open('AAPL@XNGS')
  const select = page.find<HTMLSelectElement>('[data-section="options"] select')
  select.value = '2027-02-19'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await page.settle()
  expect(followed().at(-1)?.chain).toEqual({ root: null, expiration: '2027-02-19' })
  expect(page.transport.calls.findLast(({ method }) => method === 'instruments.chain')?.params).toEqual({
    symbol: 'AAPL@XNGS',
    root: null,
    expiration: '2027-02-19',
  })
})

test('open lots show cost, price, age and profit each, and an unknown cost is named', async () => {
  await open('AAPL@XNGS')
  const rows = [...page.find('[aria-label="Open lots"]').querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim()),
  )
  expect(rows[0]?.slice(1)).toEqual(['60', '9,000.00 USD', '150.00', '▲+4,648.80 USD', '800 d'])
  expect(rows[2]).toEqual(['before the first transaction', '20', 'unknown', '—', '—', '—'])
  expect(section('position')).toContain('cost 18,200.00 USD break-even 182.00 without 20 pieces of unknown cost')
})

test('the average price and working orders are lines, and are in the words below the chart', async () => {
  await open('AAPL@XNGS')
  expect(section('prices')).toContain('average price 171.08')
  expect(section('prices')).toMatch(/(Buy|Sell) [a-z ,]+ 50 pcs at [\d.]+/)
})

test('several accounts are added in a line of their own, with the currency of each figure', async () => {
  const [apple] = positions(fixtureNow)
  await open('AAPL@XNGS', {
    'positions.list': () => [apple!, { ...apple!, accountId: 'TRQD05:989213', unrealizedPnl: null }],
  })
  expect(page.find('[aria-label="All accounts together"]').textContent.replace(/\s+/g, ' ')).toMatch(
    /Quantity 240.*Value 54,595\.20 USD.*Day ▼-288\.00 USD.*Unrealized —/,
  )
  expect(section('position')).toContain('▼-144.00 USD')
})

test('what the instrument brought is from the ledger, since its first transaction', async () => {
  const unknown = unknownPerformance('nothing', { from: 0, to: 1, method: 'fifo' })
  const known = { realized: dec('10'), income: dec('3'), fees: dec('2'), taxes: dec('0.5') }
  await open('AAPL@XNGS', {
    'performance.read': () => ({
      ...unknown,
      coverage: 'whole',
      byCurrency: [{ ...unknown, ...known, currency: 'USD' }],
    }),
  })
  expect(page.find('[aria-label="Since the first transaction"]').textContent.replace(/\s+/g, ' ')).toMatch(
    /Realized ▲\+10\.00 USD.*Income 3\.00 USD.*Fees 2\.00 USD.*Taxes 0\.50 USD.*Total ▲\+10\.50 USD/,
  )
})

test('what was received stands beside a dividend, and privacy mode hides it', async () => {
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

test('own trades are drawn on the price, and the pieces over time are exact since the first purchase', async () => {
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
