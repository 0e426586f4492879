import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import {
  openReported,
  reportedCases,
  type ReportedCase,
  type ReportedProfile,
  type ReportedRow,
} from './reported-accounts.ts'
import { figuresOf } from './reported-figures.ts'

const reported = [
  ...['storno-of-purchase', 'repo-overnight', 'split-in-two-rows', 'split-as-transfer-named-split', 'spin-off'],
  ...['monthly-amortization', 'amortization-called-redemption', 'moved-out-and-back', 'own-transfer-nine-days'],
  ...['worthless-sale-at-zero', 'fx-conversion-two-rows', 'fx-conversion-without-symbol'],
].map((name) => {
  const found = reportedCases.find(({ id }) => id === name)
  if (found === undefined) throw new Error(`There is no case ${name}.`)
  return found
})

let lastId = 60_000
type Draft = Omit<ReportedRow, 'id' | 'category'> & { readonly category?: string; readonly kind?: TransactionKind }

/** A case of the same kind as a reported one, in one account; `symbols` are of shares. */
function kin(id: string, symbols: readonly string[], drafts: readonly Draft[]) {
  const rows = drafts.map(({ kind: _, ...draft }) => ({ id: String(++lastId), category: 'OTHERS', ...draft }))
  const kinds = drafts.flatMap(({ kind }, index) =>
    kind === undefined ? [] : [[rows[index]?.id ?? '', kind] as const],
  )
  const instruments = symbols.map((symbol) => [symbol, { type: 'EQUITIES', currency: 'RUB', price: '10' }])
  const shown: ReportedCase = {
    ...{ id, what: '', question: '', expect: {}, reason: '', instruments: Object.fromEntries(instruments) },
    accounts: { a: { rows, positions: {}, cash: {} } },
  }
  return { shown, kinds }
}

const rub = 'RUB'
const buy = (at: string, symbol: string, size: string, change: string): Draft => ({
  ...{ at: `${at}T09:00:00Z`, name: 'Покупка', symbol, size, change: `-${change}`, currency: rub, price: '1' },
})
const sell = (at: string, symbol: string, size: string, change: string): Draft => ({
  ...{ at: `${at}T09:00:00Z`, name: 'Продажа', symbol, size, change, currency: rub, price: '1' },
})
const move = (kind: TransactionKind, at: string, symbol: string, change_qty: string): Draft => ({
  ...{ at, name: 'Операция с ценными бумагами', symbol, change_qty, kind },
})
const chosen = (kind: TransactionKind, draft: Draft): Draft => ({ ...draft, kind })

const kins = [
  kin(
    'symbol-change',
    ['OLDK@MISX', 'NEWK@MISX'],
    [
      ...[buy('2025-02-03', 'OLDK@MISX', '100', '5000'), buy('2025-03-03', 'OLDK@MISX', '50', '4000')],
      move('split', '2025-05-05T09:00:40Z', 'OLDK@MISX', '-150'),
      move('split', '2025-05-05T09:00:00Z', 'NEWK@MISX', '300'),
      sell('2025-06-05', 'NEWK@MISX', '200', '7000'),
    ],
  ),
  kin(
    'split-new-pieces-first',
    ['SPNK@MISX'],
    [
      buy('2025-02-03', 'SPNK@MISX', '1000', '5000'),
      move('split', '2025-05-05T09:00:00Z', 'SPNK@MISX', '100'),
      move('split', '2025-05-05T09:00:00Z', 'SPNK@MISX', '-1000'),
      sell('2025-06-05', 'SPNK@MISX', '30', '1800'),
    ],
  ),
  kin(
    'repo-twice-in-parts',
    ['RPTK@MISX'],
    [
      buy('2025-02-03', 'RPTK@MISX', '100', '8000'),
      chosen('repo', sell('2025-06-02', 'RPTK@MISX', '60', '5700')),
      chosen('repo', buy('2025-06-03', 'RPTK@MISX', '60', '5701.5')),
      chosen('repo', sell('2025-06-03', 'RPTK@MISX', '40', '3800')),
      chosen('repo', buy('2025-06-04', 'RPTK@MISX', '25', '2375.5')),
      chosen('repo', buy('2025-06-05', 'RPTK@MISX', '15', '1426')),
    ],
  ),
  kin(
    'loan-of-securities',
    ['LOSK@MISX'],
    [
      buy('2025-02-03', 'LOSK@MISX', '100', '8000'),
      move('securities-loan', '2025-06-02T20:00:00Z', 'LOSK@MISX', '-100'),
      move('securities-loan', '2025-06-03T06:00:00Z', 'LOSK@MISX', '100'),
      sell('2025-07-03', 'LOSK@MISX', '50', '5000'),
    ],
  ),
  kin(
    'storno-of-sale',
    ['STSK@MISX'],
    [
      buy('2025-02-03', 'STSK@MISX', '100', '3000'),
      chosen('reversal', sell('2025-03-28', 'STSK@MISX', '40', '1907.2')),
      chosen('reversal', buy('2025-03-28', 'STSK@MISX', '40', '1907.2')),
    ],
  ),
]

