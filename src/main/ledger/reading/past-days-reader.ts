import { dayMs, hourMs } from '#shared/durations.ts'
import type { Cache } from '../../cache/cache.ts'
import { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import { createReadingTimes } from '../../cache/ledger/row-times.ts'
import { firstKeyAt, keysPerMs } from '../../cache/transactions/rows/time-key.ts'
import { PastLedger } from '../../insight/day/past-ledger.ts'
import type { PricedInstrument } from '../../insight/history/past-price.ts'
import type { Db } from '../../sqlite/db.ts'
import { Memo } from '../memo.ts'
import type { Instruments, LedgerChoices } from '../replay/replay-inputs.ts'
import { ReplayOrder } from '../replay/replay-order.ts'
import { RowDecoder } from '../replay/row-decoder.ts'
import { listDiffering, type UnnamedReconciliation } from './differences.ts'
import { readHistory } from './history.ts'
import { type PastDaysRead, type PastAccountRead, PastInstruments } from './past-instruments.ts'
import { createPastStart, openBalances } from './past-start.ts'

type Tables = Pick<Cache, 'coverage' | 'history' | 'instrumentDetails'>

export interface PastDaysQuestion {
  readonly accountIds: readonly string[]
  readonly choices: LedgerChoices
  /** One or two times (UTC ms), ascending. The rows before a time belong to its state. */
  readonly moments: readonly number[]
  /** Use only rows that had been read by the moment. There is then only one moment. */
  readonly isThen: boolean
  /** UTC ms. */
  readonly now: number
  /** The version of the stored holdings if they are current: then only rows near the moments are read. Otherwise `null`. */
  readonly revision: number | null
  /**
   * The comparison of each account's figures with its rows today, in the order of `accountIds`; `null` without stated figures.
   */
  readonly compared: readonly (UnnamedReconciliation | null)[]
}

type InstrumentOf = (symbol: string) => PricedInstrument
/** The keys of the accounts whose rows are used, by id. */
type Keys = ReadonlyMap<string, number>

const rowsInStep = 1_000
const beforeAll = Number.MIN_SAFE_INTEGER
/** Rows of the last minutes are read by the next sync. */
const recentMs = hourMs

/**
 * Reads the holdings of accounts at past times, with the prices of own trades until then. It starts from the stored series at
 * the start of the first day, or of the first row to leave out, and reads the rows after that.
 */
export class PastDaysReader {
  readonly #tables: Tables
  readonly #rows
  readonly #times
  readonly #instruments
  readonly #selectAccounts
  readonly #start
  /** The instruments. They are read again when the stored holdings change. */
  readonly #known = new Memo<InstrumentOf>()

  constructor(db: Db, tables: Tables, instruments: Pick<Instruments, 'factsOf'>) {
    this.#tables = tables
    this.#rows = new LedgerRows(db)
    this.#times = createReadingTimes(db)
    this.#instruments = instruments
    this.#start = createPastStart(db)
    this.#selectAccounts = db.prepare<[], [string, number]>('SELECT account_id, key FROM transaction_account').raw(true)
  }

  *steps(question: PastDaysQuestion): Generator<void, PastDaysRead> {
    const { accountIds, compared, moments, isThen } = question
    const until = moments.at(-1) ?? question.now
    const all = new Map(this.#selectAccounts.all())
    const known = accountIds.map((id) => this.#readCoverage(id, all.get(id) ?? -1, question))
    const isAnyKnown = known.some(isFigured)
    // An account whose rows were not all read by then is not used for prices either.
    const keys = isThen ? new Map([...all].filter(([, key]) => !this.#isUnread(key, until))) : all
    const late = isThen && isAnyKnown ? this.#times.late(until) : []
    const instrumentOf = this.#readInstruments(question.revision)
    const found = isAnyKnown
      ? yield* this.#replay(question, keys, new Set(late.map(({ key }) => key)), instrumentOf)
      : null
    const accounts = known.map((coverage, index): PastAccountRead => {
      const stated = compared[index] ?? null
      const key = all.get(coverage.accountId) ?? -1
      const own = isFigured(coverage) ? found?.get(key) : undefined
      const lateRows = late.filter(({ account }) => account === key).length
      const differing = stated === null ? [] : listDiffering(stated)
      return {
        ...coverage,
        lateRows,
        differing,
        states: own?.states ?? noAccount(coverage, moments),
        window: own?.window ?? null,
      }
    })
    const symbols = new Set(accounts.flatMap(symbolsOf))
    return { accounts, instruments: [...symbols].map((symbol) => ({ symbol, instrument: instrumentOf(symbol) })) }
  }

  #readInstruments(revision: number | null): InstrumentOf {
    const read = (): InstrumentOf => new PastInstruments(this.#tables, this.#instruments, this.#rows).of
    return this.#known.read(revision === null ? null : String(revision), read)
  }

  #isUnread(key: number, at: number): boolean {
    const oldest = this.#times.oldest(key)
    return oldest !== null && oldest.at < at && oldest.readAt >= at
  }

  #readCoverage(accountId: string, key: number, { moments, isThen, now }: PastDaysQuestion) {
    const at = moments.at(-1) ?? now
    const { wholeUntil } = readHistory(this.#tables, accountId)
    const oldest = this.#times.oldest(key)
    const isLoaded = wholeUntil !== null && wholeUntil >= Math.min(at, now - recentMs)
    const stateOf = (): PastAccountRead['state'] => {
      if (!isLoaded) return 'partial'
      if (oldest === null || oldest.at >= at) return 'before'
      return isThen && this.#isUnread(key, at) ? 'not-read' : 'whole'
    }
    return { accountId, state: stateOf(), readAt: oldest?.readAt ?? null }
  }

  /** The states of all accounts at each moment, with prices from the rows of all accounts. */
  *#replay(
    { moments, choices, revision }: PastDaysQuestion,
    keys: Keys,
    skipped: ReadonlySet<number>,
    instrumentOf: InstrumentOf,
  ) {
    const past = new PastLedger(instrumentOf)
    const until = moments.at(-1) ?? beforeAll
    const first = Math.min(moments[0] ?? until, this.#timeOfFirst(skipped))
    const startMs = revision === null ? beforeAll : Math.floor(first / dayMs) * dayMs
    if (revision === null) openBalances(past, choices, keys)
    else this.#start(past, { startMs, choices, keys, instrumentOf })
    const accounts = new Set(keys.values())
    const found = new Map([...accounts].map((key) => [key, newResult()]))
    let passed = 0
    const passTo = (at: number): void => {
      for (; (moments[passed] ?? Infinity) <= at; passed++) {
        for (const [key, own] of found) {
          own.states.push(past.stateOf(key, moments[passed] ?? at))
          const window = past.takeWindow(key)
          own.window = passed === 0 ? null : window
        }
      }
    }
    const decoder = new RowDecoder(this.#rows)
    const overflowMs = this.#rows.overflowMs()
    const order = new ReplayOrder(overflowMs, ({ account, row }) => {
      passTo(row.at)
      if (accounts.has(account)) past.apply(account, row)
    })
    let last = revision === null ? beforeAll : firstKeyAt(startMs) - 1
    for (let part = this.#rows.next(last, rowsInStep); part.length > 0; part = this.#rows.next(last, rowsInStep)) {
      for (const raw of part) {
        const [key, , , at] = raw
        const placed = skipped.has(key) || at >= until || at < startMs ? null : decoder.decode(raw)
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

  /** The time (UTC ms) of the first of some rows; keys are in the order of time. */
  #timeOfFirst(keys: ReadonlySet<number>): number {
    let first = Infinity
    for (const key of keys) first = Math.min(first, key)
    const [row] = first === Infinity ? [] : this.#rows.byKeys([first])
    return row === undefined ? Infinity : row[3]
  }
}

const isFigured = ({ state }: Pick<PastAccountRead, 'state'>): boolean => state === 'whole' || state === 'before'

/** The states of an account without rows: it held nothing. */
const noAccount = ({ state }: Pick<PastAccountRead, 'state'>, moments: readonly number[]): PastAccountRead['states'] =>
  state === 'before' ? moments.map(() => ({ cash: new Map(), blocked: new Map(), held: [] })) : []

const newResult = (): Pick<PastAccountRead, 'states' | 'window'> => ({ states: [], window: null })

const symbolsOf = ({ states, window }: PastAccountRead): string[] => [
  ...states.flatMap(({ held }) => held.map(({ symbol }) => symbol)),
  ...(window?.bySymbol.keys() ?? []),
]
