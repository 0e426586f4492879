import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { emptyHolding } from '#main/insight/ledger/holding-state.ts'
import { Holding } from '#main/insight/ledger/holding.ts'
import { findArrivals, noArrivals } from '#main/insight/ledger/own-transfers.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { withGiving } from '#main/insight/ledger/spin-offs.ts'
import { plainFacts } from '#main/insight/ledger/symbol-facts.ts'
import { formatUnits, parseUnits } from '#main/insight/lots/units.ts'
import { dayMs } from '#shared/durations.ts'
import { LotMethod } from '#shared/model/ledger/ledger.ts'
import { makeRow, units } from './make-row.ts'

const [old, fresh] = ['A@X', 'B@X']
const group = (share: string, from = old) => ({ key: 1, spinOff: { from, share: units(share) } })
const buy = (id: string, at: number, pieces: string, money: string): LedgerRow =>
  makeRow('buy', { id, symbol: old, at, money: `-${money}`, pieces, trade: { size: pieces } })
const sell = (id: string, at: number, pieces: string): LedgerRow =>
  makeRow('sell', { id, symbol: old, at, money: '1', pieces: `-${pieces}`, trade: { size: pieces } })
const arrive = (id: string, at: number, pieces: string, share: string): LedgerRow => ({
  ...makeRow('split', { id, symbol: fresh, at, pieces }),
  group: group(share),
})

/** The holdings of both symbols after all rows. */
function replay(rows: readonly LedgerRow[], method: LotMethod = 'fifo') {
  const arrivals = findArrivals({
    ...{ rows: rows.map((row) => ({ account: 1, row })), method, factsOf: () => plainFacts, openingOf: () => 0n },
    ...{ isLoaded: () => true, areShort: () => true },
  })
  const stateOf = (symbol: string) => {
    const own = arrivals.get(symbol)?.get(1) ?? noArrivals
    const holding = new Holding(method, plainFacts, emptyHolding, own)
    for (const row of withGiving(
      rows.filter((each) => each.symbol === symbol),
      own,
    ))
      holding.apply(row)
    return holding.state
  }
  return { parent: stateOf(old), child: stateOf(fresh) }
}
type State = ReturnType<typeof replay>['parent']
const lotsOf = ({ lots }: State): string[] =>
  lots.lots.map(({ quantity, cost, openedAt }) =>
    [formatUnits(quantity), cost === null ? '?' : formatUnits(cost), openedAt ?? '?'].join(' '),
  )

test('only lots that were held when the new pieces arrived give a share of their cost', () => {
  const { parent, child } = replay([
    ...[buy('1', 1, '10', '100'), buy('2', 2, '20', '300'), sell('3', 3, '5')],
    arrive('4', 4, '5', '0.1'),
    ...[buy('5', 5, '10', '70'), sell('6', 6, '5')],
  ])
  expect(lotsOf(child)).toEqual(['1 5 1', '4 30 2'])
  expect(lotsOf(parent)).toEqual(['20 270 2', '10 70 5'])
})

test('pieces that come from nothing, or from lots of unknown cost, have no cost', () => {
  expect(lotsOf(replay([arrive('1', 1, '5', '0.1'), buy('2', 2, '10', '100')]).child)).toEqual(['5 ? ?'])
  const gift = makeRow('inheritance', { id: '1', symbol: old, at: 1, pieces: '10' })
  const { parent, child } = replay([gift, buy('2', 2, '10', '100'), arrive('3', 3, '2', '0.25')])
  expect([lotsOf(parent), lotsOf(child)]).toEqual([
    ['10 ? 1', '10 75 2'],
    ['1 ? 1', '1 25 2'],
  ])
})

const cents = (value: number): string => (value / 100).toFixed(2)
const anyShare = fc.integer({ min: 1, max: 999_999 }).map((value) => formatUnits(BigInt(value) * 10n ** 12n))
const anyBuys = fc.array(
  fc.record({ pieces: fc.integer({ min: 1, max: 999 }), money: fc.integer({ min: 1, max: 9_999_999 }) }),
  {
    ...{ minLength: 1, maxLength: 12 },
  },
)

it('the costs of old and new pieces add up to what was paid, to the last digit', () => {
  fc.assert(
    fc.property(
      ...[fc.constantFrom(...LotMethod.options), anyBuys, anyShare, fc.integer({ min: 1, max: 5_000 })],
      (method, buys, share, received) => {
        const rows = buys.map(({ pieces, money }, at) => buy(String(at + 1), at * dayMs, String(pieces), cents(money)))
        const { parent, child } = replay([...rows, arrive('99', 99 * dayMs, String(received), share)], method)
        const costOf = ({ lots }: State): bigint => lots.lots.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n)
        const paid = buys.reduce((sum, { money }) => sum + (parseUnits(cents(money)) ?? 0n), 0n)
        expect(costOf(parent) + costOf(child)).toBe(paid)
        const piecesOf = ({ lots }: State): bigint => lots.lots.reduce((sum, { quantity }) => sum + quantity, 0n)
        expect([piecesOf(child), child.quantity]).toEqual([units(String(received)), units(String(received))])
        expect(piecesOf(parent)).toBe(units(String(buys.reduce((sum, { pieces }) => sum + pieces, 0))))
        const openedAt = ({ lots }: State) => lots.lots.map((lot) => lot.openedAt)
        expect(openedAt(child)).toEqual(openedAt(parent))
      },
    ),
  )
})
