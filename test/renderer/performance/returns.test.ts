import { expect, test } from 'vitest'
import { parseDecimal, sum } from '#shared/decimal.ts'
import type { Mounted } from '../fixtures/page/mount.ts'
import { performance } from './figures.ts'
import { startAtScreen, show, words } from './performance-screen.ts'

/** The exact value of a figure in the summary. */
const exact = (screen: Mounted, figure: string) =>
  parseDecimal(screen.find(`tr[data-figure=${figure}] data`).getAttribute('value')!.split(' ')[0]!)

startAtScreen()

test('the summary is a sum, and its figures on screen add up exactly', async () => {
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

test('the contributions to the profit of the period are shown with both signs', async () => {
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

test('a single rate of return is shown; of several rates none is chosen', async () => {
  const screen = await show()
  expect(words(screen.find('dd[data-figure=xirr]'))).toContain('8.12%')
  await screen.end()
  const several = await show({
    'performance.read': () =>
      performance({ xirr: { roots: [0.1, 0.45], reason: 'several-rates', periodReturn: null } }),
  })
  expect(words(several.find('dd[data-figure=xirr]'))).toBe(
    '— 2 rates fit the same flows: 10.00%, 45.00%. None is chosen.',
  )
  await several.end()
  const short = await show({
    'performance.read': () => performance({ xirr: { roots: [], reason: 'short-period', periodReturn: 0.01 } }),
  })
  expect(words(short.find('dd[data-figure=xirr]'))).toBe(
    '— 1.00% in the period. No annual figure for less than a year.',
  )
  await short.end()
})

test('the time-weighted return shows its covered days and its gaps', async () => {
  const screen = await show()
  expect(words(screen.find('dd[data-figure=twr]'))).toMatch(
    /^▲\+6\.41% 97\.3% of the days have a return, 83\.3% a known value; 1 gap\. Days without a return 4 Jan 2026 – 13 Jan 2026: The value is not known\.$/,
  )
  await screen.end()
})

test('with too few covered days there is neither drawdown nor volatility, and the reason is shown', async () => {
  const screen = await show({
    'performance.read': () => performance({ drawdown: null, volatility: null, coveredDays: 12 }),
  })
  for (const figure of ['drawdown', 'volatility'])
    expect(words(screen.find(`dd[data-figure=${figure}]`))).toBe('— Needs 60 days with a known return; there are 12.')
  await screen.end()
})

test('while the days are being valued, the returns are marked as calculating, not as unknown', async () => {
  const screen = await show({
    'performance.read': ({ isQuick }) => (isQuick ? performance({ twr: null }) : new Promise(() => undefined)),
  })
  expect(words(screen.find('dd[data-figure=twr]'))).toBe('calculating…')
  expect(exact(screen, 'end')).toBe('88954.105')
  await screen.end()
})

test('every figure has an explanation with formula, inputs, rows and left-out transactions', async () => {
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
  expect(screen.sent('performance.explain')).toMatchObject([{ figure: 'income', figureCurrency: null }])
  expect(words(income)).toContain('The sum of all dividends, coupons and interest.')
  expect(words(income)).toMatch(/Inputs Apple Inc\. Dividend · \d+ \w+ 20\d\d · as recorded ?24\.60.USD/)
  expect(words(income)).toContain('Left out Transactions of unknown kind3')
  expect(words(income)).toContain('The newest 1 of 12.')
  const links = [...income.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links[1]).toMatch(/^#\/transactions\?account=1900001&period=/)
  expect(links.at(-1)).toContain('kind=dividend&kind=coupon')
  await screen.end()
})
