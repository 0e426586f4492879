import { expect, test, vi } from 'vitest'
import { parseDecimal, sum } from '../../../src/shared/decimal.ts'
import { spanOf } from '../../../src/renderer/performance/view/periods.ts'
import * as data from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import type { Mounted } from '../fixtures/page/mount.ts'
import { failing, offlineAnswers } from '../fixtures/transport.ts'
import { figures, performance, unknown } from './figures.ts'
import { beginAtScreen, button, called, show, words } from './performance-screen.ts'

/** The exact value of a figure in the sum. */
const exact = (screen: Mounted, figure: string) =>
  parseDecimal(screen.find(`tr[data-figure=${figure}] data`).getAttribute('value')!.split(' ')[0]!)

beginAtScreen()

test('the summary reads as a sum, and the figures on screen add up to the last digit', async () => {
  const screen = await show()
  const rows = [...screen.target.querySelectorAll('tr[data-figure]')].map((row) => words(row.querySelector('th')!))
  expect(rows.map((row) => row.replace(/ (start|end) of .*| now/, ''))).toEqual([
    'Value at the beginning',
    '+Net deposits',
    '+Realized profit',
    '+Unrealized profit',
    '+Income',
    '+Fees',
    '+Taxes',
    '=Value at the end',
  ])
  const parts = ['begin', 'netDeposits', 'realized', 'unrealized', 'income', 'fees', 'taxes']
  expect(sum(parts.map((part) => exact(screen, part)!))).toBe(exact(screen, 'end'))
  expect(screen.text()).toContain('The parts add up to the last digit.')
  await screen.end()
})

test('the contributions are shown with both signs and add up to the profit', async () => {
  const screen = await show()
  const list = screen.find('ul[aria-label="Contribution in USD"]')
  expect([...list.children].map(words)).toEqual(
    [
      'Apple Inc. ▲+5,210.41 USD',
      'VWCE@XETR ▲+1,300.08 USD',
      'Without an instrument ▼-84.00 USD',
      'Microsoft Corporation ▼-1,212.50 USD',
    ].map((text) => text.replaceAll(' USD', '\u00a0USD').replace(/\s+/g, ' ')),
  )
  expect(screen.text()).toContain('Together, the profit of the period')
  await screen.end()
})

test('a single rate of return is shown, several are named and none is chosen', async () => {
  const screen = await show()
  expect(words(screen.find('dd[data-figure=xirr]'))).toContain('8.12%')
  await screen.end()
  const several = await show({
    'performance.read': () => performance({ xirr: { roots: [0.1, 0.45], reason: 'several-rates' } }),
  })
  expect(words(several.find('dd[data-figure=xirr]'))).toBe(
    '— 2 rates fit the same flows: 10.00%, 45.00%. None is chosen.',
  )
  await several.end()
  const short = await show({ 'performance.read': () => performance({ xirr: { roots: [], reason: 'short-period' } }) })
  expect(words(short.find('dd[data-figure=xirr]'))).toBe('— No annual figure for less than a year.')
  await short.end()
})

test('the time-weighted return says how much it covers and where its gaps are', async () => {
  const screen = await show()
  expect(words(screen.find('dd[data-figure=twr]'))).toMatch(
    /^▲\+6\.41% 83\.3% of the days have a known value; 1 gap\. Days without a known value 4 Jan 2026 – 13 Jan 2026$/,
  )
  await screen.end()
})

test('with too few covered days there is neither drawdown nor volatility, and it is said why', async () => {
  const screen = await show({
    'performance.read': () => performance({ drawdown: null, volatility: null, coveredDays: 12 }),
  })
  for (const figure of ['drawdown', 'volatility'])
    expect(words(screen.find(`dd[data-figure=${figure}]`))).toBe('— Needs 60 days with a known return; there are 12.')
  await screen.end()
})

test('until the days are valued, the returns are being calculated and not unknown', async () => {
  const screen = await show({
    'performance.read': ({ isQuick }) => (isQuick ? performance({ twr: null }) : new Promise(() => undefined)),
  })
  expect(words(screen.find('dd[data-figure=twr]'))).toBe('calculating…')
  expect(exact(screen, 'end')).toBe('88954.105')
  await screen.end()
})

