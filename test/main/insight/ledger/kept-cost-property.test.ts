import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readHolding, writeHolding } from '#main/insight/ledger/holding-text.ts'
import { Holding } from '#main/insight/ledger/holding.ts'
import { lentPieces } from '#main/insight/ledger/lent-pieces.ts'
import { compareRows, isLending, type LedgerRow } from '#main/insight/ledger/row.ts'
import { emptyPoint, type HoldingPoint } from '#main/insight/ledger/series/holding-sums.ts'
import { afterStep, applyRow } from '#main/insight/ledger/series/running-point.ts'
import { plainFacts } from '#main/insight/ledger/symbol-facts.ts'
import { dayMs } from '#shared/durations.ts'
import { LotMethod } from '#shared/model/ledger/ledger.ts'
import { makeRow } from './make-row.ts'

const symbol = 'A@X'
const kinds = [
  'buy',
  'sell',
  'split',
  'repo',
  'repo',
  'securities-loan',
  'reversal',
  'securities-transfer-out',
] as const

const anyRow = fc
  .record({
    id: fc.integer({ min: 1, max: 99 }),
    day: fc.nat(8),
    kind: fc.constantFrom(...kinds),
    pieces: fc.constantFrom(1, 2, 5, 10, 10, 20),
    isOut: fc.boolean(),
    cents: fc.integer({ min: 1, max: 99_999 }),
  })
  .map(({ id, day, kind, pieces, isOut, cents }): LedgerRow => {
    const isLess = kind === 'buy' ? false : kind === 'sell' || kind === 'securities-transfer-out' ? true : isOut
    const hasMoney = kind === 'buy' || kind === 'sell' || kind === 'repo' || kind === 'reversal'
    const sign = isLess ? '-' : ''
    return makeRow(kind, {
      ...{
        id: String(id),
        at: day * dayMs,
        symbol,
        pieces: `${sign}${pieces}`,
        trade: { size: String(pieces), accrued: '0.01' },
      },
      ...(hasMoney && { money: `${isLess ? '' : '-'}${(cents / 100).toFixed(2)}` }),
    })
  })
const anyRows = fc
  .uniqueArray(anyRow, { selector: ({ id }) => id, maxLength: 25 })
  .map((rows) => rows.toSorted(compareRows))
const hasKind = (rows: readonly LedgerRow[], kind: LedgerRow['kind']): boolean => rows.some((row) => row.kind === kind)
const isTiny = (pieces: bigint): boolean => pieces < 10n ** 9n && pieces > -(10n ** 9n)
const anyMethod = fc.constantFrom(...LotMethod.options)

function replay(method: LotMethod, rows: readonly LedgerRow[], cut = -1) {
  let holding = new Holding(method, plainFacts)
  let point: HoldingPoint = emptyPoint
  for (const [index, row] of rows.entries()) {
    if (index === cut) {
      const state = readHolding(writeHolding(holding.state))
      if (state === null) throw new Error('A state that was written is not read.')
      holding = new Holding(method, plainFacts, state)
    }
    point = afterStep(point, applyRow(holding, row))
  }
  return { state: holding.state, point }
}

it('the pieces of the lots are those held, without pieces that came for a while, and with those that left', () => {
  fc.assert(
    fc.property(anyMethod, anyRows, (method, rows) => {
      // Pieces that are lent while a split is under way are rounded, or counted in another way.
      if (hasKind(rows, 'split') && rows.some(({ kind }) => isLending(kind))) return
      const { quantity, lots, lent } = replay(method, rows).state
      expect(lots.lots.reduce((sum, lot) => sum + lot.quantity, 0n)).toBe(quantity - lentPieces(lent))
    }),
  )
})

it('a replay that continues from its state before any row gives the same', () => {
  fc.assert(
    fc.property(anyMethod, anyRows, fc.nat(24), (method, rows, cut) => {
      expect(replay(method, rows, cut)).toEqual(replay(method, rows))
    }),
  )
})

it('money of trades, profit and the cost of open lots add up, if all costs are known', () => {
  fc.assert(
    fc.property(anyMethod, anyRows, (method, rows) => {
      const { point, state } = replay(method, rows)
      if (point.unknownOpen !== 0n || point.unknownClosed !== 0n || hasKind(rows, 'securities-transfer-out')) return
      const [sums] = point.sums
      if (sums === undefined) return
      const borrowed = state.lent.reduce((sum, { money }) => sum + (money ?? 0n), 0n)
      expect(sums.trade + point.cost - borrowed).toBe(sums.realized)
      const paid = rows.reduce((sum, { money }) => sum + (money ?? 0n), 0n)
      expect(sums.trade + sums.accrued + sums.unknown).toBe(paid)
    }),
  )
})

it('ten times the pieces and the money give ten times the figures', () => {
  const scaled = (row: LedgerRow): LedgerRow => ({
    ...row,
    ...{ money: row.money && row.money * 10n, changeQuantity: row.changeQuantity && row.changeQuantity * 10n },
    trade: row.trade && { ...row.trade, accruedInterest: (row.trade.accruedInterest ?? 0n) * 10n },
  })
  fc.assert(
    fc.property(anyMethod, anyRows, (method, rows) => {
      const [once, ten] = [replay(method, rows).point, replay(method, rows.map(scaled)).point]
      expect(ten.quantity).toBe(once.quantity * 10n)
      for (const name of ['unknownOpen', 'unknownClosed'] as const)
        expect(isTiny(ten[name] - once[name] * 10n)).toBe(true)
      // Shares are rounded to cents.
      const difference = Number(ten.cost - once.cost * 10n) / 1e18
      expect(Math.abs(difference)).toBeLessThan(0.06 * (rows.length + 1))
    }),
  )
})

it('the two rows of a split, a repo, a loan or a reversal leave the lots as they were, in any order', () => {
  const pairs = ['split', 'repo', 'securities-loan', 'reversal'] as const
  fc.assert(
    fc.property(anyMethod, anyRows, fc.constantFrom(...pairs), fc.boolean(), (method, rows, kind, isReversed) => {
      const trades = rows.filter((row) => row.kind === 'buy' || row.kind === 'sell')
      const before = replay(method, trades)
      const held = before.state.quantity
      if (held <= 0n) return
      const pieces = [-held, held].map((changeQuantity, index) => ({
        ...makeRow(kind, { symbol, at: 100 * dayMs, id: String(index) }),
        changeQuantity,
      }))
      const after = replay(method, [...trades, ...(isReversed ? pieces.toReversed() : pieces)])
      expect(after.state).toEqual(before.state)
      expect(after.point.sums).toEqual(before.point.sums)
      expect([after.point.unknownClosed, after.point.cost]).toEqual([before.point.unknownClosed, before.point.cost])
    }),
  )
})
