import { expect, test } from 'vitest'
import { createCache } from '../../../src/main/cache/cache.ts'
import { collectPlans, plansWith } from '../sqlite/query-plans.ts'
import { openTestCache } from './open-cache.ts'

const collect = () => {
  const db = openTestCache()
  return collectPlans(db, () => createCache(db))
}
const planOf = (plans: ReturnType<typeof collect>, beginning: RegExp): string[] =>
  plans.filter(({ sql }) => beginning.test(sql)).map(({ plan }) => plan)

test('only statements over small tables, and the search inside names, walk a whole table', () => {
  expect(plansWith(collect(), /^SCAN /)).toMatchInlineSnapshot(`
    [
      "SELECT data, fetched_at FROM session_details",
      "SELECT * FROM account ORDER BY id",
      "DELETE FROM account WHERE id NOT IN (SELECT value FROM json_each(?))",
      "SELECT symbol, id, ticker, mic, isin, type, name, is_archived FROM instrument WHERE +is_archived = ? AND instr(folded_text, ?) > 0 ORDER BY symbol LIMIT ?",
      "SELECT account_id, fetched_at FROM order_read WHERE ? IS NULL OR account_id = ? ORDER BY account_id",
      "DELETE FROM order_read WHERE account_id NOT IN (SELECT value FROM json_each(?))",
      "SELECT * FROM malformed ORDER BY last_at DESC, endpoint, path, reason",
      "DELETE FROM malformed WHERE (endpoint, path, reason) IN (SELECT endpoint, path, reason FROM malformed ORDER BY last_at DESC LIMIT -1 OFFSET ?)",
      "SELECT count(*) FROM account_transaction",
      "SELECT data, fetched_at FROM report ORDER BY end_at DESC, id",
      "SELECT * FROM quota ORDER BY ordinal",
      "SELECT * FROM sync_state ORDER BY job",
      "SELECT * FROM malformed ORDER BY last_at DESC, endpoint, path, reason",
      "DELETE FROM malformed WHERE (endpoint, path, reason) IN (SELECT endpoint, path, reason FROM malformed ORDER BY last_at DESC LIMIT -1 OFFSET ?)",
    ]
  `)
})

test('only small results are sorted', () => {
  expect(plansWith(collect(), /TEMP B-TREE/)).toMatchInlineSnapshot(`
    [
      "SELECT * FROM malformed ORDER BY last_at DESC, endpoint, path, reason",
      "DELETE FROM malformed WHERE (endpoint, path, reason) IN (SELECT endpoint, path, reason FROM malformed ORDER BY last_at DESC LIMIT -1 OFFSET ?)",
      "SELECT symbol, kind, data FROM corporate_event WHERE symbol IN (SELECT value FROM json_each(?)) ORDER BY date, symbol, kind, ordinal",
      "SELECT symbol, kind, data FROM corporate_event WHERE symbol IN (SELECT value FROM json_each(?)) AND date >= substr(?, 1, length(date)) ORDER BY date, symbol, kind, ordinal LIMIT ?",
      "SELECT data, fetched_at FROM report ORDER BY end_at DESC, id",
      "SELECT * FROM malformed ORDER BY last_at DESC, endpoint, path, reason",
      "DELETE FROM malformed WHERE (endpoint, path, reason) IN (SELECT endpoint, path, reason FROM malformed ORDER BY last_at DESC LIMIT -1 OFFSET ?)",
    ]
  `)
})

test('pages of transactions walk the table from its newest end, one look into each dictionary', () => {
  expect(planOf(collect(), /^SELECT t\.key/)).toMatchInlineSnapshot(`
    [
      "SEARCH t USING INTEGER PRIMARY KEY (rowid<?)
    SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH m USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
      "SEARCH t USING INDEX transaction_by_account (account=? AND rowid<?)
    SCALAR SUBQUERY 1
    SEARCH transaction_account USING COVERING INDEX sqlite_autoindex_transaction_account_1 (account_id=?)
    SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
    REUSE SUBQUERY 1
    SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH m USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
    ]
  `)
})

test('finding a transaction, a free key and a ticker use their index', () => {
  const plans = collect()
  expect(planOf(plans, /^SELECT key, at_ms FROM account_transaction/)).toMatchInlineSnapshot(`
    [
      "SEARCH account_transaction USING INDEX sqlite_autoindex_account_transaction_1 (account=? AND id=?)",
    ]
  `)
  expect(planOf(plans, /^SELECT max\(key\)/)).toMatchInlineSnapshot(`
    [
      "SEARCH account_transaction USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
    ]
  `)
  expect(planOf(plans, /folded_ticker >=/)).toMatchInlineSnapshot(`
    [
      "SEARCH instrument USING INDEX instrument_by_ticker (is_archived=? AND folded_ticker>? AND folded_ticker<?)",
    ]
  `)
  expect(planOf(plans, /^SELECT count\(\*\) FROM account_transaction WHERE/)).toMatchInlineSnapshot(`
    [
      "SEARCH account_transaction USING COVERING INDEX transaction_by_account (account=?)
    SCALAR SUBQUERY 1
    SEARCH transaction_account USING COVERING INDEX sqlite_autoindex_transaction_account_1 (account_id=?)",
    ]
  `)
})
