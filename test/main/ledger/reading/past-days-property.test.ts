import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparePositions, totalChanges } from '#main/insight/day/compare-days.ts'
import { sum, type Decimal } from '#shared/decimal.ts'
import { hourMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../runs.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { accountId } from '../rig.ts'
import { day, deposit, noQuotes, openDays, start, symbols, trade, valued, type ReadRow } from './past-days-rig.ts'

/** A row of a simple model, in integers. */
interface Move {
  readonly at: number
  readonly symbol: number
  /** Zero means a deposit. */
  readonly pieces: number
  readonly price: number
}

const moves = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 60 * 24 }).map((hour) => start + hour * hourMs),
    symbol: fc.integer({ min: 0, max: 1 }),
    pieces: fc.integer({ min: -20, max: 40 }),
    price: fc.integer({ min: 1, max: 500 }),
  }),
  { minLength: 1, maxLength: 25 },
)
const rowOf = ({ at, symbol, pieces, price }: Move, index: number): Transaction =>
  pieces === 0
    ? deposit(String(index + 1), at, price)
    : trade(String(index + 1), at, pieces, price, symbols[symbol] ?? '')

/** The expected result by counting the rows, without the replay. */
function expectedAt(all: readonly Move[], end: number) {
  const before = all
    .map((move, index) => ({ ...move, index }))
    .filter(({ at }) => at < end)
    .sort((a, b) => a.at - b.at || a.index - b.index)
  const cash = before.reduce((total, { pieces, price }) => total + (pieces === 0 ? price : -pieces * price), 0)
  const held = symbols.map((name, symbol) => {
    const own = before.filter((move) => move.symbol === symbol && move.pieces !== 0)
    const pieces = own.reduce((total, move) => total + move.pieces, 0)
    return { name, pieces, value: pieces * (own.at(-1)?.price ?? 0) }
  })
  return { cash, held: held.filter(({ pieces }) => pieces !== 0) }
}

test('at any time pieces, cash and value equal those of a plain count, and later rows do not change them', async () => {
  await fc.assert(
    fc.asyncProperty(moves, fc.integer({ min: 1, max: 62 }), async (all, count) => {
      const end = day(count)
      const { read } = await openDays({ [accountId]: all.map((move, index) => [rowOf(move, index), move.at]) })
      const [found] = valued(read([end]), [end])
      const expected = expectedAt(all, end)
      expect(found?.cash).toEqual(expected.cash === 0 ? [] : [{ currency: 'RUB', amount: String(expected.cash) }])
      expect(found?.positions.map(({ symbol, quantity, value }) => [symbol, quantity, value])).toEqual(
        expected.held.map(({ name, pieces, value }) => [name, String(pieces), String(value)]),
      )
      const earlier = all.flatMap((move, index) => (move.at < end ? [[rowOf(move, index), move.at] as const] : []))
      if (earlier.length === 0) return
      const { read: readEarlier } = await openDays({ [accountId]: earlier })
      expect(valued(readEarlier([end]), [end])[0]).toEqual(found)
    }),
    { numRuns: runs(25) },
  )
})

test('between any two days the causes add up to the change to the last digit', async () => {
  await fc.assert(
    fc.asyncProperty(
      moves,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 20 }),
      async (all, from, length) => {
        const moments = [day(from), day(from + length)]
        const fee = makeTransaction('900', day(from) + 5)
        const { read } = await openDays({
          [accountId]: [...all.map((move, index) => [rowOf(move, index), move.at] as const), [fee, day(from) + 5]],
        })
        const found = read(moments)
        const [before, after] = valued(found, moments)
        const known = new Map(found.instruments.map(({ symbol, instrument }) => [symbol, instrument]))
        const own = { before: before!, after: after!, window: found.accounts[0]!.window! }
        const changes = comparePositions(own, (symbol) => known.get(symbol)!, noQuotes)
        const [total] = totalChanges([{ ...own, changes }])
        const { deposits, income, fees, taxes, price, other: rest, change } = total!
        expect([sum([deposits, income, fees, taxes, price!, rest!]), rest]).toEqual([change, '0'])
        expect(fees).toBe('-1.0064')
        expect(sum(changes.map((each): Decimal => each.price!))).toBe(price)
        const paidIn = all.filter(({ at, pieces }) => pieces === 0 && at >= moments[0]! && at < moments[1]!)
        expect(deposits).toBe(String(paidIn.reduce((sumOf, each) => sumOf + each.price, 0)))
      },
    ),
    { numRuns: runs(25) },
  )
})

test('the view as known then equals a plain count of the rows read until then, with late rows', async () => {
  const lateMoves = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 * 24 }), fc.integer({ min: 0, max: 8 * 24 })), {
    minLength: 1,
    maxLength: 20,
  })
  await fc.assert(
    fc.asyncProperty(lateMoves, fc.integer({ min: 2, max: 32 }), async (all, count) => {
      const end = day(count)
      const known = all.map(([hour, delay], index) => ({
        ...{ at: start + hour * hourMs, readAt: start + (hour + delay) * hourMs, index },
      }))
      const rows = known.map(({ at, readAt, index }): ReadRow => [trade(String(index + 10), at, 1, index + 1), readAt])
      const { read } = await openDays({ [accountId]: [[deposit('1', start, 1000), start + 1], ...rows] })
      const [found] = valued(read([end], true), [end])
      const counted = known.filter(({ at, readAt }) => at < end && readAt < end)
      const paid = counted.reduce((total, { index }) => total + index + 1, 0)
      expect(found?.positions[0]?.quantity ?? '0').toBe(String(counted.length))
      expect(found?.cash).toEqual(paid === 1000 ? [] : [{ currency: 'RUB', amount: String(1000 - paid) }])
      const late = known.filter(({ at, readAt }) => at < end && readAt >= end)
      expect(read([end], true).accounts[0]?.lateRows).toBe(late.length)
    }),
    { numRuns: runs(20) },
  )
})