/** What the rules say once they see the whole event; here the user chooses it. */
const chosenKinds: Readonly<Record<string, readonly (readonly [id: string, kind: TransactionKind])[]>> = {
  'storno-of-purchase': [
    ['1027', 'reversal'],
    ['1028', 'reversal'],
  ],
  'repo-overnight': [
    ['1058', 'repo'],
    ['1059', 'repo'],
  ],
  'split-as-transfer-named-split': [['1036', 'split']],
  'spin-off': [['1045', 'split']],
  'amortization-called-redemption': [['1154', 'amortization']],
  'fx-conversion-two-rows': [
    ['1125', 'currency-exchange'],
    ['1126', 'currency-exchange'],
  ],
  'fx-conversion-without-symbol': [
    ['7008', 'currency-exchange'],
    ['7009', 'currency-exchange'],
  ],
  ...Object.fromEntries(kins.map(({ shown, kinds }) => [shown.id, kinds])),
}

let profile: ReportedProfile
beforeAll(async () => {
  profile = await openReported([...reported, ...kins.map(({ shown }) => shown)])
  await profile.settle()
  for (const [name, rows] of Object.entries(chosenKinds))
    for (const [id, kind] of rows)
      await profile.client.call('transactions.setKind', { accountId: profile.accountOf(name), id, kind })
  await profile.settle()
}, 120_000)
afterAll(() => profile.close())

/** The open lots, what was realized, and what is left unknown, as the screens show them. */
async function figures(name: string, account = 'a') {
  const own = figuresOf(profile, profile.accountOf(name, account))
  const [lots, realized, performance] = [await own.lots(), await own.realized(), await own.performance()]
  return {
    lots: lots.map(({ symbol, quantity, cost, openedAt }) =>
      [
        symbol.split('@')[0],
        quantity,
        cost,
        openedAt === null ? '?' : new Date(openedAt).toISOString().slice(0, 10),
      ].join(' '),
    ),
    realized: performance.realized,
    unknown: realized.lots.filter(({ profit }) => profit === null).length,
    realizedLots: realized.lotCount,
  }
}
const none = { unknown: 0, realizedLots: 0 }

test('a cancelled purchase leaves the lots as they were, and its cancellation is no sale', async () =>
  expect(await figures('storno-of-purchase')).toEqual({ lots: ['STRX 100 3000 2025-02-03'], realized: '0', ...none }))

test('a cancelled sale realizes nothing', async () =>
  expect(await figures('storno-of-sale')).toEqual({ lots: ['STSK 100 3000 2025-02-03'], realized: '0', ...none }))

test('a repo is no sale, and what it costs lessens the income', async () => {
  expect(await figures('repo-overnight')).toEqual({ lots: ['RPOX 100 8000 2025-02-03'], realized: '0', ...none })
  const { income, remainderParts } = await figuresOf(profile, profile.accountOf('repo-overnight')).performance()
  expect([income, remainderParts]).toEqual(['-3', []])
})

