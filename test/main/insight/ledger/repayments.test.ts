import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { Holding } from '#main/insight/ledger/holding.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { factsOf } from '#main/insight/ledger/symbol-facts.ts'
import { formatUnits, parseUnits } from '#main/insight/lots/units.ts'
import { dayMs } from '#shared/durations.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeRow } from './make-row.ts'

const symbol = 'A@X'

/** A bond of 1000 that repays these amounts on these days since 1970. */
function bond(repayments: readonly (readonly [day: number, amount: number])[], currency = 'RUB') {
  let face = 1000
  const events = repayments.map(([day, amount]) => {
    face = Math.round((face - amount) * 100) / 100
    return {
      ...{ date: new Date(day * dayMs).toISOString().slice(0, 10), type: 'AMORTIZATION', value: dec(String(amount)) },
      ...{ currency, coupon: null, offer: null },
      amortization: { newFaceValue: dec(String(face)), initialFaceValue: null, percent: null },
    }
  })
  return factsOf('BONDS', events)
}
const buy = (day: number, pieces: number, money: number) =>
  makeRow('buy', {
    ...{ symbol, at: day * dayMs + 1, money: `-${money}`, pieces: String(pieces), trade: { size: String(pieces) } },
  })
const paid = (day: number, money: number, currency = 'RUB') =>
  makeRow('amortization', { symbol, at: day * dayMs + 1, money: String(money), currency })

function figures(facts: ReturnType<typeof factsOf>, rows: readonly LedgerRow[], method: LotMethod = 'fifo') {
  const holding = new Holding(method, facts)
  const closed = rows.flatMap((row) => holding.apply(row))
  const profits = closed.map(({ cost, proceeds }) => (cost === null || proceeds === null ? null : proceeds - cost))
  const realized = profits.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0n)
  return {
    cost: holding.piecesWithoutCost > 0n ? null : formatUnits(holding.lotCost),
    realized: realized === null ? null : formatUnits(realized),
  }
}

const monthly = bond([
  [45, 50],
  [73, 50],
  [104, 50],
])
const bought = buy(20, 10, 9800)

test.each<[string, LedgerRow[]]>([
  ['two days after each event', [paid(47, 500), paid(75, 500), paid(106, 500)]],
  ['the first one late, just before the second', [paid(72, 500), paid(75, 500), paid(106, 500)]],
  ['the first one after the second', [paid(75, 500), paid(76, 500), paid(106, 500)]],
  ['some days early', [paid(41, 500), paid(69, 500), paid(100, 500)]],
  ['in two rows each', [47, 75, 106].flatMap((day) => [paid(day, 199.5), paid(day + 1, 300.5)])],
  ['the first two in one row', [paid(75, 1000), paid(106, 500)]],
  ['all more than a month late', [paid(80, 500), paid(108, 500), paid(140, 500)]],
])('monthly repayments return their share of the cost: %s', (_, rows) => {
  expect(figures(monthly, [bought, ...rows])).toEqual({ cost: '8330', realized: '30' })
})

it('each payment has the share of its own event', () => {
  expect(figures(monthly, [bought, paid(47, 500), paid(75, 500)])).toEqual({ cost: '8820', realized: '20' })
})

it('two events in one month are told apart by their amounts', () => {
  const facts = bond([
    [45, 50],
    [55, 95],
  ])
  // 95 of the 1000 that were not repaid yet, then 50 of 905.
  expect(figures(facts, [bought, paid(56, 950)]).cost).toBe('8869')
  expect(figures(facts, [bought, paid(56, 950), paid(57, 500)])).toEqual({ cost: '8379', realized: '29' })
  expect(figures(facts, [bought, paid(54, 500), paid(57, 950)])).toEqual({ cost: '8379', realized: '29' })
})

