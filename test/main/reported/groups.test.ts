import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RowGroupKind } from '#shared/model/transaction/row-group.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { dec } from '../cache/open-cache.ts'
import { openReported, type ReportedCase, type ReportedProfile, type ReportedRow } from './reported-accounts.ts'
import { figuresOf } from './reported-figures.ts'

// Events that no rule sees: their names say nothing, and their rows are days or weeks apart. A person says what they are.

type Draft = Omit<ReportedRow, 'id' | 'category' | 'at' | 'name'> & {
  readonly on: string
  readonly name?: string
  readonly category?: string
  /** The kind that the row has in the group. */
  readonly kind?: TransactionKind
}

let lastId = 70_000
const rub = 'RUB'

/** An account; the rows with a `kind` are the group that the user makes. */
function event(kind: RowGroupKind, drafts: readonly Draft[], costShare: string | null = null) {
  const rows = drafts.map(({ on, kind: _, ...draft }): ReportedRow => {
    const id = String(++lastId)
    return { id, at: `${on}T09:00:00Z`, category: 'OTHERS', name: `Операция ${id}/А`, ...draft }
  })
  const grouped = drafts.flatMap(({ kind: after }, index) =>
    after === undefined ? [] : [[rows[index]?.id ?? '', after] as const],
  )
  const symbols = new Set(drafts.flatMap(({ symbol }) => symbol ?? []))
  const shown: ReportedCase = {
    ...{ id: kind, what: '', question: '', expect: {}, reason: '' },
    instruments: Object.fromEntries(
      [...symbols].map((each) => [each, { type: 'EQUITIES', currency: rub, price: '10' }]),
    ),
    accounts: { a: { rows, positions: {}, cash: kind === 'currency-exchange' ? { RUB: '10000', USD: '1000' } : {} } },
  }
  return { kind, shown, grouped, costShare: costShare === null ? null : dec(costShare) }
}

const trade = (on: string, symbol: string, size: string, change: string): Draft => ({
  ...{ on, symbol, size, change, currency: rub, price: '1' },
  name: change.startsWith('-') ? 'Покупка' : 'Продажа',
})
const pieces = (kind: TransactionKind, on: string, symbol: string, change_qty: string): Draft => ({
  ...{ on, symbol, change_qty, kind },
})
/** Part of the group, with its odd name. */
const grouped = (kind: TransactionKind, { name: _, ...draft }: Draft): Draft => ({ ...draft, kind })

const events = [
  event('split', [
    trade('2025-02-03', 'SPLG@MISX', '100', '-5000'),
    pieces('split', '2025-05-05', 'SPLG@MISX', '-100'),
    pieces('split', '2025-05-26', 'SPLG@MISX', '1000'),
    trade('2025-07-01', 'SPLG@MISX', '400', '2600'),
  ]),
  event('symbol-change', [
    trade('2025-02-03', 'OLDG@MISX', '100', '-5000'),
    trade('2025-03-03', 'OLDG@MISX', '50', '-4000'),
    pieces('split', '2025-05-05', 'OLDG@MISX', '-150'),
    pieces('split', '2025-06-16', 'NEWG@MISX', '300'),
    trade('2025-07-01', 'NEWG@MISX', '200', '7000'),
  ]),
  event(
    'spin-off',
    [
      { ...trade('2025-02-03', 'PARG@MISX', '100', '-9000'), kind: 'buy' },
      trade('2025-04-01', 'PARG@MISX', '20', '-2001'),
      pieces('split', '2025-05-05', 'CHIG@MISX', '60'),
      trade('2025-06-02', 'PARG@MISX', '10', '-900'),
      trade('2025-07-01', 'CHIG@MISX', '50', '1500'),
    ],
    '0.15',
  ),
  event('currency-exchange', [
    { on: '2025-02-03', category: 'DEPOSIT', name: 'Ввод денежных средств', change: '100000', currency: rub },
    { on: '2025-05-05', change: '-90000', currency: rub, kind: 'currency-exchange' },
    { on: '2025-05-19', change: '1000', currency: 'USD', kind: 'currency-exchange' },
  ]),
  event('repo', [
    trade('2025-02-03', 'RPOG@MISX', '100', '-8000'),
    grouped('repo', trade('2025-06-02', 'RPOG@MISX', '100', '9500')),
    grouped('repo', trade('2025-06-30', 'RPOG@MISX', '100', '-9523')),
  ]),
  event('securities-loan', [
    trade('2025-02-03', 'LOAG@MISX', '100', '-8000'),
    pieces('securities-loan', '2025-06-02', 'LOAG@MISX', '-100'),
    pieces('securities-loan', '2025-07-14', 'LOAG@MISX', '100'),
    trade('2025-08-01', 'LOAG@MISX', '50', '5000'),
  ]),
  event('reversal', [
    trade('2025-02-03', 'REVG@MISX', '100', '-3000'),
    grouped('reversal', trade('2025-03-28', 'REVG@MISX', '40', '-1907.2')),
    { on: '2025-05-12', symbol: 'REVG@MISX', change: '1907.2', currency: rub, kind: 'reversal' },
    pieces('reversal', '2025-05-14', 'REVG@MISX', '-40'),
    trade('2025-08-01', 'REVG@MISX', '50', '2000'),
  ]),
]

let profile: ReportedProfile
const accountOf = (kind: RowGroupKind): string => profile.accountOf(kind)
const draftOf = ({ kind, grouped: rows, costShare }: (typeof events)[number]) => ({
  ...{ accountId: accountOf(kind), kind, costShare, rowIds: rows.map(([id]) => id) },
})

