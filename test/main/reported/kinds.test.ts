import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../fakes/until.ts'
import {
  openReported,
  reportedCases,
  type ReportedCase,
  type ReportedProfile,
  type ReportedRow,
} from './reported-accounts.ts'
import { figuresOf } from './reported-figures.ts'

const reported = (id: string): ReportedCase => {
  const found = reportedCases.find((each) => each.id === id)
  if (found === undefined) throw new Error(`There is no case ${id}.`)
  return found
}

/** A case with other instruments, whose rows are changed; `id` is the last letter of its symbols too. */
function kin(of: string, id: string, change: (rows: readonly ReportedRow[]) => readonly ReportedRow[]): ReportedCase {
  const renamed = JSON.parse(JSON.stringify(reported(of)).replace(/([A-Z\d_]+)@MISX/g, `$1${id}@MISX`)) as ReportedCase
  const { a } = renamed.accounts
  if (a === undefined) throw new Error(`The case ${of} has no account a.`)
  return { ...renamed, id: `${of} ${id}`, accounts: { a: { ...a, rows: change(a.rows) } } }
}

const each =
  (change: (row: ReportedRow, index: number) => Partial<ReportedRow>) =>
  (rows: readonly ReportedRow[]): readonly ReportedRow[] =>
    rows.map((row, index) => ({ ...row, ...change(row, index) }))

/** The same rows with other names, by the place of the row. */
const named = (names: Readonly<Record<number, string>>) => each((row, index) => ({ name: names[index] ?? row.name }))

/** The same rows with ids in the opposite order: rows of one second are then read in the other order. */
const idsReversed = (rows: readonly ReportedRow[]): readonly ReportedRow[] =>
  rows.map((row, index) => ({ ...row, id: String(9_000 - index) })).toReversed()

const later = (row: ReportedRow | undefined, ms: number): string =>
  new Date(Date.parse(row?.at ?? '') + ms).toISOString().replace('.000Z', 'Z')
const hour = 3_600_000

const variants: readonly ReportedCase[] = [
  kin('amortization-called-redemption', 'A', named({ 2: 'Bond redemption' })),
  kin(
    'amortization-called-redemption',
    'B',
    each((row, index) => (index === 2 ? { name: 'Погашение облигаций', at: later(row, 20 * 24 * hour) } : {})),
  ),
  kin('split-as-transfer-named-split', 'A', named({ 2: 'Stock split 10:1' })),
  kin('spin-off', 'A', named({ 2: 'Spin-off of a subsidiary' })),
  kin('storno-of-purchase', 'A', named({ 3: 'Trade cancellation' })),
  kin('storno-of-purchase', 'B', idsReversed),
  kin(
    'storno-of-purchase',
    'C',
    each((row, index) => (index === 3 ? { name: 'Отмена операции', at: later(row, 9 * 24 * hour) } : {})),
  ),
  kin('repo-overnight', 'A', named({ 2: 'Repo, first leg', 3: 'Repo, second leg' })),
  kin('fx-conversion-two-rows', 'A', (rows) => idsReversed(named({ 1: 'Покупка', 2: 'Покупка' })(rows))),
  kin(
    'fx-conversion-two-rows',
    'B',
    each((row, index) => (index === 2 ? { at: later(row, 24 * hour) } : {})),
  ),
  kin('fx-conversion-two-rows', 'C', (rows) =>
    rows.flatMap((row, index) => {
      if (index !== 1) return [row]
      const part = (id: string, change: string, size: string): ReportedRow => ({ ...row, id, change, size })
      return [part('7001', '-27000', '300'), part('7002', '-63000', '700')]
    }),
  ),
  kin('fx-conversion-without-symbol', 'A', named({ 1: 'Прочие операции', 2: 'Прочие операции' })),
  kin('redemption-in-two-rows', 'A', (rows) => idsReversed(named({ 2: 'Redemption', 3: 'Bond redemption' })(rows))),
  kin('redemption-in-two-rows', 'B', named({ 3: 'Списание ценных бумаг' })),
  kin(
    'redemption-in-two-rows',
    'C',
    each((row, index) => (index === 3 ? { at: later(row, -3 * 24 * hour) } : {})),
  ),
  kin('redemption-money-only', 'A', named({ 2: 'Выплата номинала' })),
  kin('redemption-money-only', 'B', (rows) =>
    rows.flatMap((row, index) => {
      if (index !== 2) return [row]
      return [
        { ...row, id: '7001', change: '4000' },
        { ...row, id: '7002', change: '6000', at: later(row, 24 * hour) },
      ]
    }),
  ),
  kin(
    'redemption-money-only',
    'C',
    each((_, index) => (index === 2 ? { change: '9000' } : {})),
  ),
  kin('split-in-two-rows', 'A', idsReversed),
  kin(
    'split-in-two-rows',
    'B',
    each((_, index) =>
      index === 2 || index === 3
        ? { category: 'TRANSFER', name: index === 2 ? 'Списание ценных бумаг' : 'Зачисление ценных бумаг' }
        : {},
    ),
  ),
]

let opened: ReportedProfile
const ids = [
  ...['amortization-called-redemption', 'split-as-transfer-named-split', 'spin-off', 'storno-of-purchase'],
  ...['repo-overnight', 'fx-conversion-two-rows', 'fx-conversion-without-symbol', 'redemption-in-two-rows'],
  ...['redemption-money-only', 'split-in-two-rows'],
]
const all: readonly ReportedCase[] = [...ids.map(reported), ...variants]
const kinOf = (id: string): string[] =>
  all.flatMap((one) => (one.id === id || one.id.startsWith(`${id} `) ? [one.id] : []))

