import { expect, test } from 'vitest'
import { subtotalInBase, subtotals } from '#renderer/positions/view/grouping.ts'
import type { PositionRow } from '#shared/model/portfolio.ts'
import * as data from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { bond, positions } from '../fixtures/positions.ts'
import { show, words, rowOf, cellsOf } from './positions-screen.ts'

test('the price of a bond is in percent, its value in money', async () => {
  const { target, end } = await show()
  expect(cellsOf(target, 'US Treasury')).toMatchObject({
    Price: '99.4844%',
    Average: '98.2500%',
    Value: '9,948.44 USD',
  })
  await end()
})

test('the day and the unrealized profit are in the currency of the position, with their percentage below', async () => {
  const { target, end } = await show()
  const { Day, Unrealized } = cellsOf(target, 'Apple')
  expect([Day, Unrealized]).toEqual(['▼-144.00 USD ▼-0.52%', '▲+6,767.60 USD ▲+32.96%'])
  await end()
})

test('the cost is the value without the unrealized profit, and unknown without one of them', async () => {
  const { target, end } = await show()
  expect(cellsOf(target, 'Apple')['Cost']).toBe('20,530.00 USD')
  expect(cellsOf(target, 'ZZZQ@XNGS')['Cost']).toBe('—')
  const [known, partial] = [positions(fixtureNow)[0]!, { ...positions(fixtureNow)[0]!, unrealizedPnl: null }]
  const [sum] = subtotals([known, partial])
  expect(sum?.cost).toEqual({ amount: '20530', missing: 1 })
  expect(
    subtotalInBase([{ ...known, valueInBase: data.dec('50'), unrealizedInBase: data.dec('-7') }], 'EUR').cost,
  ).toEqual({
    ...{ amount: '57', missing: 0 },
  })
  await end()
})

test('unknown figures are shown as "—", and the value explains why', async () => {
  const { target, end } = await show()
  const cells = cellsOf(target, 'ZZZQ@XNGS')
  expect(cells).toMatchObject({
    Average: '—',
    Price: '—',
    Value: '—',
    Weight: '—',
    Day: '—',
    Unrealized: '—',
    'Maint. margin': '—',
  })
  expect(rowOf(target, 'ZZZQ@XNGS').innerHTML).toContain('The service states no price or quantity')
  await end()
})

test('there is one sum per currency, with the number of positions that are not included', async () => {
  const { target, end } = await show()
  const sums = [...target.querySelectorAll('tfoot tr')].map(words)
  expect(sums).toHaveLength(3)
  expect(sums.find((sum) => sum.includes('EUR'))).toContain('11,039.80 EUR')
  // 27297.6 + 25864.2 - 5250.4 + 9948.4375 + 5422.65; the future is not valued.
  expect(sums.find((sum) => sum.includes('USD'))).toMatch(/63,282\.49 USD\s*1 not included/)
  await end()
})

test('privacy mode hides amounts and quantities but shows prices', async () => {
  const amounts = [
    '27297.6',
    '25864.2',
    '5250.4',
    '11039.8',
    '9948.4',
    '5422.65',
    '6767.6',
    '1738.2',
    '63282',
    '6824.4',
    '5000<',
  ]
  const shown = (html: string) => {
    const digits = html.replace(/(?<=\d),(?=\d)/g, '')
    return amounts.filter((amount) => digits.includes(amount))
  }
  const open = await show()
  expect(shown(open.target.innerHTML)).toEqual(amounts)
  await open.end()
  const hidden = await show({ 'settings.read': () => ({ ...data.settings, hideAmounts: true }) })
  expect(shown(hidden.target.innerHTML)).toEqual([])
  const { Quantity, Value, Price } = cellsOf(hidden.target, 'Apple Inc.')
  expect([Quantity, Value, Price]).toEqual(['•••hidden', '•••hidden', '227.48'])
  await hidden.end()
})

const daysTo = (date: string) => Math.ceil((Date.parse(date) - fixtureNow) / data.day)

test('a bond expands to its next coupon, accrued interest, yield and maturity, for all its pieces', async () => {
  const { target, settle, end } = await show()
  rowOf(target, 'US Treasury').querySelector('button')?.click()
  await settle()
  const line = words(rowOf(target, 'Yield to maturity'))
  expect(line).toContain('225.00 USD projected')
  expect(line).toContain('6.20 USD 0.62 USD each')
  expect(line).toContain('4.62%')
  expect(line).toContain(`${daysTo('2033-11-15').toLocaleString('en')} d`)
  await end()
})