test('so are several repos of a part, which come back in parts', async () => {
  expect(await figures('repo-twice-in-parts')).toEqual({ lots: ['RPTK 100 8000 2025-02-03'], realized: '0', ...none })
  expect((await figuresOf(profile, profile.accountOf('repo-twice-in-parts')).performance()).income).toBe('-3')
})

test('lent pieces come back with their cost', async () =>
  expect(await figures('loan-of-securities')).toMatchObject({ lots: ['LOSK 50 4000 2025-02-03'], realized: '1000' }))

test('a split in two rows keeps cost and opening time', async () =>
  expect(await figures('split-in-two-rows')).toMatchObject({
    lots: ['RSPX 50 2500 2025-02-03'],
    realized: '500',
    unknown: 0,
  }))

test('so it does if the new pieces come first', async () =>
  expect(await figures('split-new-pieces-first')).toMatchObject({
    ...{ lots: ['SPNK 70 3500 2025-02-03'], realized: '300', unknown: 0 },
  }))

test('a split in one transfer row keeps the cost and is no deposit', async () => {
  expect(await figures('split-as-transfer-named-split')).toMatchObject({
    ...{ lots: ['SPTX 500 2500 2025-02-03'], realized: '500', unknown: 0 },
  })
  const { netDeposits } = await figuresOf(profile, profile.accountOf('split-as-transfer-named-split')).performance()
  expect(netDeposits).toBe('10000')
})

test('pieces of a new symbol have the lots of the old one', async () =>
  expect(await figures('symbol-change')).toEqual({
    ...{ lots: ['NEWK 100 4000 2025-03-03'], realized: '2000', unknown: 0, realizedLots: 1 },
  }))

test('the cost of pieces of a spin-off is not known, that of the parent stays, and nothing was deposited', async () => {
  expect(await figures('spin-off')).toMatchObject({ lots: ['PARX 100 9000 2025-02-03'], realized: '0', unknown: 1 })
  expect((await figuresOf(profile, profile.accountOf('spin-off')).performance()).netDeposits).toBe('10000')
})

test('each monthly amortization returns its own share of the cost', async () =>
  expect(await figures('monthly-amortization')).toMatchObject({
    ...{ lots: ['MAMX 10 6860 2025-01-20'], realized: '60', unknown: 0 },
  }))

test('an amortization that is named a redemption returns its share', async () =>
  expect(await figures('amortization-called-redemption')).toMatchObject({
    ...{ lots: ['PGNX 10 8000 2025-01-20'], realized: '0', unknown: 0 },
  }))

test('pieces that leave an account and come back have the same lots', async () =>
  expect(await figures('moved-out-and-back')).toEqual({ lots: ['OABX 60 600 2025-01-20'], realized: '0', ...none }))

test('pieces that are nine days on their way arrive with their cost', async () =>
  expect(await figures('own-transfer-nine-days', 'b')).toEqual({
    ...{ lots: ['TRFX 60 600 2025-01-20'], realized: '0', ...none },
  }))

test('a sale at a stated price of 0 realizes the whole cost', async () =>
  expect(await figures('worthless-sale-at-zero')).toEqual({ lots: [], realized: '-2000', unknown: 0, realizedLots: 1 }))

test('bought dollars are cash, not pieces of their pair', async () => {
  const { reconciliation, lots } = figuresOf(profile, profile.accountOf('fx-conversion-two-rows'))
  expect([(await reconciliation())?.differenceCount, await lots()]).toEqual([0, []])
})

test.each(['fx-conversion-two-rows', 'fx-conversion-without-symbol'])(
  'money changed into another currency is no profit and no loss: %s',
  async (name) => {
    const { client, accountOf } = profile
    const scope = {
      accountId: accountOf(name),
      symbol: null,
      type: null,
      from: Date.UTC(2025, 0, 1),
      to: Date.UTC(2026, 10, 30),
    }
    const roubles = await client.call('performance.read', { ...scope, currency: 'RUB' })
    expect(roubles.remainderParts.map(({ reason, amount }) => [reason, amount])).toEqual([['exchange', '-90000']])
    expect([roubles.realized, roubles.unrealized, roubles.netDeposits]).toEqual(['0', '0', '100000'])
  },
)
