import type { LedgerChange } from '../../cache/ledger/changes.ts'
import type { RowDecoder } from './row-decoder.ts'

/** A holding to replay. */
export interface DueHolding {
  readonly account: number
  readonly symbol: string
  /** UTC ms of the oldest row that changed. */
  fromMs: number
  readonly changes: LedgerChange[]
}

interface Due {
  readonly holdings: readonly DueHolding[]
  /** Keys of the accounts whose figures may have changed. */
  readonly accounts: Set<number>
  /** Changes that belong to no holding: rows of money only, or of a dimension that no longer has rows. */
  readonly ofMoney: readonly LedgerChange[]
}

/** Finds the holdings of the changed rows; `invalid` ones are replayed from their first row. */
export function findDue(
  changes: readonly LedgerChange[],
  invalid: readonly { readonly account: number; readonly symbol: string }[],
  decoder: RowDecoder,
): Due {
  const due = new Map<string, DueHolding>()
  const accounts = new Set<number>()
  const ofMoney: LedgerChange[] = []
  const enter = (account: number, symbol: string, fromMs: number): DueHolding => {
    const name = `${account} ${symbol}`
    const known = due.get(name) ?? { account, symbol, fromMs, changes: [] }
    due.set(name, known)
    known.fromMs = Math.min(known.fromMs, fromMs)
    accounts.add(account)
    return known
  }
  for (const change of changes) {
    const dimension = decoder.dimension(change.dimension)
    if (dimension !== null) accounts.add(dimension.account)
    // The roll-up contains rows of money only.
    if (dimension === null || dimension.symbol === '') ofMoney.push(change)
    else enter(dimension.account, dimension.symbol, change.fromMs).changes.push(change)
  }
  for (const { account, symbol } of invalid) enter(account, symbol, Number.MIN_SAFE_INTEGER)
  return { holdings: [...due.values()], accounts, ofMoney }
}
