import { describe, expect, it } from 'vitest'
import { reconcile } from '#main/insight/ledger/reconcile/reconcile.ts'
import { withPieces, type LedgerRow } from '#main/insight/ledger/row.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import { withMarkets } from '#main/ledger/reading/stated-figures.ts'
import { dayMs } from '#shared/durations.ts'
import type { DifferenceCause } from '#shared/model/ledger/ledger.ts'
import { plainCauseText } from '#shared/text/figures/cause-text.ts'
import { makeRow, units } from '../make-row.ts'
import { evidenceOf, figuresOf, statedAt } from './random-rows.ts'

const symbol = 'AAA@MISX'

const withOppositeSign = (row: LedgerRow): LedgerRow => ({
  ...row,
  money: -(row.money ?? 0n),
  changeQuantity: row.changeQuantity === null ? null : -row.changeQuantity,
})
const first = (causes: readonly DifferenceCause[] | undefined) => [
  causes?.[0]?.kind,
  plainCauseText(causes?.[0]?.reasons ?? []),
]
const deposit = makeRow('deposit', { id: '1', at: 1, money: '1000' })
const bought = makeRow('buy', { id: '2', at: 2, symbol, money: '-100', pieces: '10', trade: { size: '10' } })

it('for a removed purchase, the causes of both differences name its pieces and its money', () => {
  const { positions, cash } = reconcile(figuresOf([deposit, bought], [deposit]), evidenceOf([deposit]))
  const words = 'A purchase of 10 AAA@MISX for 100 RUB is missing.'
  expect([first(positions[0]?.causes), first(cash[0]?.causes)]).toEqual([
    ['missing-row', words],
    ['missing-row', words],
  ])
})

it('if only the pieces of a trade have the wrong sign, it contradicts its money and is the first cause', () => {
  const loaded = [deposit, { ...bought, changeQuantity: units('-10') }]
  const { positions } = reconcile(figuresOf([deposit, bought], loaded), evidenceOf(loaded))
  expect([positions[0]?.difference, positions[0]?.causes[0]?.kind]).toEqual(['20', 'sign'])
  expect(positions[0]?.causes[0]?.transactionIds).toEqual(['2'])
})

it('two wrong rows of one currency are distinguished by their pieces', () => {
  const otherRow = makeRow('buy', {
    id: '3',
    at: 3,
    symbol: 'BBB@MISX',
    money: '-77',
    pieces: '3',
    trade: { size: '3' },
  })
  const truth = [deposit, bought, otherRow]
  const loaded = [deposit, { ...bought, id: '9' }, bought, withOppositeSign(otherRow)]
  const { positions, cash } = reconcile(figuresOf(truth, loaded), evidenceOf(loaded))
  expect(positions.slice(0, 2).map(({ causes }) => causes[0]?.kind)).toEqual(['doubled-row', 'sign'])
  expect(cash[0]?.causes.slice(0, 2).map(({ transactionIds }) => transactionIds)).toEqual([['9', '2'], ['3']])
})

it('a duplicated sale is among the first two causes if other rows of its currency are wrong too', () => {
  const sold = makeRow('sell', { id: '3', at: 3, symbol, money: '90', pieces: '-4', trade: { size: '4' } })
  const few = makeRow('buy', { id: '2', at: 2, symbol, money: '-100', pieces: '5', trade: { size: '5' } })
  const loaded = [few, sold, { ...sold, id: '9' }]
  const truth = [deposit, few, sold]
  const { positions } = reconcile(figuresOf(truth, loaded), evidenceOf(loaded))
  expect(positions[0]?.causes.slice(0, 2).map(({ kind }) => kind)).toContain('doubled-row')
})

it('a trade of the last two business days may not be settled', () => {
  const recent = makeRow('sell', {
    id: '5',
    at: statedAt - dayMs,
    symbol,
    money: '50',
    pieces: '-4',
    trade: { size: '4' },
  })
  const loaded = [deposit, bought, recent]
  const { positions } = reconcile(figuresOf([deposit, bought], loaded), evidenceOf(loaded))
  expect(positions[0]?.causes.slice(0, 2).map(({ kind }) => kind)).toEqual(['extra-row', 'unsettled'])
})

