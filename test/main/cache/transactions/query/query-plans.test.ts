import { expect, test } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { createTransactionPages } from '#main/cache/transactions/query/pages.ts'
import { strategyNames } from '#main/cache/transactions/query/strategy.ts'
import { collectPlans } from '../../../sqlite/query-plans.ts'
import { dec, openTestCache } from '../../open-cache.ts'
import { makeTransaction } from '../make-transactions.ts'
import { base, openTransactions } from '../rig.ts'

const collect = () => {
  const db = openTestCache()
  return collectPlans(db, () => createCache(db))
}
const matching = (lines: readonly string[], pattern: RegExp): string[] =>
  [...new Set(lines.flatMap((line) => pattern.exec(line)?.[1] ?? []))].toSorted()

/** Tables that a statement may scan: they have few rows, or the statement may take long. */
const mayBeScanned = [
  // One row, or one per account, connection or endpoint.
  'account',
  'instrument_walk',
  // One row, and one for each dimension with rows that changed since the last replay.
  'ledger_basis',
  'ledger_change',
  'longest_response',
  'malformed',
  'order_read',
  'quota',
  'service_record',
  'session_details',
  'sync_state',
  'transaction_kind_state',
  'transaction_overflow',
  // SQLite scans these for a foreign key only when the key of an account changes, which never happens.
  'coverage_doubt',
  'transaction_dimension',
  // The user's choices and groups, and the dimensions that the review must still read.
  'transaction_kind_choice',
  'chosen_group',
  'chosen_group_row',
  'transaction_kind_due',
  // Rows that responses lack, and rows that were just changed: none most of the time.
  'missing_row',
  'missing_count',
  'changed_row',
  // All dimensions, when the rules of kinds change.
  'd',
  // A few hundred rows per account and year.
  'transaction_month',
  // The instruments that ever had a transaction, once in a run of the job that reads their payments.
  'subject',
  // The recursion over markets: a few rows.
  'market',
  // Parts of screens: the size limit bounds their number.
  'instrument_part',
  // Row counts, and the end of a walk through all instruments, which happens every few hours.
  'account_transaction',
  'instrument',
  'instrument_seen',
]

test('only small tables and partial indexes are scanned', () => {
  const steps = collect().flatMap(({ plan }) => plan.split('\n'))
  const tables = steps.filter((step) => !/VIRTUAL TABLE|_unread$|CONSTANT ROW|\(subquery/.test(step))
  expect(matching(tables, /^SCAN (\S+)/).filter((table) => !mayBeScanned.includes(table))).toEqual([])
  expect(matching(steps, /^SCAN .* USING INDEX (\S+_unread)$/)).toEqual([
    'instrument_unread',
    'transaction_subject_unread',
  ])
})

test('text is found by the full-text index, and its rows by their key', () => {
  const steps = collect().flatMap(({ plan }) => plan.split('\n'))
  expect(matching(steps, /^SCAN (\w+_text VIRTUAL TABLE INDEX .*)/)).toEqual([
    'instrument_text VIRTUAL TABLE INDEX 0:=',
    'instrument_text VIRTUAL TABLE INDEX 64:M1',
    'transaction_text VIRTUAL TABLE INDEX 0:=',
  ])
})

test('only results of a few rows are sorted', () => {
  const sorted = collect().filter(({ plan }) => /TEMP B-TREE/.test(plan))
  const tables = sorted.map(({ sql }) => / FROM (?:\( SELECT .*? FROM json_each\(\?\) )?(\w+)/.exec(sql)?.[1])
  expect([...new Set(tables)].toSorted()).toEqual([
    'corporate_event',
    'malformed',
    'transaction_account',
    'transaction_category',
    'transaction_currency',
    'transaction_kind',
    'transaction_subject',
    'typed',
  ])
})

test('statements find rows by the intended index', () => {
  const plans = collect()
  const expected: readonly (readonly [RegExp, RegExp])[] = [
    [/^SELECT t\.key.* json_each/, /SEARCH t USING INTEGER PRIMARY KEY \(rowid=\?\)/],
    [
      /^SELECT t\.key.* AND t\.id = \?/,
      /SEARCH t USING INDEX sqlite_autoindex_account_transaction_1 \(account=\? AND id=\?\)/,
    ],
    [/^SELECT key, at_ms, dimension/, /USING INDEX sqlite_autoindex_account_transaction_1 \(account=\? AND id=\?\)/],
    [
      /^SELECT max\(key\) FROM account_tr/,
      /SEARCH account_transaction USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/,
    ],
    [/ticker_key >=/, /COVERING INDEX instrument_by_ticker \(class=\? AND ticker_key>\? AND ticker_key<\?\)/],
    [/^SELECT coalesce\(sum\(row_count.*_month/, /SEARCH transaction_month USING PRIMARY KEY \(account=\?\)/],
    [
      /^SELECT coalesce\(sum\(row_count.*_day/,
      /SEARCH transaction_day USING PRIMARY KEY \(account=\? AND day>\? AND day<\?\)/,
    ],
  ]
  for (const [statement, step] of expected) {
    const found = plans.filter(({ sql }) => statement.test(sql))
    expect(found, String(statement)).not.toEqual([])
    for (const { plan } of found) expect(plan).toMatch(step)
  }
})

test('each strategy reads rows by primary key or by its own index', () => {
  const db = openTestCache()
  openTransactions(db).upsert('a', [makeTransaction('1', base)], 1)
  const amount = { field: 'amount' as const, min: dec('-5'), max: dec('5'), isNot: false }
  const account = { field: 'account' as const, values: ['a'], isNot: false }
  const filter = { conditions: [amount, account], text: '' }
  const expected = {
    walkTable: [/t USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/],
    walkDense: [/t USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/],
    walkBounded: [/t USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/],
    searchAmounts: [/t USING (?:COVERING )?INDEX transaction_by_units \(<expr>=\? AND units>\? AND units<\?\)/],
    sortFewDimensions: [
      /t USING (?:COVERING )?INDEX transaction_by_dimension \(dimension=\? AND rowid>\? AND rowid<\?\)/,
    ],
    mergeDimensions: [
      /t USING (?:COVERING )?INDEX transaction_by_dimension \(dimension=\? AND rowid>\? AND rowid<\?\)/,
    ],
  }
  for (const name of strategyNames) {
    const plans = collectPlans(db, () => {
      const pages = createTransactionPages(db, { choose: () => [name], onStrategy: () => undefined })
      pages.page({ filter, direction: 'newest', after: null, limit: 5 }, 'unbounded')
    })
    const rows = plans.filter(({ sql }) => /account_transaction t /.test(sql) && !/t ON t\.key = j\.value/.test(sql))
    expect(rows, name).not.toEqual([])
    for (const { plan } of rows) for (const step of expected[name]) expect(plan).toMatch(step)
  }
})