test('every figure opens its explanation with formula, inputs, rows and what is left out', async () => {
  const screen = await show()
  const opened = [...screen.target.querySelectorAll('button.explain')].map(words)
  expect(opened).toEqual(
    [
      ...['Value at the beginning', 'Net deposits', 'Realized profit', 'Unrealized profit', 'Income', 'Fees', 'Taxes'],
      ...['Value at the end', 'Money-weighted return', 'Time-weighted return', 'Maximum drawdown', 'Volatility'],
      'Contribution',
    ].map((title) => `How “${title}” is calculated`),
  )
  const income = screen.find('tr[data-figure=income] [popover]')
  income.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' }))
  await screen.settle()
  expect(called(screen, 'performance.explain')).toMatchObject([{ figure: 'income', of: null }])
  expect(words(income)).toContain('The sum of all dividends, coupons and interest.')
  expect(words(income)).toMatch(/Inputs Apple Inc\. Dividend · \d+ \w+ 20\d\d · as recorded ?24\.60.USD/)
  expect(words(income)).toContain('Left out Transactions of unknown kind3')
  expect(words(income)).toContain('The newest 1 of 12.')
  const links = [...income.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links[1]).toMatch(/^#\/transactions\?account=1900001&period=/)
  expect(links.at(-1)).toContain('kind=dividend&kind=coupon')
  await screen.end()
})

test('the period and the scope are kept in the address, and each change can be undone by going back', async () => {
  const screen = await show()
  const radio = (value: string) => screen.find<HTMLInputElement>(`input[type=radio][value="${value}"]`)
  radio('3y').click()
  await screen.settle()
  expect(location.hash).toBe('#/performance?period=3y')
  expect(called(screen, 'performance.read').at(-1)).toMatchObject({
    from: spanOf({ name: '3y' }, screen.app.now, null).from,
  })
  location.hash = '#/performance?symbol=AAPL%40XNGS&type=BONDS&currency=EUR&period=2025-01-01..2025-12-31'
  await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  await screen.settle()
  expect(called(screen, 'performance.read').at(-1)).toMatchObject({
    ...{ symbol: 'AAPL@XNGS', type: 'BONDS', currency: 'EUR' },
    ...{ from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) },
  })
  expect(words(screen.find('button[aria-label^="AAPL@XNGS"]'))).toBe('AAPL@XNGS')
  await screen.end()
})

test('the account of the window is part of the address, and an address chooses the account', async () => {
  const screen = await show()
  screen.app.accountId = '1900001'
  await screen.settle()
  expect(location.hash).toBe('#/performance?account=1900001')
  expect(called(screen, 'performance.read').at(-1)).toMatchObject({ accountId: '1900001' })
  location.hash = '#/performance?account='
  await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  await screen.settle()
  expect(screen.app.accountId).toBeNull()
  await screen.end()
})

test('the plain address leads to what was shown last', async () => {
  const screen = await show()
  screen.find<HTMLInputElement>('input[type=radio][value="year"]').click()
  await screen.settle()
  await screen.end()
  location.hash = '#/performance'
  const again = await show()
  expect(location.hash).toBe('#/performance?period=year')
  await again.end()
})

test('a history that is not loaded shows no figure, says how far it is and loads on request', async () => {
  const screen = await show({ 'performance.read': () => unknown('not-loaded', { coverage: 'partial' }) })
  expect(screen.text()).toContain('History not loaded yet')
  expect(screen.target.querySelector('tr[data-figure]')).toBeNull()
  button(screen.target, 'Load now').click()
  await screen.settle()
  expect(called(screen, 'sync.now').at(-1)).toEqual({ job: 'history' })
  await screen.end()
  const offline = await show({
    ...offlineAnswers(),
    'performance.read': () => unknown('not-loaded', { coverage: 'partial' }),
  })
  expect(button(offline.target, 'Load now').disabled).toBe(true)
  await offline.end()
})

test('several currencies without a base currency are shown one by one and not added', async () => {
  const byCurrency = [figures('EUR'), figures('USD')]
  const screen = await show({ 'performance.read': () => unknown('several-currencies', { byCurrency }) })
  expect(screen.text()).toContain('Nothing is added across currencies without a rate.')
  expect(
    [...screen.target.querySelectorAll('table[aria-label^="Change of value"]')].map(
      (each) => each.ariaLabel ?? each.getAttribute('aria-label'),
    ),
  ).toEqual(['Change of value in EUR', 'Change of value in USD'])
  await screen.end()
})

