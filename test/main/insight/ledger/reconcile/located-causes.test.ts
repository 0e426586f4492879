import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reconcile } from '#main/insight/ledger/reconcile/reconcile.ts'
import { piecesOf, compareRows, type LedgerRow } from '#main/insight/ledger/row.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import type { CauseKind } from '#shared/model/ledger/ledger.ts'
import { makeRow, units } from '../make-row.ts'
import { anyRows, anyRow, evidenceOf, figuresOf } from './random-rows.ts'

const symbol = 'AAA@MISX'

/** Expects exactly these differences, each with one of `kinds` among its first three causes. */
function expectLocated(
  truth: readonly LedgerRow[],
  loaded: readonly LedgerRow[],
  changed: LedgerRow,
  effect: { readonly pieces: bigint; readonly money: bigint },
  kinds: readonly CauseKind[],
): void {
  const { positions, cash } = reconcile(figuresOf(truth, loaded), evidenceOf(loaded))
  const differing = [...positions, ...cash].filter(({ difference }) => difference !== '0')
  const expected = [
    ...(effect.pieces === 0n ? [] : [{ key: changed.symbol, difference: formatUnits(effect.pieces) }]),
    ...(effect.money === 0n ? [] : [{ key: changed.currency, difference: formatUnits(effect.money) }]),
  ]
  expect(
    differing.map((gap) => ({ key: 'symbol' in gap ? gap.symbol : gap.currency, difference: gap.difference })),
  ).toEqual(expected)
  for (const { causes } of differing) {
    const first = causes.slice(0, 3)
    expect(
      first.some(({ kind }) => kinds.includes(kind)),
      JSON.stringify(causes),
    ).toBe(true)
    if (kinds.includes('missing-row')) continue
    const named = first.filter(({ kind }) => kinds.includes(kind)).flatMap(({ transactionIds }) => transactionIds)
    expect(named).toContain(changed.id)
  }
}

const at = <T>(values: readonly T[], index: number): T => values[index % values.length]!
const withOppositeSign = (row: LedgerRow): LedgerRow => ({
  ...row,
  money: -(row.money ?? 0n),
  changeQuantity: row.changeQuantity === null ? null : -row.changeQuantity,
})
const effectOf = (row: LedgerRow, times: bigint) => ({
  pieces: (piecesOf(row) ?? 0n) * times,
  money: (row.money ?? 0n) * times,
})

describe('the true cause is among the first three, with the exact amount', () => {
  it('when no row is wrong, there is no difference', () => {
    fc.assert(
      fc.property(anyRows, (truth) => {
        expect(reconcile(figuresOf(truth, truth), evidenceOf(truth)).differenceCount).toBe(0)
      }),
    )
  })

  it('when a row is removed', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(), (truth, index) => {
        const removed = at(truth, index)
        expectLocated(
          truth,
          truth.filter((row) => row !== removed),
          removed,
          effectOf(removed, 1n),
          ['missing-row'],
        )
      }),
    )
  })

  it('when a row is added', () => {
    fc.assert(
      fc.property(anyRows, anyRow, (truth, row) => {
        const added = { ...row, id: '5000' }
        const loaded = [...truth, added].sort(compareRows)
        expectLocated(truth, loaded, added, effectOf(added, -1n), ['extra-row', 'doubled-row', 'unsettled'])
      }),
    )
  })

  it('when a row is duplicated', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(), (truth, index) => {
        const duplicate = { ...at(truth, index), id: '5000' }
        expectLocated(truth, [...truth, duplicate].sort(compareRows), duplicate, effectOf(duplicate, -1n), [
          'doubled-row',
        ])
      }),
    )
  })

  it('when a row has the wrong sign', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(), (truth, index) => {
        const row = at(truth, index)
        const loaded = truth.map((other) => (other === row ? withOppositeSign(row) : other))
        expectLocated(truth, loaded, row, effectOf(row, 2n), ['sign'])
      }),
    )
  })

  it('when only the money of a trade has the wrong sign', () => {
    const truth = [makeRow('buy', { id: '1', symbol, money: '-100', pieces: '7', trade: { size: '7' } })]
    const loaded = [{ ...truth[0]!, money: units('100') }]
    expectLocated(truth, loaded, truth[0]!, { pieces: 0n, money: units('-200') }, ['sign'])
  })

  it('when a split is missing in the rows', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(), fc.constantFrom(2n, 3n, 5n, 10n, 100n), (truth, index, ratio) => {
        const until = at(truth, index).at
        const held = truth
          .filter((row) => row.symbol === symbol && row.at <= until)
          .reduce((sum, row) => sum + (piecesOf(row) ?? 0n), 0n)
        fc.pre(held !== 0n)
        const split = makeRow('split', { id: '5000', at: until, symbol, pieces: formatUnits(held * (ratio - 1n)) })
        expectLocated([...truth, split].sort(compareRows), truth, split, effectOf(split, 1n), ['split', 'missing-row'])
        const { positions } = reconcile(figuresOf([...truth, split].sort(compareRows), truth), evidenceOf(truth))
        const causes = positions.find((position) => position.symbol === symbol)!.causes
        expect(causes.slice(0, 3).map(({ kind }) => kind)).toContain('split')
      }),
    )
  })
})
