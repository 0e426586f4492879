import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import type { LedgerDimension } from '../../cache/ledger/row-statements.ts'
import { beforeAll, HoldingReplay } from './holding-replay.ts'
import type { Replayed } from './holding-store.ts'
import type { HoldingBasis } from './replay-inputs.ts'
import { ReplayOrder } from './replay-order.ts'
import { RowDecoder } from './row-decoder.ts'

interface ReplayAllOptions {
  readonly rows: LedgerRows
  readonly dimensions: readonly LedgerDimension[]
  readonly method: LotMethod
  readonly basisFor: (account: number, symbol: string) => HoldingBasis
  /** Holdings that may have no rows. */
  readonly opened: readonly { readonly account: number; readonly symbol: string }[]
  /** Called after each step with the number of rows that it read. */
  readonly onRows: (count: number) => void
}

/** Rows of a step. They take a few milliseconds. */
const rowsInStep = 1_000

/** Replays the rows of all accounts in one pass over the table; returns the holdings. */
export function* replayAll({ rows, dimensions, method, basisFor, opened, onRows }: ReplayAllOptions) {
  const replays = new Map<number, Map<string, HoldingReplay>>()
  const replayOf = (account: number, symbol: string): HoldingReplay => {
    let own = replays.get(account)
    if (own === undefined) replays.set(account, (own = new Map<string, HoldingReplay>()))
    let replay = own.get(symbol)
    if (replay === undefined) own.set(symbol, (replay = new HoldingReplay(method, basisFor(account, symbol), null)))
    return replay
  }
  for (const { account, symbol } of opened) replayOf(account, symbol)
  const decoder = new RowDecoder(rows, dimensions)
  const order = new ReplayOrder(rows.overflowMs(), ({ account, row }) => replayOf(account, row.symbol).add(row))
  let last = beforeAll
  for (let part = rows.next(last, rowsInStep); part.length > 0; part = rows.next(last, rowsInStep)) {
    for (const raw of part) {
      const placed = decoder.isOfHolding(raw) ? decoder.decode(raw) : null
      if (placed !== null) order.push(placed)
    }
    last = part.at(-1)?.[0] ?? last
    onRows(part.length)
    yield
  }
  order.flush()
  return readReplayed(replays, basisFor)
}

/** Reads one holding at a time, because their states are long. */
function* readReplayed(
  replays: ReadonlyMap<number, ReadonlyMap<string, HoldingReplay>>,
  basisFor: ReplayAllOptions['basisFor'],
): Generator<Replayed, void, undefined> {
  for (const [account, own] of replays) {
    for (const [symbol, replay] of own) {
      const { checkpoints, chunks, ...result } = replay.finish()
      const holding = { ...result, account, symbol, basis: basisFor(account, symbol).text }
      yield { holding, checkpoints, chunks, fromMs: beforeAll }
    }
  }
}
