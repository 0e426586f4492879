import { dayMs, hourMs } from '../../../shared/durations.ts'
import type { Cache } from '../../cache/cache.ts'
import { createReadingTimes } from '../../cache/ledger/reading-times.ts'
import { LedgerRows } from '../../cache/ledger/rows.ts'
import { firstKeyAt } from '../../cache/transactions/rows/time-key.ts'
import { PastLedger } from '../../insight/day/past-ledger.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import type { Db } from '../../sqlite/db.ts'
import type { Instruments, LedgerChoices } from '../replay/basis.ts'
import { ReplayOrder } from '../replay/in-order.ts'
import { RowDecoder } from '../replay/row-decoder.ts'
import { readHistory } from './history.ts'
import type { PastDaysRead, PastAccountRead } from './past-days-read.ts'
import { createPastStart } from './past-start.ts'
import { createPastInstruments } from './past-instruments.ts'

type Tables = Pick<Cache, 'coverage' | 'history' | 'instrumentDetails'>

export interface PastDaysQuestion {
  readonly accountIds: readonly string[]
  readonly choices: LedgerChoices
  /** One or two times (UTC ms), ascending: rows before each of them count. */
  readonly moments: readonly number[]
  /** Only rows that were read by the (only) moment count. */
  readonly isThen: boolean
  /** UTC ms. */
  readonly now: number
  /** The stored holdings are those of all rows: then only rows near the moments are read. */
  readonly isCurrent: boolean
}

const rowsInStep = 1_000
const beforeAll = Number.MIN_SAFE_INTEGER
const keysPerMs = 1024
/** The rows of the last minutes are read with the next sync. */
const recentMs = hourMs

/**
 * Reads what accounts held at past times, with the prices of own trades until then: from the stored series at the start of the
 * first day, or of the first row to leave out, and the rows from there on.
 */
export class PastDaysReader {
  readonly #tables: Tables
  readonly #rows
  readonly #times
  readonly #instruments
  readonly #selectAccounts
  readonly #start

  constructor(db: Db, tables: Tables, instruments: Pick<Instruments, 'factsOf'>) {
    this.#tables = tables
    this.#rows = new LedgerRows(db)
    this.#times = createReadingTimes(db)
    this.#instruments = instruments
    this.#start = createPastStart(db)
    this.#selectAccounts = db.prepare<[], [string, number]>('SELECT account_id, key FROM transaction_account').raw(true)
  }

  *steps(question: PastDaysQuestion): Generator<void, PastDaysRead> {
    const keys = new Map(this.#selectAccounts.all())
    const known = question.accountIds.map((id) => this.#readCoverage(id, keys.get(id) ?? -1, question))
    const asked = known.filter(({ state }) => state === 'whole' || state === 'before')
    const instrumentOf = createPastInstruments(this.#tables, this.#instruments, this.#rows.dimensions())
    const found = asked.length === 0 ? null : yield* this.#replay(question, keys, instrumentOf)
    const accounts = known.map(({ late, ...coverage }): PastAccountRead => {
      const own = found?.get(keys.get(coverage.accountId) ?? -1)
      const isKnown = coverage.state === 'whole' || coverage.state === 'before'
      return {
        ...coverage,
        lateRows: late.length,
        states: isKnown ? (own?.states ?? []) : [],
        window: question.moments.length > 1 ? (own?.window ?? null) : null,
      }
    })
    const symbols = new Set(accounts.flatMap(symbolsOf))
    return { accounts, instruments: [...symbols].map((symbol) => ({ symbol, instrument: instrumentOf(symbol) })) }
  }

  #readCoverage(accountId: string, key: number, { moments, isThen, now }: PastDaysQuestion) {
    const at = moments.at(-1) ?? now
    const { wholeUntil } = readHistory(this.#tables, accountId)
    const oldest = this.#times.oldest(key)
    const late = isThen ? this.#times.late(key, at) : []
    const isLoaded = wholeUntil !== null && wholeUntil >= Math.min(at, now - recentMs)
    const isUnread = isThen && oldest !== null && oldest.at < at && oldest.readAt >= at
    const state = !isLoaded
      ? 'partial'
      : oldest === null || oldest.at >= at
        ? 'before'
        : isUnread
          ? 'not-read'
          : 'whole'
    return { accountId, state: state as PastAccountRead['state'], readAt: oldest?.readAt ?? null, late }
  }

  /** The times (UTC ms) of rows by their keys: the first one is enough, as keys are in the order of time. */
  #timesOf(keys: readonly number[]): number[] {
    const first = keys.reduce((earliest, key) => Math.min(earliest, key), Infinity)
    return first === Infinity ? [] : this.#rows.byKeys([first]).map(([, , , at]) => at)
  }

  /** The states of all accounts at each moment; the rows of all give prices. */
  *#replay(
    { moments, choices, isThen, isCurrent }: PastDaysQuestion,
    keys: ReadonlyMap<string, number>,
    instrumentOf: ReturnType<typeof createPastInstruments>,
  ) {
    const past = new PastLedger(instrumentOf)
    const until = moments.at(-1) ?? beforeAll
    const late = isThen ? [...keys.values()].flatMap((key) => this.#times.late(key, until)) : []
    const skipped = new Set(late)
    const startMs = Math.floor(Math.min(moments[0] ?? until, ...this.#timesOf(late)) / dayMs) * dayMs
    if (isCurrent) this.#start(past, { startMs, choices, keys, instrumentOf })
    else openBalances(past, choices, keys)
    const found = new Map([...keys.values()].map((key) => [key, newResult()]))
    let passed = 0
    const passTo = (at: number): void => {
      for (; (moments[passed] ?? Infinity) <= at; passed++) {
        for (const [key, own] of found) {
          own.states.push(past.stateOf(key))
          own.window = past.takeWindow(key)
        }
      }
    }
    const decoder = new RowDecoder(this.#rows)
    const overflowMs = this.#rows.overflowMs()
    const order = new ReplayOrder(overflowMs, ({ account, row }) => {
      passTo(row.at)
      if (row.at < until) past.apply(account, row)
    })
    let last = isCurrent ? keyBefore(startMs) : beforeAll
    for (let part = this.#rows.next(last, rowsInStep); part.length > 0; part = this.#rows.next(last, rowsInStep)) {
      for (const raw of part) {
        const placed =
          skipped.has(raw[0]) || raw[3] >= until || (isCurrent && raw[3] < startMs) ? null : decoder.decode(raw)
        if (placed !== null) order.push(placed)
      }
      last = part.at(-1)?.[0] ?? last
      if (last / keysPerMs - overflowMs > until) break
      yield
    }
    order.flush()
    passTo(until)
    return found
  }
}

/** A key before those of all rows from a time (UTC ms) on. */
const keyBefore = (atMs: number): number => firstKeyAt(atMs) - 1

function openBalances(past: PastLedger, { openings }: LedgerChoices, keys: ReadonlyMap<string, number>): void {
  for (const { accountId, symbol, currency, amount } of openings) {
    const account = keys.get(accountId)
    if (account === undefined) continue
    const units = parseUnits(amount) ?? 0n
    if (symbol !== null) past.open(account, { symbol }, units)
    else if (currency !== null) past.open(account, { currency }, units)
  }
}

const newResult = (): Pick<PastAccountRead, 'states' | 'window'> => ({ states: [], window: null })

const symbolsOf = ({ states, window }: PastAccountRead): string[] => [
  ...states.flatMap(({ held }) => held.map(({ symbol }) => symbol)),
  ...(window?.bySymbol.keys() ?? []),
]