it('a missing announced split is the cause, with its day', () => {
  const event = { kind: 'split' as const, symbol, at: 50, old: units('4'), next: units('7') }
  const stated = makeRow('split', { id: '7', at: 50, symbol, pieces: '7.5' })
  const loaded = [deposit, bought]
  const { positions } = reconcile(figuresOf([...loaded, stated], loaded), evidenceOf(loaded, { events: [event] }))
  expect(first(positions[0]?.causes)).toEqual([
    'split',
    'A split of 4:7 on 1970-01-01, announced by the service, is missing from the transactions.',
  ])
})

it('an announced amortization without a row is the cause', () => {
  const event = { kind: 'amortization' as const, symbol, at: 50, each: units('25') }
  const paid = makeRow('amortization', { id: '7', at: 51, symbol, money: '250' })
  const { cash } = reconcile(figuresOf([bought, paid], [bought]), evidenceOf([bought], { events: [event] }))
  expect(first(cash[0]?.causes)).toEqual([
    'amortization',
    'The amortization of AAA@MISX on 1970-01-01 for 10 pieces is missing.',
  ])
})

it('a commission taken in another currency is the cause in both currencies', () => {
  const booked = makeRow('commission', { id: '8', at: 5, money: '-3', currency: 'USD' })
  const taken = makeRow('commission', { id: '8', at: 5, money: '-270' })
  const loaded = [deposit, booked]
  const { cash } = reconcile(figuresOf([deposit, taken], loaded), evidenceOf(loaded))
  expect(cash.map(({ causes }) => [causes[0]?.kind, causes[0]?.transactionIds])).toEqual([
    ['commission-currency', ['8']],
    ['commission-currency', ['8']],
  ])
})

it('a bond trade that ignores its face value, and a row that counts lots, are among the causes', () => {
  const bond = { ...bought, money: units('-98') }
  const face = evidenceOf([bond], { faces: new Map([[symbol, units('1000')]]) })
  const { cash } = reconcile(figuresOf([{ ...bond, money: units('-980') }], [bond]), face)
  expect(cash[0]?.causes.slice(0, 3).map(({ kind }) => kind)).toContain('face-value')
  const lots = evidenceOf([bought], { lotSizeOf: () => 10n })
  const { positions } = reconcile(figuresOf([{ ...bought, changeQuantity: units('100') }], [bought]), lots)
  expect(positions[0]?.causes.slice(0, 3).map(({ kind }) => kind)).toContain('lot-size')
})

it('if more pieces are sold than held, the cause is an opening balance', () => {
  const sold = makeRow('sell', { id: '2', at: 2, symbol, money: '90', pieces: '-6', trade: { size: '6' } })
  const before = makeRow('securities-transfer-in', { id: '0', at: 0, symbol, pieces: '6' })
  const { positions } = reconcile(figuresOf([before, sold], [sold]), evidenceOf([sold]))
  expect(positions[0]?.causes[0]?.kind).toBe('opening-balance')
})

it('less than one unit of the last reported decimal is rounding and does not count as a difference', () => {
  const rounded = { key: 'RUB', stated: formatUnits(units('10.12')), replayed: units('10.1234'), opening: null }
  const { cash, differenceCount } = reconcile({ positions: [], cash: [rounded] }, evidenceOf([]))
  expect([cash[0]?.difference, cash[0]?.causes[0]?.kind, differenceCount]).toEqual(['-0.0034', 'rounding', 0])
})

it('an unknown reported figure has no difference', () => {
  const unknown = { key: symbol, stated: null, replayed: units('5'), opening: units('5') }
  const { positions } = reconcile({ positions: [unknown], cash: [] }, evidenceOf([]))
  expect(positions[0]).toEqual({ symbol, stated: null, replayed: '5', difference: null, causes: [], opening: '5' })
})