/** All that the screens show of an account. */
async function everything(kind: RowGroupKind) {
  const own = figuresOf(profile, accountOf(kind))
  const { rows } = await profile.client.call('transactions.recent', { accountId: accountOf(kind), limit: 50 })
  return {
    rows,
    ...{ lots: await own.lots(), realized: await own.realized(), performance: await own.performance() },
    income: await own.income(),
  }
}

/** Whether each row of the groups has the kind that its group gives it. */
const kindsAsMade = () =>
  Promise.all(
    events.flatMap(({ kind: group, grouped: rows }) =>
      rows.map(async ([id, kind]) => {
        const detail = await profile.client.call('transactions.detail', { accountId: accountOf(group), id })
        return detail.kind === kind
      }),
    ),
  )

let before: Awaited<ReturnType<typeof everything>>[] = []
let ids: readonly string[] = []
/** Whether all rows have their kinds as soon as the groups are made. */
let isAtOnce = false

beforeAll(async () => {
  profile = await openReported(events.map(({ shown }) => shown))
  await profile.settle()
  before = await Promise.all(events.map(({ kind }) => everything(kind)))
  ids = (await profile.client.call('transactions.group', { groups: events.map(draftOf) })).ids
  isAtOnce = (await kindsAsMade()).every(Boolean)
}, 120_000)
afterAll(() => profile.close())

/** The open lots, what was realized, and what is left unknown, as the screens show them. */
async function figures(kind: RowGroupKind) {
  const own = figuresOf(profile, accountOf(kind))
  const [lots, realized, performance] = [await own.lots(), await own.realized(), await own.performance()]
  return {
    lots: lots.map(({ symbol, quantity, cost, openedAt }) =>
      [symbol.split('@')[0], quantity, cost, new Date(openedAt ?? 0).toISOString().slice(0, 10)].join(' '),
    ),
    realized: performance.realized,
    unknown: realized.lots.filter(({ profit }) => profit === null).length,
    remainder: performance.remainderParts.map(({ reason, amount }) => `${reason} ${amount}`),
  }
}
const none = { unknown: 0, remainder: [] }

test('the answer of a new group comes once its rows have their kinds', () => expect(isAtOnce).toBe(true))

test.each(events)('each row of a group that the user made has its kind and its group: $kind', async (made) => {
  const accountId = accountOf(made.kind)
  for (const [id, kind] of made.grouped) {
    const detail = await profile.client.call('transactions.detail', { accountId, id })
    expect([id, detail.kind, detail.group?.kind]).toEqual([id, kind, made.kind])
  }
})

test('a split in two rows three weeks apart scales the lots once', async () =>
  expect(await figures('split')).toEqual({ lots: ['SPLG 600 3000 2025-02-03'], realized: '600', ...none }))

test('pieces that arrive six weeks after those of the old symbol have left have their lots', async () =>
  expect(await figures('symbol-change')).toEqual({
    ...{ lots: ['NEWG 100 4000 2025-03-03'], realized: '2000', ...none },
  }))

test('pieces of a spin-off have their share of the cost of the lots of that day, which keep the rest', async () => {
  const { lots, ...rest } = await figures('spin-off')
  expect(lots.toSorted()).toEqual([
    ...['CHIG 10 300.15 2025-04-01', 'PARG 10 900 2025-06-02'],
    ...['PARG 100 7650 2025-02-03', 'PARG 20 1700.85 2025-04-01'],
  ])
  expect(rest).toEqual({ realized: '150', ...none })
})

test('money that is two weeks on its way into another currency is no profit, no loss and no deposit', async () => {
  expect((await figures('currency-exchange')).lots).toEqual([])
  const { client } = profile
  const scope = { accountId: accountOf('currency-exchange'), symbol: null, type: null, from: Date.UTC(2025, 0, 1) }
  const roubles = await client.call('performance.read', { ...scope, currency: rub, to: Date.UTC(2026, 10, 30) })
  expect(roubles.remainderParts.map(({ reason, amount }) => [reason, amount])).toEqual([['exchange', '-90000']])
  expect([roubles.realized, roubles.netDeposits]).toEqual(['0', '100000'])
})

test('a repo of four weeks is no sale, and what it costs lessens the income', async () => {
  expect(await figures('repo')).toEqual({ lots: ['RPOG 100 8000 2025-02-03'], realized: '0', ...none })
  expect((await figuresOf(profile, accountOf('repo')).performance()).income).toBe('-23')
})

test('pieces that were lent for six weeks come back with their cost', async () =>
  expect(await figures('securities-loan')).toEqual({
    ...{ lots: ['LOAG 50 4000 2025-02-03'], realized: '1000', ...none },
  }))

test('a purchase whose money and pieces are taken back by two rows leaves the lots as they were', async () =>
  expect(await figures('reversal')).toEqual({ lots: ['REVG 50 1500 2025-02-03'], realized: '500', ...none }))

test('groups are taken apart as one, and all figures are as before to the last digit', async () => {
  const { client } = profile
  expect((await client.call('transactions.groups')).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const { removed } = await client.call('transactions.ungroup', { ids: [...ids] })
  expect(removed.map(({ kind }) => kind).toSorted()).toEqual(events.map(({ kind }) => kind).toSorted())
  expect(await Promise.all(events.map(({ kind }) => everything(kind)))).toEqual(before)
  expect(await client.call('transactions.groups')).toEqual([])
}, 120_000)