test('converted figures name their rates, currencies without one, and the figures by currency', async () => {
  const base = {
    ...figures('EUR'),
    rates: [
      {
        ...{ currency: 'USD', symbol: 'EURUSD@FX', rate: data.dec('0.92'), at: fixtureNow, isInverse: true, via: null },
      },
    ],
    notConverted: [{ currency: 'CHF', amount: data.dec('12'), problem: 'no-instrument' as const, names: [] }],
  }
  const screen = await show({
    'performance.read': () => performance({ ...figures('EUR'), byCurrency: [figures('EUR'), figures('USD')], base }),
  })
  expect(button(screen.target, '1 rate')).toBeDefined()
  expect(screen.text()).toContain('Not included: 12.00')
  expect(screen.text()).toContain('By currency: EUR, USD')
  await screen.end()
})

test('doubts are named: differences, missing prices and unknown costs', async () => {
  const screen = await show({
    'performance.read': () =>
      performance({
        inDoubt: ['MSFT@XNGS'],
        unpriced: [{ symbol: 'ZZZ@X', name: 'Zeta', at: 'begin' }],
        unknownCost: [{ symbol: 'QQQ@X', name: null, pieces: data.dec('5') }],
        ...{ begin: null, end: null, unrealized: null, remainder: null },
      }),
  })
  expect(screen.text()).toContain('They differ in MSFT@XNGS.')
  expect(screen.text()).toContain('At the beginning: Zeta.')
  expect(screen.text()).toContain('QQQ@X: their profit is part of what is not explained.')
  expect(words(screen.find('tr[data-figure=end] td'))).toBe('—')
  expect(words(screen.find('tr[data-figure=realized] td'))).toContain('312.4')
  expect(screen.text()).toContain('A part is not known, so the sum cannot be checked.')
  await screen.end()
})

test('a remainder is named with what it comes from', async () => {
  const screen = await show({
    'performance.read': () =>
      performance({
        remainder: data.dec('12.5'),
        end: data.dec('88966.605'),
        remainderParts: [{ reason: 'unknown-kind', amount: data.dec('12.5'), symbols: [] }],
      }),
  })
  expect(words(screen.find('tr[data-figure=remainder] th'))).toContain('transactions of unknown kind: +12.50')
  expect(screen.text()).toContain('The parts add up to the last digit.')
  await screen.end()
})

test('privacy mode hides every amount, keeps percentages, and exports nothing', async () => {
  const screen = await show({ 'settings.read': () => ({ ...data.settings, hideAmounts: true }) })
  const income = screen.find('tr[data-figure=income] [popover]')
  income.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' }))
  await screen.settle()
  const html = screen.target.innerHTML.replace(/(?<=\d),(?=\d)/g, '')
  for (const amount of ['81240', '88954', '2500', '312.4', '640.68', '5210', '1212', '24.6', '303.00', '28.5'])
    expect(html).not.toContain(amount)
  expect(words(screen.find('dd[data-figure=xirr]'))).toContain('8.12%')
  expect(button(screen.target, 'Export as CSV').disabled).toBe(true)
  await screen.end()
})

test('no account, an empty period and a failed read each have a message', async () => {
  const none = await show({ 'performance.read': () => unknown('no-account') })
  expect(none.text()).toContain('No account')
  await none.end()
  const nothing = await show({ 'performance.read': () => unknown('nothing') })
  expect(nothing.text()).toContain('Nothing in this period')
  await nothing.end()
  const failed = await show({ 'performance.read': failing('internal', 'The cache cannot be read.') })
  expect(failed.text()).toContain('Could not calculate the performance The cache cannot be read.')
  const before = called(failed, 'performance.read').length
  button(failed.target, 'Try again').click()
  await failed.settle()
  expect(called(failed, 'performance.read').length).toBeGreaterThan(before)
  await failed.end()
})

test('while another period is being read, the panels below stay', async () => {
  location.hash = '#/performance?period=year'
  const screen = await show({
    'performance.read': ({ from }) => (from < Date.UTC(2025, 0, 1) ? new Promise(() => undefined) : performance()),
  })
  const lots = screen.find('table[aria-label="Realized lots"]')
  screen.find<HTMLInputElement>('input[type=radio][value="3y"]').click()
  await vi.waitFor(() => expect(screen.find('.skeleton').getAttribute('aria-label')).toBe('Loading the performance'))
  expect(screen.find('table[aria-label="Realized lots"]')).toBe(lots)
  await screen.end()
})

test('a replay under way says how far it is', async () => {
  const screen = await show({ 'ledger.state': () => ({ phase: 'replaying', done: 40, total: 100 }) })
  expect(screen.text()).toContain('Calculating from the transactions, 40%')
  await screen.end()
})
