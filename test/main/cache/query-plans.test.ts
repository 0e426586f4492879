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
      "SELECT * FROM instrument_walk",
      "UPDATE instrument_walk SET started_at = ?, cursor = NULL, received_count = 0, malformed_count = 0",
      "UPDATE instrument_walk SET cursor = ?, received_count = received_count + ?, malformed_count = malformed_count + ?",
      "UPDATE instrument_walk SET started_at = NULL, cursor = NULL",
      "UPDATE instrument_walk SET started_at = NULL, cursor = NULL, ended_at = ?, whole_at = coalesce(?, whole_at)",
      "SELECT count(*) FROM instrument_seen",
      "SELECT count(*) FROM instrument WHERE gone_at IS NULL",
      "SELECT key FROM instrument WHERE gone_at IS NULL AND key NOT IN (SELECT key FROM instrument_seen)",
      "SELECT count(*) FROM instrument",
      "SELECT key FROM instrument WHERE ticker_key IS NULL LIMIT 1",
      "SELECT s.key, s.name, s.symbol, c.name AS category_name, s.folded IS NOT NULL AS is_read, s.instrument_name, coalesce((SELECT nullif(json_extract(data, '$.name'), '') FROM instrument_details d WHERE d.symbol = s.symbol), (SELECT nullif(i.name, '') FROM instrument i WHERE i.symbol = s.symbol)) AS current_name FROM transaction_subject s JOIN transaction_category c ON c.key = s.category WHERE s.folded IS NULL",
      "DELETE FROM transaction_text WHERE rowid = ?",
      "SELECT w.word FROM ( SELECT p.word AS key, count(*) AS shared FROM json_each(?) typed CROSS JOIN instrument_word_part p ON p.part = typed.value GROUP BY p.word ORDER BY shared DESC, key LIMIT ?) CROSS JOIN instrument_word w USING (key)",
      "SELECT * FROM instrument_walk",
      "UPDATE instrument_walk SET started_at = ?, cursor = NULL, received_count = 0, malformed_count = 0",
      "UPDATE instrument_walk SET cursor = ?, received_count = received_count + ?, malformed_count = malformed_count + ?",
      "UPDATE instrument_walk SET started_at = NULL, cursor = NULL",
      "UPDATE instrument_walk SET started_at = NULL, cursor = NULL, ended_at = ?, whole_at = coalesce(?, whole_at)",
      "SELECT count(*) FROM instrument_seen",
      "SELECT count(*) FROM instrument WHERE gone_at IS NULL",
      "SELECT key FROM instrument WHERE gone_at IS NULL AND key NOT IN (SELECT key FROM instrument_seen)",
      "DELETE FROM instrument_text WHERE rowid = ?",
      "SELECT symbol, id, ticker, mic, isin, type, name, is_archived FROM instrument WHERE ticker_key IS NULL LIMIT ?",
      "SELECT w.word FROM ( SELECT p.word AS key, count(*) AS shared FROM json_each(?) typed CROSS JOIN instrument_word_part p ON p.part = typed.value GROUP BY p.word ORDER BY shared DESC, key LIMIT ?) CROSS JOIN instrument_word w USING (key)",
      "SELECT rowid FROM instrument_text WHERE instrument_text MATCH ? ORDER BY rowid LIMIT ?",
      "SELECT s.key, s.name, s.symbol, c.name AS category_name, s.folded IS NOT NULL AS is_read, s.instrument_name, coalesce((SELECT nullif(json_extract(data, '$.name'), '') FROM instrument_details d WHERE d.symbol = s.symbol), (SELECT nullif(i.name, '') FROM instrument i WHERE i.symbol = s.symbol)) AS current_name FROM transaction_subject s JOIN transaction_category c ON c.key = s.category WHERE s.folded IS NULL",
      "DELETE FROM transaction_text WHERE rowid = ?",
      "DELETE FROM instrument_part WHERE key IN ( SELECT key FROM ( SELECT key, sum(bytes) OVER (ORDER BY fetched_at DESC, bytes DESC, key DESC) AS newer_bytes FROM instrument_part) WHERE newer_bytes > ?)",
      "SELECT account_id, fetched_at FROM order_read WHERE ? IS NULL OR account_id = ? ORDER BY account_id",
      "DELETE FROM order_read WHERE account_id NOT IN (SELECT value FROM json_each(?))",
      "INSERT INTO transaction_account (account_id) VALUES (?) ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id RETURNING key",
      "INSERT INTO transaction_account (account_id) VALUES (?) ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id RETURNING key",
      "SELECT * FROM malformed ORDER BY last_at DESC, endpoint, path, reason",
      "DELETE FROM malformed WHERE (endpoint, path, reason) IN (SELECT endpoint, path, reason FROM malformed ORDER BY last_at DESC LIMIT -1 OFFSET ?)",
      "SELECT s.key, s.name, s.symbol, c.name AS category_name, s.folded IS NOT NULL AS is_read, s.instrument_name, coalesce((SELECT nullif(json_extract(data, '$.name'), '') FROM instrument_details d WHERE d.symbol = s.symbol), (SELECT nullif(i.name, '') FROM instrument i WHERE i.symbol = s.symbol)) AS current_name FROM transaction_subject s JOIN transaction_category c ON c.key = s.category WHERE s.folded IS NULL",
      "DELETE FROM transaction_text WHERE rowid = ?",
      "UPDATE transaction_spill SET longest_ms = ? WHERE longest_ms < ?",
      "SELECT longest_ms FROM transaction_spill",
      "SELECT t.key, t.id, t.at_ms, t.at_text, CAST(t.units AS TEXT) AS units_text, t.nanos, t.change_quantity, k.has_trade, t.size, t.price, t.accrued_interest, t.fetched_at, a.account_id, c.name AS category_name, s.name, s.symbol, s.instrument_name, m.code AS currency_code FROM json_each(?) j CROSS JOIN account_transaction t ON t.key = j.value CROSS JOIN transaction_kind k ON k.key = t.kind CROSS JOIN transaction_account a ON a.key = t.account CROSS JOIN transaction_subject s ON s.key = k.subject CROSS JOIN transaction_category c ON c.key = k.category LEFT JOIN transaction_currency m ON m.key = k.currency",
      "SELECT count(*) FROM account_transaction",
      "SELECT d.account_id FROM transaction_account d WHERE d.account_id <> '' AND d.key IN (SELECT DISTINCT account FROM transaction_month) ORDER BY 1",
      "SELECT d.name FROM transaction_category d WHERE d.name <> '' AND d.key IN (SELECT DISTINCT category FROM transaction_month) ORDER BY 1",
      "SELECT d.code FROM transaction_currency d WHERE d.code <> '' AND d.key IN (SELECT DISTINCT currency FROM transaction_month) ORDER BY 1",
      "WITH RECURSIVE market (mic) AS ( SELECT min(mic) FROM transaction_subject WHERE mic > '' UNION ALL SELECT (SELECT min(s.mic) FROM transaction_subject s WHERE s.mic > market.mic) FROM market WHERE mic IS NOT NULL) SELECT mic FROM market WHERE mic IS NOT NULL",
      "INSERT INTO transaction_account (account_id) VALUES (?) ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id RETURNING key",
      "INSERT INTO transaction_account (account_id) VALUES (?) ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id RETURNING key",
      "INSERT INTO transaction_account (account_id) VALUES (?) ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id RETURNING key",
      "SELECT longest, is_cap FROM longest_answer",
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
      "SELECT w.word FROM ( SELECT p.word AS key, count(*) AS shared FROM json_each(?) typed CROSS JOIN instrument_word_part p ON p.part = typed.value GROUP BY p.word ORDER BY shared DESC, key LIMIT ?) CROSS JOIN instrument_word w USING (key)",
      "SELECT w.word FROM ( SELECT p.word AS key, count(*) AS shared FROM json_each(?) typed CROSS JOIN instrument_word_part p ON p.part = typed.value GROUP BY p.word ORDER BY shared DESC, key LIMIT ?) CROSS JOIN instrument_word w USING (key)",
      "SELECT * FROM malformed ORDER BY last_at DESC, endpoint, path, reason",
      "DELETE FROM malformed WHERE (endpoint, path, reason) IN (SELECT endpoint, path, reason FROM malformed ORDER BY last_at DESC LIMIT -1 OFFSET ?)",
      "SELECT d.account_id FROM transaction_account d WHERE d.account_id <> '' AND d.key IN (SELECT DISTINCT account FROM transaction_month) ORDER BY 1",
      "SELECT d.name FROM transaction_category d WHERE d.name <> '' AND d.key IN (SELECT DISTINCT category FROM transaction_month) ORDER BY 1",
      "SELECT d.code FROM transaction_currency d WHERE d.code <> '' AND d.key IN (SELECT DISTINCT currency FROM transaction_month) ORDER BY 1",
      "SELECT symbol, kind, data FROM corporate_event WHERE symbol IN (SELECT value FROM json_each(?)) ORDER BY date, symbol, kind, ordinal",
      "SELECT symbol, kind, data FROM corporate_event WHERE symbol IN (SELECT value FROM json_each(?)) AND date >= substr(?, 1, length(date)) ORDER BY date, symbol, kind, ordinal LIMIT ?",
      "SELECT * FROM malformed ORDER BY last_at DESC, endpoint, path, reason",
      "DELETE FROM malformed WHERE (endpoint, path, reason) IN (SELECT endpoint, path, reason FROM malformed ORDER BY last_at DESC LIMIT -1 OFFSET ?)",
    ]
  `)
})

test('pages of transactions walk the table from its newest end, one look into each dictionary', () => {
  expect(planOf(collect(), /^SELECT t\.key/)).toMatchInlineSnapshot(`
    [
      "SCAN j VIRTUAL TABLE INDEX 1:
    SEARCH t USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH k USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH m USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
      "SEARCH t USING INDEX sqlite_autoindex_account_transaction_1 (account=? AND id=?)
    SCALAR SUBQUERY 1
    SEARCH transaction_account USING COVERING INDEX sqlite_autoindex_transaction_account_1 (account_id=?)
    SEARCH k USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
    REUSE SUBQUERY 1
    SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH m USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
    ]
  `)
})

test('finding a transaction, a free key and a ticker use their index', () => {
  const plans = collect()
  expect(planOf(plans, /^SELECT key, at_ms, kind/)).toMatchInlineSnapshot(`
    [
      "SEARCH account_transaction USING INDEX sqlite_autoindex_account_transaction_1 (account=? AND id=?)",
    ]
  `)
  expect(planOf(plans, /^SELECT max\(key\)/)).toMatchInlineSnapshot(`
    [
      "SEARCH instrument USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
      "SEARCH account_transaction USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
    ]
  `)
  expect(planOf(plans, /ticker_key >=/)).toMatchInlineSnapshot(`
    [
      "SEARCH instrument USING COVERING INDEX instrument_by_ticker (class=? AND ticker_key>? AND ticker_key<?)",
    ]
  `)
  expect(planOf(plans, /^SELECT coalesce\(sum\(row_count/)).toMatchInlineSnapshot(`
    [
      "SEARCH transaction_month USING PRIMARY KEY (account=?)
    SCALAR SUBQUERY 1
    SEARCH transaction_account USING COVERING INDEX sqlite_autoindex_transaction_account_1 (account_id=?)",
      "SEARCH transaction_day USING PRIMARY KEY (account=? AND day>? AND day<?)
    SCALAR SUBQUERY 1
    SEARCH transaction_account USING COVERING INDEX sqlite_autoindex_transaction_account_1 (account_id=?)",
    ]
  `)
})
