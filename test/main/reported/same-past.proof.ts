import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCacheSnapshot } from '#main/cache/open.ts'
import { add, subtract, sum, zero, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import { dec } from '../cache/open-cache.ts'
import { compareTransactions, runMirror, servePostgres, testWithPostgres } from '../mirror/mirrored.ts'
import { now } from '../recorded/replayed-profile.ts'
import { accountsOf, cashAfter, dateOf, daysNear, rowDaysOf, startOf, Sums, today } from './account-figures.ts'
import { withoutZeros } from './exported-files.ts'
import { openReported, reportedCases, type ReportedProfile } from './reported-accounts.ts'
import { figuresOf } from './reported-figures.ts'

// The same figures on past days and in the mirror as on the screens of today, for the accounts of all reports.

const postgres = servePostgres()
let opened: ReportedProfile
beforeAll(async () => {
  opened = await openReported(reportedCases)
  await opened.settle()
}, 180_000)
afterAll(() => opened.close())

const accounts = accountsOf(() => opened)

test(
  'each past day re-adds: its cash from the rows, its value from cash and positions',
  { timeout: 300_000 },
  async () => {
    for (const { name, rows, id } of accounts) {
      const { day } = figuresOf(opened, id())
      for (const date of daysNear(rows)) {
        const [account] = (await day(date)).accounts
        if (account?.coverage.state !== 'whole') continue
        const [value, cash] = [new Sums(), new Sums()]
        for (const { currency, amount } of account.cash ?? []) cash.add(currency, amount)
        expect([name, date, withoutZeros(cash.amounts)]).toEqual([name, date, withoutZeros(cashAfter(rows, date))])
        if (account.replayed === null) continue
        for (const { currency, amount } of [...(account.cash ?? []), ...account.blocked]) value.add(currency, amount)
        for (const position of account.positions ?? [])
          if (position.value !== null) value.add(position.currency ?? '', position.value)
        const replayed = new Map(account.replayed.map(({ currency, amount }) => [currency, amount]))
        expect([name, date, withoutZeros(replayed)]).toEqual([name, date, withoutZeros(value.amounts)])
      }
    }
  },
)

test(
  'the pieces of each past day are those of the holdings, and those of today the lots and what the service states',
  { timeout: 120_000 },
  async () => {
    for (const { name, rows, id } of accounts) {
      const { day, lots, reconciliation } = figuresOf(opened, id())
      const symbols = [...new Set(rows.flatMap(({ symbol }) => symbol ?? []))]
      for (const symbol of symbols) {
        const points = await opened.client.call('positions.quantities', { accountId: id(), symbol })
        for (const date of daysNear(rows)) {
          const [account] = (await day(date)).accounts
          if (account?.coverage.state !== 'whole') continue
          const held = account.positions?.find((each) => each.symbol === symbol)?.quantity ?? zero
          const point = points.findLast(({ at }) => at < startOf(date) + dayMs)?.quantity ?? zero
          expect([name, symbol, date, held]).toEqual([name, symbol, date, point])
        }
      }
      const [account] = (await day(today)).accounts
      const own = new Sums()
      for (const { symbol, quantity } of await lots()) own.add(symbol, quantity)
      const held = new Map((account?.positions ?? []).map(({ symbol, quantity }) => [symbol, quantity ?? zero]))
      const compared = await reconciliation()
      const replayed = (of: 'positions' | 'cash') =>
        new Map(
          (compared?.[of] ?? []).map((each) => ['symbol' in each ? each.symbol : each.currency, each.replayed ?? zero]),
        )
      expect([name, withoutZeros(held)]).toEqual([name, withoutZeros(replayed('positions'))])
      const isLent =
        compared?.positions.some(({ causes }) => causes.some(({ kind }) => kind === 'lent-pieces')) === true
      const isFuture = account?.positions?.some(({ note }) => note === 'future') === true
      if (!isLent && !isFuture) expect([name, withoutZeros(own.amounts)]).toEqual([name, withoutZeros(held)])
      const cash = new Map((account?.cash ?? []).map(({ currency, amount }) => [currency, amount]))
      expect([name, withoutZeros(cash)]).toEqual([name, withoutZeros(replayed('cash'))])
    }
  },
)

const causes = ['change', 'deposits', 'income', 'fees', 'taxes', 'price', 'other'] as const

test('two days compare as the days between them, cut anywhere', { timeout: 120_000 }, async () => {
  for (const { name, rows, id } of accounts) {
    const days = rowDaysOf(rows)
    const [first, last] = [dateOf(startOf(days[0] ?? '') - dayMs), dateOf(startOf(days.at(-1) ?? '') + dayMs)]
    const between = async (from: string, to: string) => {
      const read = await opened.client.call('history.compare', { accountId: id(), from, to })
      return new Map(read.byCurrency.map((each) => [each.currency, each]))
    }
    const whole = await between(first, last)
    for (const own of whole.values())
      if (own.change !== null && own.price !== null && own.other !== null)
        expect([name, own.change]).toEqual([
          ...[name, sum([own.deposits, own.income, own.fees, own.taxes, own.price, own.other])],
        ])
    for (const cut of days) {
      const [before, after] = [await between(first, cut), await between(cut, last)]
      for (const [currency, own] of whole)
        for (const cause of causes) {
          const parts = [before.get(currency), after.get(currency)].map((part) =>
            part === undefined ? zero : part[cause],
          )
          const known = parts.filter((part) => part !== null)
          if (own[cause] === null || known.length < 2) continue
          expect([name, cut, currency, cause, sum(known)]).toEqual([name, cut, currency, cause, own[cause]])
        }
    }
  }
})

const amounts = ['netDeposits', 'realized', 'income', 'fees', 'taxes'] as const

test(
  'a period that is cut at a day links to the whole, and has the value of that day',
  { timeout: 300_000 },
  async () => {
    for (const { name, rows, id } of accounts) {
      const { performance, day } = figuresOf(opened, id())
      const days = rowDaysOf(rows)
      const [from, to] = [startOf(days[0] ?? '') - dayMs, startOf(days.at(-1) ?? '') + 2 * dayMs]
      const whole = await performance(null, from, to)
      for (const cut of days) {
        const at = startOf(cut) + dayMs
        const [before, after] = [await performance(null, from, at), await performance(null, at, to)]
        if (before.end !== null) {
          const { total, accounts: own } = await day(cut)
          // Without money and pieces there is no currency, and so no total.
          const value = own.every(({ replayed }) => replayed?.length === 0) ? zero : (total?.replayed ?? null)
          expect([name, cut, value]).toEqual([name, cut, before.end])
          if (after.begin !== null) expect([name, cut, after.begin]).toEqual([name, cut, before.end])
        }
        for (const part of amounts) {
          const [first, second, both] = [before[part] ?? zero, after[part] ?? zero, whole[part]]
          if (
            whole.currency !== null &&
            before.currency === whole.currency &&
            after.currency === whole.currency &&
            both !== null
          )
            expect([name, cut, part, add(first, second)]).toEqual([name, cut, part, both])
        }
        const [a, b, linked] = [before.twr?.total ?? null, after.twr?.total ?? null, whole.twr?.total ?? null]
        if (a !== null && b !== null && linked !== null) {
          expect((1 + a) * (1 + b) - 1, `${name}, cut after ${cut}`).toBeCloseTo(linked, 9)
        }
      }
      const { begin, end, netDeposits, realized, unrealized, income, fees, taxes, remainder } = whole
      const parts = [netDeposits, realized, unrealized, income, remainder]
      if (begin === null || end === null || fees === null || taxes === null || parts.some((part) => part === null))
        continue
      const gained = sum(parts.filter((part) => part !== null))
      expect([name, subtract(end, begin)]).toEqual([name, subtract(gained, add(fees, taxes))])
    }
  },
)

testWithPostgres('the mirror has the rows, lots, income and sums of the cache', { timeout: 120_000 }, async () => {
  const database = await postgres().createDatabase()
  await runMirror(opened.profile, database.to)
  const { cached, mirrored } = await compareTransactions(opened.profile, database)
  expect(mirrored).toEqual(cached)
  const number = (value: unknown): Decimal => dec(String(value))
  const [cash, pieces] = [new Sums(), new Sums()]
  const rows = await database.query(
    `SELECT account_id, currency, symbol, amount, quantity, moved_pieces FROM tidemark.transaction`,
  )
  for (const { account_id: id, currency, amount } of rows)
    if (amount !== null) cash.add(`${String(id)} ${String(currency)}`, number(amount))
  const moved = rows.filter((row) => row['moved_pieces'] !== null)
  const db = openCacheSnapshot(opened.profile.paths.cache)
  const stored = db.prepare('SELECT count(*) FROM account_transaction WHERE moved_pieces IS NOT NULL').pluck().get()
  db.close()
  expect([moved.length, moved.length > 0]).toEqual([stored, true])
  const [own, lots] = [new Sums(), new Sums()]
  for (const { rows: ownRows, id } of accounts)
    for (const [currency, amount] of cashAfter(ownRows, today)) own.add(`${id()} ${currency}`, amount)
  expect(withoutZeros(cash.amounts)).toEqual(withoutZeros(own.amounts))
  for (const { account_id: id, symbol, quantity, cost } of await database.query('SELECT * FROM tidemark.lot')) {
    pieces.add(`${String(id)} ${String(symbol)}`, number(quantity))
    if (cost !== null) pieces.add(`${String(id)} ${String(symbol)} cost`, number(cost))
  }
  for (const { id } of accounts)
    for (const { accountId, symbol, quantity, cost } of await figuresOf(opened, id()).lots()) {
      lots.add(`${accountId} ${symbol}`, quantity)
      if (cost !== null) lots.add(`${accountId} ${symbol} cost`, cost)
    }
  expect(withoutZeros(pieces.amounts)).toEqual(withoutZeros(lots.amounts))
  const income = await opened.client.call('income.list', { accountId: null, from: 0, to: now })
  const paid = await database.query(
    `SELECT account_id, day::text, kind, state, currency, gross::text, tax::text FROM tidemark.income WHERE day < '${today}'`,
  )
  const text = (values: readonly unknown[]): string => values.map(String).join(' ')
  expect(paid.map((row) => text(Object.values(row))).sort()).toEqual(
    income
      .filter(({ date }) => date < today)
      .map((row) => text([row.accountId, row.date, row.kind, row.state, row.currency, row.gross, row.tax]))
      .sort(),
  )
})