describe('a wrong sign before an expiration without a sign', () => {
  const expires = (size: string) => makeRow('expiration', { id: '9', at: 9, symbol, trade: { size } })
  const buy = (id: string, pieces: string, money: string) =>
    makeRow('buy', { id, at: Number(id), symbol, money, pieces, trade: { size: pieces } })
  const located = (truth: readonly LedgerRow[], wrong: LedgerRow) => {
    const loaded = truth.map((row) => (row === wrong ? withOppositeSign(row) : row))
    return reconcile(figuresOf(truth, loaded), evidenceOf(withPieces(loaded)))
  }

  const expectSign = (
    figure: { readonly difference: string | null; readonly causes: readonly DifferenceCause[] } | undefined,
    difference: string,
    id: string,
  ): void => {
    expect(figure?.difference).toBe(difference)
    const first = figure?.causes.slice(0, 3).filter(({ kind }) => kind === 'sign')
    expect(first?.map(({ transactionIds }) => transactionIds)).toEqual([[id]])
  }

  it('is found if more pieces expire than the rows hold', () => {
    const wrong = buy('3', '4', '-44')
    const { positions } = located([deposit, bought, wrong, expires('14')], wrong)
    expectSign(positions[0], '-6', '3')
  })

  it('is found if the expiration closes the opposite side', () => {
    const wrong = buy('3', '14', '-44')
    const { positions } = located([deposit, bought, wrong, expires('4')], wrong)
    expectSign(positions[0], '20', '3')
  })

  it('is found in the money if the pieces agree', () => {
    const { positions, cash } = located([deposit, bought, expires('10')], bought)
    expect(positions[0]?.difference).toBe('0')
    expectSign(cash[0], '-200', '2')
  })
})

describe('a position without a market', () => {
  const figure = (key: string, stated: string, replayed: string) => ({
    ...{ key, stated: stated as never, replayed: units(replayed), opening: null },
  })
  const causesOf = (...positions: ReturnType<typeof figure>[]) =>
    Object.fromEntries(
      reconcile({ positions, cash: [] }, evidenceOf([])).positions.map(({ symbol: of, causes }) => [
        of,
        causes.map(({ kind }) => kind),
      ]),
    )

  it('has the missing market as its only cause, and so have the rows of its ticker or of as many pieces', () => {
    expect(
      causesOf(
        figure('ABCD', '3', '0'),
        figure('ABCD@MISX', '0', '2'),
        figure('NEW@MISX', '0', '3'),
        figure('OLD@MISX', '0', '4'),
      ),
    ).toEqual({
      ...{ ABCD: ['no-market'], 'ABCD@MISX': ['no-market'], 'NEW@MISX': ['no-market'] },
      'OLD@MISX': expect.arrayContaining(['missing-row']),
    })
  })

  it('explains no difference of the same sign, and none while it agrees', () => {
    const causes = causesOf(figure('ABCD', '3', '0'), figure('ABCD@MISX', '5', '2'))
    expect(causes['ABCD@MISX']).toContain('missing-row')
    expect(causesOf(figure('ABCD', '3', '3'), figure('NEW@MISX', '0', '3'))['NEW@MISX']).toContain('missing-row')
  })

  const merged = (stated: Record<string, string>, replayed: Record<string, string>) =>
    Object.fromEntries(
      withMarkets(
        new Map(Object.entries(stated)) as never,
        new Map(Object.entries(replayed).map(([key, pieces]) => [key, units(pieces)])),
      ),
    )

  it('is the paper of the only rows with its ticker that are not stated themselves', () => {
    expect(merged({ ABCD: '3' }, { 'ABCD@MISX': '3', 'EFGH@MISX': '1' })).toEqual({ 'ABCD@MISX': '3' })
    expect(merged({ ABCD: '3' }, { 'ABCD@MISX': '3', 'ABCD@XNYS': '0' })).toEqual({ 'ABCD@MISX': '3' })
    for (const [stated, replayed] of [
      [{ ABCD: '3' }, { 'ABCD@MISX': '3', 'ABCD@XNYS': '1' }],
      [{ ABCD: '3', 'ABCD@MISX': '3' }, { 'ABCD@MISX': '3' }],
      [{ ABCD: '3' }, { ABCD: '3', 'ABCD@MISX': '3' }],
      [{ 'ABCD@XNYS': '3' }, { 'ABCD@MISX': '3' }],
    ] as const)
      expect(merged(stated, replayed)).toEqual(stated)
  })
})