test('a contract shows the days to its expiry, and why it has none', async () => {
  const now = fixtureNow
  const dateAfter = (days: number) => new Date(now + days * data.day).toISOString().slice(0, 10)
  const [future] = positions(now).filter(({ type }) => type === 'FUTURES')
  const contract = (symbol: string, over: Partial<PositionRow>): PositionRow => ({
    ...future!,
    symbol,
    name: symbol,
    ...over,
  })
  const { target, end } = await show({
    'settings.read': () => ({ ...data.settings, positionColumns: ['maturity'] }),
    'positions.list': () => [
      contract('A@X', { expiresOn: dateAfter(12) }),
      contract('B@X', { expiresOn: dateAfter(0) }),
      contract('C@X', { expiresOn: dateAfter(-1) }),
      contract('D@X', { expiresOn: null, isReferenceRead: false }),
      contract('E@X', { expiresOn: null }),
    ],
  })
  const left = ['A@X', 'B@X', 'C@X', 'D@X', 'E@X'].map((name) => cellsOf(target, name)['Days left'])
  expect(left).toEqual(['12 d', 'today', 'expired', '—', '—'])
  const why = (name: string) => rowOf(target, name).querySelector('td:last-child span')?.getAttribute('title')
  expect(why('C@X')).toMatch(/^Expired on .*, and is still held$/)
  expect(why('D@X')).toMatch(/^Expiry not known yet/)
  expect(why('E@X')).toBe('The service states no last day.')
  await end()
})

test('a typed maturity is marked as typed, in the column and in the expanded row, and the yield says so', async () => {
  const held = positions(fixtureNow).map((row) =>
    row.type === 'BONDS' ? { ...row, expirySource: 'typed' as const } : row,
  )
  const { target, settle, end } = await show({
    'settings.read': () => ({ ...data.settings, positionColumns: ['maturity', 'yield'] }),
    'positions.list': () => held,
    'bonds.list': () => [{ ...bond, maturitySource: 'typed' }],
  })
  const cells = cellsOf(target, 'US Treasury')
  expect(cells['Days left']).toMatch(/^[\d,]+ d typed$/)
  expect(rowOf(target, 'US Treasury').querySelector('[title^="Matures on 15 Nov 2033. You entered"]')).not.toBeNull()
  expect(
    rowOf(target, 'US Treasury').querySelector('[title*="You entered the maturity date"][title^="Effective"]'),
  ).not.toBeNull()
  rowOf(target, 'US Treasury').querySelector('button')?.click()
  await settle()
  expect(words(rowOf(target, 'Yield to maturity'))).toMatch(/15 Nov 2033 ?[\d,]+ d typed/)
  await end()
})

test('without a base currency each currency has a total; a button shows the cash', async () => {
  const { target, settle, end } = await show()
  const titles = () => [...target.querySelectorAll('tfoot tr')].map((row) => words(row).trim())
  expect(titles()).toHaveLength(3)
  target.querySelector<HTMLElement>('tfoot button')?.click()
  await settle()
  expect(titles()[0]).toMatch(/^Cash/)
  expect(titles().length).toBeGreaterThan(3)
  await end()
})

test('with a base currency the last lines are the cash and the total in that currency', async () => {
  const inRoubles = (symbol: string, amount: string) =>
    ({ currency: symbol, amount: data.dec(amount), inWhole: data.dec(`${amount}00`), weight: 0.25 }) as const
  const { target, end } = await show({
    'currencies.read': () => ({
      ...{ base: 'RUB', suggested: null, inUse: [], rates: [], notConverted: [], candidates: [] },
      ...{ chosen: [], equity: [] },
    }),
    'positions.whole': () => ({
      ...{ currency: 'RUB', gross: data.dec('1000'), leftOut: { symbols: ['ESZ6@XCME'], currencies: [] } },
      ...{ cash: [inRoubles('USD', '4'), inRoubles('EUR', '1')] },
      sessions: [{ day: '2026-11-17', amount: null, count: 8, names: [] }],
    }),
  })
  const lines = [...target.querySelectorAll('tfoot tr')].map((row) => words(row).trim())
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^Cash ?500\.00 RUB.*50\.0%/)
  expect(lines[1]).toMatch(/^All positions · 8/)
  expect(words(target)).toContain('Not part of the weights: 1 instrument without a value.')
  expect(words(target)).toContain('Day: Tuesday’s session.')
  await end()
})
