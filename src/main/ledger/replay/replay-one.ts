import type { LedgerHoldings } from '../../cache/ledger/holdings.ts'
import type { LedgerRows } from '../../cache/ledger/rows.ts'
import type { LedgerSeries } from '../../cache/ledger/series.ts'
import type { DueHolding } from './due-holdings.ts'
import { HoldingReplay } from './holding-replay.ts'
import type { Replayed } from './holding-store.ts'
import type { HoldingBasis, LedgerChoices } from './replay-inputs.ts'
import { ReplayOrder } from './replay-order.ts'
import type { RowDecoder } from './row-decoder.ts'

interface ReplayOneSource {
  readonly rows: LedgerRows
  readonly holdings: LedgerHoldings
  readonly series: LedgerSeries
  readonly choices: LedgerChoices
  readonly decoder: RowDecoder
  readonly basisFor: (account: number, symbol: string) => HoldingBasis
  /** Called after each step with the number of rows that it read. */
  readonly onRows: (count: number) => void
}

/** Rows between two pauses. They take a few milliseconds. */
const rowsInStep = 1_000

/** The approximate number of rows that the replay of a holding reads. */
export function estimateRows(holdings: LedgerHoldings, { account, symbol, fromMs }: DueHolding): number {
  const stored = holdings.get(account, symbol)
  if (stored === null) return rowsInStep
  if (fromMs >= stored.beforeMs) return 1
  return stored.rowCount - (holdings.checkpoint(stored.key, fromMs)?.rowCount ?? 0)
}

/** Replays the rows of one holding after its last usable checkpoint, in steps. Returns the data to store. */
export function* replayOne(source: ReplayOneSource, due: DueHolding): Generator<void, Replayed> {
  const { rows, holdings, series, choices, decoder, basisFor, onRows } = source
  const { account, symbol, fromMs } = due
  const basis = basisFor(account, symbol)
  const stored = holdings.get(account, symbol)
  const usable = stored?.basis === basis.text ? stored : null
  const isAtTip = usable !== null && fromMs >= usable.beforeMs
  const from = isAtTip || usable === null ? usable : holdings.checkpoint(usable.key, fromMs)
  const replay = new HoldingReplay(choices.method, basis, from, (beforeMs) => series.before(account, symbol, beforeMs))
  const { startsAt } = replay
  const order = new ReplayOrder(rows.overflowMs(), ({ row }) => {
    if (row.at >= startsAt) replay.add(row)
  })
  const keys = rows.keysOf(account, symbol, startsAt)
  for (let first = 0; first < keys.length; first += rowsInStep) {
    const part = rows.byKeys(keys.slice(first, first + rowsInStep))
    for (const raw of part) {
      const placed = decoder.isOfHolding(raw) ? decoder.decode(raw) : null
      if (placed !== null) order.push(placed)
    }
    onRows(part.length)
    if (keys.length > rowsInStep) yield
  }
  order.flush()
  const { checkpoints, chunks, ...result } = replay.finish()
  return { holding: { ...result, account, symbol, basis: basis.text }, checkpoints, chunks, fromMs: startsAt }
}
