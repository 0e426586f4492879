import type { Db } from '../../sqlite/db.ts'
import { integer, integerOrNull, text, type Row } from '../../sqlite/row.ts'

/** The statements that read stored pasts. */
const preparePastReads = (db: Db) => ({
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
const preparePastWrites = (db: Db) => ({
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

/** The calculated past of a scope (a set of accounts). */
export interface StoredPast {
  readonly key: number
  /**
   * The data besides rows, quotes and facts on which the result depends. If it changes, the past must be calculated
   * again.
   */
  readonly basis: string
  /** The calculation used `quoteCount` recorded quotes before this time (UTC ms). */
  readonly quotesUntil: number
  readonly quoteCount: number
  /** UTC ms of the oldest row that has changed since then; `null` if none has. */
  readonly changedMs: number | null
  /** The number of recorded changes. If it is different later, more changes were recorded. */
  readonly changeCount: number
}

/** A time in UTC ms and the text stored for it. */
export interface StoredMoment {
  readonly at: number
  readonly text: string
}

/** The price of an own trade, as text. */
export interface StoredRateTrade extends StoredMoment {
  readonly symbol: string
}

/** The result of a run: everything after the state from which it continued. */
export interface PastRunResult {
  /** New states; `at` is the time before which all rows are included. */
  readonly states: readonly StoredMoment[]
  readonly values: readonly StoredMoment[]
  readonly flows: readonly StoredMoment[]
  readonly rateTrades: readonly StoredRateTrade[]
  readonly facts: ReadonlyMap<string, string>
}

/** The maximum number of stored scopes. The newest stay. */
const maxScopes = 24

/** Stored pasts by scope. Call methods that write inside a transaction. */
export class LedgerPasts {
  readonly #select
  readonly #write

  constructor(db: Db) {
    this.#select = preparePastReads(db)
    this.#write = preparePastWrites(db)
  }

  get(scope: string): StoredPast | null {
    const row = this.#select.past.get(scope)
    return row === undefined ? null : readPast(row)
  }

  /** The newest state without rows at or after this time (UTC ms); `null` if there is none. */
  state(past: number, atMs: number): StoredMoment | null {
    const row = this.#select.state.get(past, atMs)
    return row === undefined ? null : { at: integer(row, 'at'), text: text(row, 'value') }
  }

  /** Times of all states, ascending. */
  stateTimes(past: number): number[] {
    return this.#select.stateTimes.all(past)
  }

  /** Values up to a time (UTC ms), ascending. */
  values(past: number, untilMs: number): StoredMoment[] {
    return this.#select.values.all(past, untilMs).map(readMoment)
  }

  /** Flows before a time (UTC ms), in time order. */
  flows(past: number, beforeMs: number): StoredMoment[] {
    return this.#select.flows.all(past, beforeMs).map(readMoment)
  }

  /** Trades before a time (UTC ms), in time order. */
  rateTrades(past: number, beforeMs: number): StoredRateTrade[] {
    return this.#select.rates.all(past, beforeMs).map((row) => ({ ...readMoment(row), symbol: text(row, 'symbol') }))
  }

  /** The facts of each instrument that the calculation used, as text, by symbol. */
  facts(past: number): ReadonlyMap<string, string> {
    return new Map(this.#select.facts.all(past).map((row) => [text(row, 'symbol'), text(row, 'facts')]))
  }

  /**
   * Deletes the stored past of a scope and starts a new one. From now on changes are recorded for it. Returns the new
   * past.
   */
  begin(scope: string, basis: string): StoredPast | null {
    this.#write.remove.run(scope)
    this.#write.insert.run(scope, basis)
    const past = this.get(scope)
    if (past !== null) this.#write.insertChange.run(past.key)
    this.#write.removeOldest.run(maxScopes)
    return this.get(scope)
  }

  /**
   * Stores the result of a run that continued from the state at `fromMs` (UTC ms; `null`: it started with the first
   * row).
   */
  put(past: StoredPast, fromMs: number | null, result: PastRunResult): void {
    const from = fromMs ?? Number.MIN_SAFE_INTEGER
    const { key } = past
    this.#write.removeStates.run(key, from)
    this.#write.removeValues.run(key, from)
    this.#write.removeFlows.run(key, from)
    this.#write.removeRates.run(key, from)
    for (const { at, text: value } of result.states) this.#write.state.run(key, at, value)
    for (const { at, text: value } of result.values) this.#write.value.run(key, at, value)
    result.flows.forEach(({ at, text: value }, place) => this.#write.flow.run(key, at, place, value))
    for (const { at, symbol, text: value } of result.rateTrades) this.#write.rate.run(key, at, symbol, value)
    for (const [symbol, facts] of result.facts) this.#write.fact.run(key, symbol, facts)
  }

  /** Deletes states and values, by their times, that are no longer needed. */
  prune(past: number, states: readonly number[], values: readonly number[]): void {
    for (const at of states) this.#write.removeState.run(past, at)
    for (const at of values) this.#write.removeValue.run(past, at)
  }

  /** Marks the changes and quotes that were known at the start of the run as processed. Later changes stay recorded. */
  settle({ key, changeCount, quotesUntil, quoteCount }: StoredPast): void {
    this.#write.settle.run(key, changeCount)
    this.#write.quotes.run(quotesUntil, quoteCount, key)
  }
}

const readMoment = (row: Row): StoredMoment => ({ at: integer(row, 'at'), text: text(row, 'value') })

const readPast = (row: Row): StoredPast => ({
  key: integer(row, 'key'),
  basis: text(row, 'basis'),
  quotesUntil: integer(row, 'quotes_until'),
  quoteCount: integer(row, 'quote_count'),
  changedMs: integerOrNull(row, 'from_ms'),
  changeCount: integer(row, 'change_count'),
})
