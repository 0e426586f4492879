import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createInstruments } from '#main/cache/instruments/instruments.ts'
import { parseDecimal } from '#shared/decimal.ts'
import { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionRow, Transaction } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../../runs.ts'
import { storeInstruments } from '../../instruments/store-instruments.ts'
import { dec, openTestCache } from '../../open-cache.ts'
import { makeTransaction } from '../make-transactions.ts'
import { finishReview, openTransactions } from '../rig.ts'
import { expectFiltered, instrument } from './expect-filtered.ts'
import { rowOf } from './naive-filter.ts'

const base = Date.UTC(2026, 0, 31, 22)
const hourMs = 3_600_000
const names = new Map([
  ['SBER@MISX', 'Сбербанк АО'],
  ['AAPL@XNAS', 'Apple Inc'],
  ['Z@@#rtsx', ''],
])

const amounts = [
  '0',
  '-0.5',
  '0.5',
  '-1.000000001',
  '1',
  '12.34',
  '-12.34',
  '9223372036854775807.999999999',
  '-9223372036854775807.5',
]
const accounts = ['a', 'b', 'TRQD05:1']
const symbols = [...names.keys(), '']
const categories = ['OTHERS', 'INCOME', 'TRANSFER', 'TAX', 'Налог', '']
const kinds = ['buy', 'sell', 'dividend', 'cash-transfer-in', 'tax', 'commission', 'no such kind']
const moments = fc.oneof(
  fc.integer({ min: -40, max: 40 }).map((hours) => base + hours * hourMs),
  fc.constantFrom(
    base,
    base + 1,
    -62_135_596_800_000,
    253_402_300_799_000,
    Date.UTC(2025, 11, 31, 23, 59, 59),
    Date.UTC(2026, 2, 1),
  ),
)
const row = fc.record({
  account: fc.constantFrom(...accounts),
  id: fc.integer({ min: 0, max: 90 }).map(String),
  at: moments,
  category: fc.constantFrom(...categories),
  name: fc.constantFrom('Комиссия', 'Buy', 'продажа ценных БУМАГ', 'ß “=1”', ''),
  symbol: fc.constantFrom(...symbols),
  change: fc.option(
    fc.record({ currency: fc.constantFrom('RUB', 'USD', ''), amount: fc.constantFrom(...amounts).map(dec) }),
  ),
  isTrade: fc.boolean(),
})
const decimals = fc.option(
  fc
    .oneof(
      fc.constantFrom(...amounts),
      fc.constantFrom('0.0000000001', '-0.5000000001', '99999999999999999999', '-99999999999999999999'),
    )
    .map((text) => parseDecimal(text)!),
)
const isNot = fc.boolean()
const values = (known: readonly string[]) =>
  fc.array(fc.constantFrom(...known, 'unknown'), { minLength: 1, maxLength: 3 })
const condition = fc.oneof(
  fc.record({ field: fc.constant('account' as const), values: values(accounts), isNot }),
  fc.record({ field: fc.constant('kind' as const), values: values(kinds), isNot }),
  fc.record({ field: fc.constant('category' as const), values: values(categories), isNot }),
  fc.record({ field: fc.constant('symbol' as const), values: values(symbols), isNot }),
  fc.record({ field: fc.constant('mic' as const), values: values(['MISX', 'XNAS', '#rtsx', '']), isNot }),
  fc.record({ field: fc.constant('currency' as const), values: values(['RUB', 'USD', '']), isNot }),
  fc.record({ field: fc.constant('period' as const), from: fc.option(moments), to: fc.option(moments), isNot }),
  fc.record({ field: fc.constant('amount' as const), min: decimals, max: decimals, isNot }),
  fc.record({ field: fc.constant('trade' as const), isNot }),
)
const filters = fc.record({
  conditions: fc.array(condition, { maxLength: 3 }),
  text: fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    fc.constantFrom(
      'комис',
      'омисси',
      'uy',
      'БУМАГ прод',
      'сбер',
      'apple inc',
      'а',
      '“=1”',
      'нет такого',
      'rts tax',
      'divid',
      'Sell комис',
      'transfer in',
      'unk',
      '"',
      '%',
      'комис\0uy',
    ),
  ),
})

/** The rows with the only currency of their account in place of an empty one. */
function withAssumed(rows: readonly TransactionRow[]): TransactionRow[] {
  const stated = Map.groupBy(
    rows.filter(({ transaction }) => transaction.change !== null && transaction.change.currency !== ''),
    ({ accountId }) => accountId,
  )
  return rows.map((each) => {
    const { change } = each.transaction
    const [only, ...others] = new Set(
      stated.get(each.accountId)?.map(({ transaction }) => transaction.change?.currency),
    )
    if (change === null || change.currency !== '' || only === undefined || others.length > 0) return each
    return { ...each, transaction: { ...each.transaction, change: { ...change, currency: only } } }
  })
}

test('pages in both directions and totals equal a naive filter over the same rows', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 70 }),
      fc.array(filters, { minLength: 1, maxLength: 4 }),
      (batch, wanted) => {
        const db = openTestCache()
        const transactions = openTransactions(db)
        const allRows = new Map<string, TransactionRow>()
        for (const { account, id, isTrade, ...content } of batch) {
          const trade = isTrade ? { size: dec('1'), price: null, accruedInterest: null } : null
          const transaction: Transaction = makeTransaction(id, content.at, { ...content, trade })
          transactions.upsert(account, [transaction], 1)
          const name = names.get(content.symbol)
          const instrument = name === undefined ? null : { name: name || null, type: 'EQUITIES' }
          allRows.set(`${account} ${id}`, rowOf(account, transaction, instrument))
        }
        for (const [symbol, name] of names) void storeInstruments(createInstruments(db), [instrument(symbol, name)])
        finishReview(db, 3)
        for (const filter of wanted) {
          expect(TransactionFilter.safeParse(filter).success).toBe(true)
          expectFiltered(db, transactions, withAssumed([...allRows.values()]), filter)
        }
        db.close()
      },
    ),
    { numRuns: runs(150) },
  )
})