it('repayments of a bond at par realize nothing, in any order of the payments', () => {
  const facts = bond([
    [45, 100],
    [48, 200],
  ])
  const [par, later] = [buy(20, 10, 10_000), buy(46, 10, 9000)]
  expect(figures(facts, [par, paid(49, 2000)])).toEqual({ cost: '8000', realized: '0' })
  expect(figures(facts, [par, paid(49, 2000), paid(55, 1000)])).toEqual({ cost: '7000', realized: '0' })
  expect(figures(facts, [par, paid(49, 2000), paid(55, 400), paid(56, 600)])).toEqual({ cost: '7000', realized: '0' })
  // Pieces that were bought between both events have a face value of 900, of which 200 are repaid.
  expect(figures(facts, [par, later, paid(49, 4000), paid(55, 1000)])).toEqual({ cost: '14000', realized: '0' })
})

it('pieces bought after the event have no share in its payment', () => {
  const rows = [bought, buy(46, 5, 4700), paid(47, 500)]
  expect(figures(monthly, rows)).toEqual({ cost: '14010', realized: '10' })
  // All pieces have the average cost, so the payment returns its share of the face value of all: 500 of 15,000.
  expect(figures(monthly, rows, 'average').cost).toBe('14016.67')
})

it('pieces sold after the event have their cost realized by the sale', () => {
  const sold = makeRow('sell', { symbol, at: 46 * dayMs, money: '3800', pieces: '-4', trade: { size: '4' } })
  expect(figures(monthly, [bought, sold, paid(47, 500)])).toEqual({ cost: '5586', realized: '86' })
})

it('in another currency than the event, a payment is whole, and its profit is not known', () => {
  expect(figures(bond([[45, 50]], 'USD'), [bought, paid(47, 9)])).toEqual({ cost: '9310', realized: '-481' })
})

it('some cents more change nothing, another payment without an event makes the cost unknown', () => {
  const rows = [bought, paid(47, 500), paid(48, 0.01)]
  expect(figures(monthly, rows)).toEqual({ cost: '9310', realized: '10.01' })
  expect(figures(monthly, [...rows, paid(49, 500)])).toEqual({ cost: null, realized: null })
  expect(figures(monthly, [bought, paid(150, 500)])).toEqual({ cost: null, realized: null })
})

it('payments of all events, each within its window and in any parts, leave the share of the face that is left', () => {
  const anyEvent = fc.record({
    gap: fc.integer({ min: 10, max: 95 }),
    amount: fc.integer({ min: 1, max: 90 }),
    late: fc.integer({ min: -5, max: 45 }),
    parts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
  })
  fc.assert(
    fc.property(
      fc.constantFrom<LotMethod>('fifo', 'lifo', 'hifo', 'average'),
      fc.array(anyEvent, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
      (method, made, pieces) => {
        let day = 100
        const events = made.map((each) => ({ ...each, day: (day += each.gap) }))
        const rows = events.flatMap(({ day: on, amount, late, parts }) => {
          const total = parts.reduce((sum, part) => sum + part, 0)
          let left = amount * pieces * 100
          return parts.map((part, index) => {
            const own = index === parts.length - 1 ? left : Math.floor((amount * pieces * 100 * part) / total)
            left -= own
            return paid(on + late, own / 100)
          })
        })
        const facts = bond(events.map(({ day: on, amount }) => [on, amount] as const))
        const sorted = [buy(20, pieces, 98 * pieces * 10), ...rows.filter(({ money }) => money !== 0n)]
        sorted.sort((a, b) => a.at - b.at)
        const { cost } = figures(facts, sorted, method)
        const face = 1000 - events.reduce((sum, { amount }) => sum + amount, 0)
        // Each share is rounded to cents.
        const difference =
          (parseUnits(cost ?? '0') ?? 0n) - (parseUnits(String((98 * pieces * 10 * face) / 1000)) ?? 0n)
        expect(Math.abs(Number(difference) / 1e18)).toBeLessThan(0.05 * rows.length)
      },
    ),
  )
})