beforeAll(async () => {
  opened = await openReported(all)
  await opened.settle()
}, 120_000)
afterAll(() => opened.close())

const figures = (id: string) => figuresOf(opened, opened.accountOf(id))

/** The kinds of the rows of a case from a place on, oldest first. */
async function kindsOf(id: string, from = 0): Promise<string[]> {
  const rows = (all.find((one) => one.id === id)?.accounts['a']?.rows ?? []).toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return Promise.all(rows.slice(from).map((row) => figures(id).kindOf(row.id)))
}

/** The clock runs on, and nothing is compared while its last seconds are being loaded. */
const reconciled = (id: string) => until(figures(id).reconciliation, (each) => each?.coverage === 'whole', 20_000)

const lotsOf = async (id: string): Promise<(readonly [pieces: string, cost: string | null])[]> =>
  (await figures(id).lots()).map(({ quantity, cost }) => [quantity, cost])

describe.each(kinOf('amortization-called-redemption'))('%s', (id) => {
  test('a repayment after which face value is left is an amortization', async () => {
    expect(await kindsOf(id, 2)).toEqual(['amortization'])
    expect(await lotsOf(id)).toEqual([['10', '8000']])
    expect((await figures(id).performance()).realized).toBe('0')
  })
})

describe.each(kinOf('split-as-transfer-named-split'))('%s', (id) => {
  test('a split that is booked as a transfer brings nothing in and keeps the cost', async () => {
    expect(await kindsOf(id, 2)).toEqual(['split', 'sell'])
    expect(await figures(id).performance()).toMatchObject({ netDeposits: '10000', realized: '500' })
    expect(await lotsOf(id)).toEqual([['500', '2500']])
  })
})

describe.each(kinOf('spin-off'))('%s', (id) => {
  test('pieces received for pieces held are no deposit', async () => {
    expect(await kindsOf(id, 2)).toEqual(['split', 'sell'])
    expect((await figures(id).performance()).netDeposits).toBe('10000')
  })
})

describe.each(kinOf('storno-of-purchase'))('%s', (id) => {
  test('a cancelled purchase never stood', async () => {
    expect(await kindsOf(id, 2)).toEqual(['reversal', 'reversal'])
    expect(await lotsOf(id)).toEqual([['100', '3000']])
    expect((await figures(id).performance()).realized).toBe('0')
    expect((await figures(id).realized()).lots).toEqual([])
    expect((await reconciled(id))?.differenceCount).toBe(0)
  })
})

describe.each(kinOf('repo-overnight'))('%s', (id) => {
  test('both legs of a repo are a repo and no trade', async () => {
    expect(await kindsOf(id, 2)).toEqual(['repo', 'repo'])
  })
})

describe.each(kinOf('fx-conversion-two-rows'))('%s', (id) => {
  test('the bought dollars are the cash and no pieces of the pair', async () => {
    expect(new Set(await kindsOf(id, 1))).toEqual(new Set(['currency-exchange']))
    expect((await reconciled(id))?.differenceCount).toBe(0)
    const [account] = (await figures(id).day('2025-02-01')).accounts
    expect(account?.positions).toEqual([])
    expect(account?.cash).toEqual([
      { currency: 'RUB', amount: '10000' },
      { currency: 'USD', amount: '1000' },
    ])
  })
})

describe.each(kinOf('fx-conversion-without-symbol'))('%s', (id) => {
  test('money that goes in one currency and comes in another is an exchange', async () => {
    expect(await kindsOf(id, 1)).toEqual(['currency-exchange', 'currency-exchange'])
    const { xirr, twr, drawdown } = await figures(id).performance()
    expect([xirr.roots, twr?.total ?? null, drawdown]).toEqual([[], null, null])
  })
})

const repaid = { netDeposits: '20000', realized: '300', unrealized: '0' }

describe.each(kinOf('redemption-in-two-rows'))('%s', (id) => {
  test('money and pieces of a redemption in two rows close the lots once', async () => {
    expect(await kindsOf(id, 2)).toEqual(['redemption', 'redemption'])
    expect(await figures(id).performance()).toMatchObject(repaid)
    expect((await figures(id).realized()).lots).toMatchObject([{ pieces: '10', cost: '9700', proceeds: '10000' }])
    expect((await reconciled(id))?.differenceCount).toBe(0)
  })
})

describe.each(kinOf('redemption-money-only').filter((id) => !id.endsWith(' C')))('%s', (id) => {
  test('money that repays all pieces in full removes them', async () => {
    expect(new Set(await kindsOf(id, 2))).toEqual(new Set(['redemption']))
    expect(await figures(id).performance()).toMatchObject(repaid)
    expect(await lotsOf(id)).toEqual([])
    expect((await reconciled(id))?.differenceCount).toBe(0)
  })
})

test('money that does not repay all pieces removes none, and the difference is shown', async () => {
  const id = 'redemption-money-only C'
  expect(await lotsOf(id)).toEqual([['10', '9700']])
  expect((await reconciled(id))?.positions).toMatchObject([{ stated: '0', replayed: '10' }])
})

describe.each(kinOf('split-in-two-rows'))('%s', (id) => {
  test('old pieces out and new pieces in keep the cost', async () => {
    expect(await kindsOf(id, 2)).toEqual(['split', 'split', 'sell'])
    expect(await lotsOf(id)).toEqual([['50', '2500']])
    expect((await figures(id).performance()).realized).toBe('500')
  })
})
