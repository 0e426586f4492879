import { dayMs } from '#shared/durations.ts'
import type { StoredMoment } from '../../cache/ledger/ledger-pasts.ts'
import type { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import { firstKeyAt } from '../../cache/transactions/rows/time-key.ts'
import type { AccountFlow } from '../../insight/history/external-flow.ts'
import { pastMoments } from '../../insight/history/moments.ts'
import { emptyPast, PastEquity, type PastInputs, type PastValue } from '../../insight/history/past-equity.ts'
import type { LedgerRow } from '../../insight/ledger/row.ts'
import { ReplayOrder } from '../replay/replay-order.ts'
import { RowDecoder } from '../replay/row-decoder.ts'
import { writeState, type StoredState } from './stored-text.ts'

/** Days before the last row whose states are kept, because most late rows are only a few days late. */
const recentDays = [7, 3, 1, 0]
const recentMonths = 2

/**
 * The starts of UTC days at which the state is kept, ascending: of every year, of the last months, and of the last days before
 * the last row. The replay of a late row continues from the state before it. Times in UTC ms.
 */
function stateTimes(firstAt: number, lastAt: number): number[] {
  const [first, last] = [new Date(firstAt), new Date(lastAt)]
  const years = Array.from({ length: last.getUTCFullYear() - first.getUTCFullYear() }, (_, index) =>
    Date.UTC(first.getUTCFullYear() + 1 + index, 0, 1),
  )
  const months = Array.from({ length: recentMonths }, (_, index) =>
    Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - index, 1),
  )
  const days = recentDays.map((count) => (Math.floor(lastAt / dayMs) - count) * dayMs)
  return [...new Set([...years, ...months, ...days])].filter((at) => at > firstAt && at <= lastAt).sort((a, b) => a - b)
}

/** A state from which a replay continues: it holds the rows before `at` (UTC ms). */
export interface PastStart extends StoredState {
  readonly at: number
}

interface PastRunOptions {
  readonly rows: LedgerRows
  /** Keys of the accounts. */
  readonly accounts: ReadonlySet<number>
  readonly given: PastInputs
  /** `null`: from the first row, with `open`. */
  readonly start: PastStart | null
  /** Enters balances before the first row. */
  readonly open: (equity: PastEquity) => void
  /** UTC ms. All moments are before it. */
  readonly end: number
}

/** The last price of a currency instrument in own trades of a UTC day, in units. */
export interface UnitRateTrade {
  readonly symbol: string
  /** UTC ms. */
  readonly at: number
  readonly price: bigint
}

/** The result of a run: everything after its start. */
export interface PastRun {
  readonly states: readonly StoredMoment[]
  /** The times of all states to keep, including those before the start. */
  readonly stateTimes: readonly number[]
  readonly values: readonly PastValue[]
  readonly flows: readonly AccountFlow[]
  readonly rateTrades: readonly UnitRateTrade[]
  /** Counted since the first row. */
  readonly unknownRows: number
}

const rowsInStep = 1_000

/** Reads the rows after a start in steps, and calculates the value at each moment and the states to keep. */
export function* runPast({ rows, accounts, given, start, open, end }: PastRunOptions): Generator<void, PastRun> {
  const equity = new PastEquity(given, start?.state ?? emptyPast)
  if (start === null) open(equity)
  const lastAt = Math.min(rows.lastTime() ?? -Infinity, end)
  let firstAt = start?.firstAt ?? null
  const from = start?.at ?? -Infinity
  const values: PastValue[] = []
  const states: StoredMoment[] = []
  let stops = start === null ? [] : stopsBehind(start.firstAt, lastAt, end, from)
  let next = 0
  const passTo = (before: number): void => {
    for (let stop = stops[next]; stop !== undefined && stop.at <= before; stop = stops[++next]) {
      if (stop.isMoment) values.push(equity.valueAt(stop.at))
      if (stop.isState && firstAt !== null)
        states.push({ at: stop.at, text: writeState({ firstAt, state: equity.state }) })
    }
  }
  const apply = (account: number, row: LedgerRow): void => {
    if (row.at < from) return
    if (firstAt === null) {
      firstAt = row.at
      stops = stopsBehind(firstAt, lastAt, end, from)
    }
    passTo(row.at)
    equity.apply(account, row)
  }
  const decoder = new RowDecoder(rows, start === null ? rows.dimensions() : [])
  const order = new ReplayOrder(rows.overflowMs(), ({ account, row }) => apply(account, row))
  let last = firstKeyAt(from) - 1
  for (let part = rows.next(last, rowsInStep); part.length > 0; part = rows.next(last, rowsInStep)) {
    for (const raw of part) {
      const isAsked = accounts.has(decoder.dimension(raw[1])?.account ?? -1)
      const placed = isAsked ? decoder.decode(raw) : null
      if (placed !== null) order.push(placed)
    }
    last = part.at(-1)?.[0] ?? last
    yield
  }
  order.flush()
  passTo(Infinity)
  const times = firstAt === null ? [] : stateTimes(firstAt, lastAt)
  return {
    states,
    stateTimes: times,
    values,
    flows: equity.flows,
    rateTrades: ratesOf(equity),
    unknownRows: equity.unknownRows,
  }
}

/** In time order, then by symbol. */
const ratesOf = ({ rateTrades }: PastEquity): UnitRateTrade[] =>
  [...rateTrades]
    .flatMap(([symbol, line]) => line.map((trade) => ({ symbol, ...trade })))
    .sort((a, b) => a.at - b.at || (a.symbol < b.symbol ? -1 : 1))

interface Stop {
  readonly at: number
  readonly isMoment: boolean
  readonly isState: boolean
}

/** The times at which the value is needed or the state is kept, after `from`, ascending. */
function stopsBehind(firstAt: number, lastAt: number, end: number, from: number): Stop[] {
  const moments = new Set(pastMoments(firstAt, end))
  const states = new Set(stateTimes(firstAt, lastAt))
  return [...new Set([...moments, ...states])]
    .filter((at) => at > from)
    .sort((a, b) => a - b)
    .map((at) => ({ at, isMoment: moments.has(at), isState: states.has(at) }))
}
