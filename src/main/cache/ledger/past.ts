import type { Db } from '../../sqlite/db.ts'
import { integer, integerOrNull, text, type Row } from '../../sqlite/row.ts'
import { preparePastReads, preparePastWrites } from './past-statements.ts'

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
