import type { Db } from '../../sqlite/db.ts'
import type { Row } from '../../sqlite/row.ts'

/** The statements that read stored pasts. */
export const preparePastReads = (db: Db) => ({
  past: db.prepare<[string], Row>(
    `SELECT p.key, p.basis, p.quotes_until, p.quote_count, c.from_ms, coalesce(c.change_count, 0) AS change_count
     FROM ledger_past p LEFT JOIN ledger_past_change c ON c.past = p.key WHERE p.scope = ?`,
  ),
  state: db.prepare<[number, number], Row>(
    `SELECT before_ms AS at, state AS value FROM ledger_past_state WHERE past = ? AND before_ms <= ?
     ORDER BY before_ms DESC LIMIT 1`,
  ),
  stateTimes: db
    .prepare<[number], number>('SELECT before_ms FROM ledger_past_state WHERE past = ? ORDER BY before_ms')
    .pluck(),
  values: db.prepare<[number, number], Row>(
    'SELECT at_ms AS at, worth AS value FROM ledger_past_worth WHERE past = ? AND at_ms <= ? ORDER BY at_ms',
  ),
  flows: db.prepare<[number, number], Row>(
    'SELECT at_ms AS at, flow AS value FROM ledger_past_flow WHERE past = ? AND at_ms < ? ORDER BY at_ms, place',
  ),
  rates: db.prepare<[number, number], Row>(
    'SELECT at_ms AS at, symbol, price AS value FROM ledger_past_rate WHERE past = ? AND at_ms < ? ORDER BY at_ms, symbol',
  ),
  facts: db.prepare<[number], Row>('SELECT symbol, facts FROM ledger_past_fact WHERE past = ?'),
})

/** The statements that store them. */
export const preparePastWrites = (db: Db) => ({
  remove: db.prepare<[string]>('DELETE FROM ledger_past WHERE scope = ?'),
  insert: db.prepare<[string, string]>(
    'INSERT INTO ledger_past (scope, basis, quotes_until, quote_count) VALUES (?, ?, 0, 0)',
  ),
  insertChange: db.prepare<[number]>(
    'INSERT INTO ledger_past_change (past, from_ms, change_count) VALUES (?, NULL, 0)',
  ),
  removeOldest: db.prepare<[number]>(
    'DELETE FROM ledger_past WHERE key NOT IN (SELECT key FROM ledger_past ORDER BY key DESC LIMIT ?)',
  ),
  removeStates: db.prepare<[number, number]>('DELETE FROM ledger_past_state WHERE past = ? AND before_ms > ?'),
  removeValues: db.prepare<[number, number]>('DELETE FROM ledger_past_worth WHERE past = ? AND at_ms > ?'),
  removeFlows: db.prepare<[number, number]>('DELETE FROM ledger_past_flow WHERE past = ? AND at_ms >= ?'),
  removeRates: db.prepare<[number, number]>('DELETE FROM ledger_past_rate WHERE past = ? AND at_ms >= ?'),
  rate: db.prepare<[number, number, string, string]>('INSERT INTO ledger_past_rate VALUES (?, ?, ?, ?)'),
  state: db.prepare<[number, number, string]>(
    'INSERT INTO ledger_past_state (past, before_ms, state) VALUES (?, ?, ?)',
  ),
  value: db.prepare<[number, number, string]>('INSERT INTO ledger_past_worth VALUES (?, ?, ?)'),
  flow: db.prepare<[number, number, number, string]>('INSERT INTO ledger_past_flow VALUES (?, ?, ?, ?)'),
  fact: db.prepare<[number, string, string]>(
    'INSERT INTO ledger_past_fact VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET facts = excluded.facts',
  ),
  removeState: db.prepare<[number, number]>('DELETE FROM ledger_past_state WHERE past = ? AND before_ms = ?'),
  removeValue: db.prepare<[number, number]>('DELETE FROM ledger_past_worth WHERE past = ? AND at_ms = ?'),
  settle: db.prepare<[number, number]>(
    'UPDATE ledger_past_change SET from_ms = NULL WHERE past = ? AND change_count = ?',
  ),
  quotes: db.prepare<[number, number, number]>(
    'UPDATE ledger_past SET quotes_until = ?, quote_count = ? WHERE key = ?',
  ),
})
