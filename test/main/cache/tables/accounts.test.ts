import { expect, test } from 'vitest'
import { Accounts } from '#main/cache/tables/accounts.ts'
import { createSessionDetails } from '#main/cache/tables/session.ts'
import type { Account } from '#shared/model/account.ts'
import { dec, openTestCache } from '../open-cache.ts'

const account = (id: string, changes: Partial<Account> = {}): Account => ({
  id,
  type: 'UNION',
  status: 'ACCOUNT_ACTIVE',
  equity: dec('1234567890.123456789012'),
  unrealizedProfit: null,
  positions: [
    {
      symbol: 'SBER@MISX',
      quantity: dec('-28'),
      averagePrice: null,
      currentPrice: dec('301.5'),
      maintenanceMargin: dec('0'),
      dailyPnl: null,
      unrealizedPnl: dec('-0.01'),
    },
    {
      symbol: 'AFLT@MISX',
      quantity: null,
      averagePrice: null,
      currentPrice: null,
      maintenanceMargin: null,
      dailyPnl: null,
      unrealizedPnl: null,
    },
  ],
  cash: [{ currency: 'RUB', amount: dec('-1.0064') }],
  portfolio: { kind: 'mc', availableCash: dec('10'), initialMargin: null, maintenanceMargin: null },
  openedAt: -5_000,
  firstTradeAt: null,
  firstNonTradeAt: null,
  ...changes,
})

test('an account is read as it was stored: order, digits and unknown values', () => {
  const accounts = new Accounts(openTestCache())
  const odd = account('TRQD05:989213', { portfolio: { kind: 'mct' } })
  const empty = account('b', { equity: null, positions: [], cash: [], portfolio: null, openedAt: null })
  accounts.replaceAccount(odd, 100)
  accounts.replaceAccount(empty, 200)
  expect(accounts.list()).toEqual([
    { account: odd, fetchedAt: 100 },
    { account: empty, fetchedAt: 200 },
  ])
  expect(accounts.get('TRQD05:989213')).toEqual({ account: odd, fetchedAt: 100 })
  expect(accounts.get('unknown')).toBeNull()
})

test('a new response replaces the whole stored account', () => {
  const accounts = new Accounts(openTestCache())
  accounts.replaceAccount(account('a'), 1)
  const next = account('a', { positions: account('a').positions.slice(1), cash: [] })
  accounts.replaceAccount(next, 2)
  expect(accounts.list()).toEqual([{ account: next, fetchedAt: 2 }])
})

test('a failed write keeps the stored account', () => {
  const db = openTestCache()
  const accounts = new Accounts(db)
  accounts.replaceAccount(account('a'), 1)
  db.exec(`CREATE TRIGGER breaks BEFORE INSERT ON cash BEGIN SELECT raise(ABORT, 'broken'); END`)
  expect(() => accounts.replaceAccount(account('a', { positions: [] }), 2)).toThrow('broken')
  expect(accounts.list()).toEqual([{ account: account('a'), fetchedAt: 1 }])
})

test('two positions in one symbol are both stored', () => {
  const accounts = new Accounts(openTestCache())
  const [position] = account('a').positions
  accounts.replaceAccount(account('a', { positions: [position!, position!] }), 1)
  expect(accounts.get('a')?.account.positions).toEqual([position, position])
})

test('accounts that the token no longer includes are deleted with their positions', () => {
  const db = openTestCache()
  const accounts = new Accounts(db)
  for (const id of ['a', 'b', 'c']) accounts.replaceAccount(account(id), 1)
  expect(accounts.removeExcept(['b'])).toBe(2)
  expect(accounts.list().map((stored) => stored.account.id)).toEqual(['b'])
  expect(db.prepare('SELECT count(*) FROM position').pluck().get()).toBe(2)
})

test('session details are stored without fields that are not in the model', () => {
  const db = openTestCache()
  const table = createSessionDetails(db)
  expect(table.get()).toBeNull()
  const details = { createdAt: 1, expiresAt: null, permissions: [], accountIds: ['a'], isReadOnly: true }
  table.put({ ...details, token: 'eyJ-not-to-be-kept' } as typeof details, 50)
  table.put({ ...details, token: 'eyJ-not-to-be-kept' } as typeof details, 60)
  expect(table.get()).toEqual({ details, fetchedAt: 60 })
  expect(JSON.stringify(db.prepare('SELECT * FROM session_details').all())).not.toContain('eyJ')
  table.clear()
  expect(table.get()).toBeNull()
})

test('the time since which pieces and cash are the same stays while only prices change', () => {
  const accounts = new Accounts(openTestCache())
  const withPrice = (price: string, quantity = '-28') =>
    account('1', {
      positions: account('1').positions.map((position) => ({
        ...position,
        currentPrice: dec(price),
        ...(position.quantity !== null && { quantity: dec(quantity) }),
      })),
    })
  expect(accounts.statement('1')).toBeNull()
  const since = [withPrice('1'), withPrice('2'), withPrice('2', '-27'), withPrice('3', '-27')].map((each, at) => {
    accounts.replaceAccount(each, 100 + at)
    return accounts.statement('1')?.since
  })
  accounts.replaceAccount({ ...withPrice('3', '-27'), cash: [] }, 200)
  expect([...since, accounts.statement('1')]).toEqual([100, 100, 102, 102, { at: 200, since: 200 }])
})
