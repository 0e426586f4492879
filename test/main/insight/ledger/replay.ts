import { emptyHolding, type HoldingState } from '#main/insight/ledger/holding-state.ts'
import { Holding } from '#main/insight/ledger/holding.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { plainFacts, type SymbolFacts } from '#main/insight/ledger/symbol-facts.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'

/** Pieces by symbol and cash by currency, in units. */
export interface LedgerState {
  readonly holdings: ReadonlyMap<string, HoldingState>
  readonly cash: ReadonlyMap<string, bigint>
}

/** The opening balances that the user entered. */
export interface Openings {
  readonly pieces: ReadonlyMap<string, bigint>
  readonly cash: ReadonlyMap<string, bigint>
}

export const noOpenings: Openings = { pieces: new Map(), cash: new Map() }

interface ReplayOptions {
  readonly method: LotMethod
  /** The facts of a symbol; those of a share by default. */
  readonly factsOf?: (symbol: string) => SymbolFacts
}

/** Returns the state before the first row. */
export function openLedger(openings: Openings, { method, factsOf = () => plainFacts }: ReplayOptions): LedgerState {
  const holdings = [...openings.pieces].map(([symbol, pieces]) => {
    const holding = new Holding(method, factsOf(symbol), emptyHolding)
    holding.open(pieces)
    return [symbol, holding.state] as const
  })
  return { holdings: new Map(holdings), cash: new Map(openings.cash) }
}

/**
 * Continues from a state with rows in the order of `compareRows`. Replaying all rows together or in parts gives the same
 * result.
 */
export function replay(
  state: LedgerState,
  rows: Iterable<LedgerRow>,
  { method, factsOf = () => plainFacts }: ReplayOptions,
): LedgerState {
  const cash = new Map(state.cash)
  const changed = new Map<string, Holding>()
  for (const row of rows) {
    if (row.currency !== null && row.money !== null) cash.set(row.currency, (cash.get(row.currency) ?? 0n) + row.money)
    if (row.symbol === '') continue
    let holding = changed.get(row.symbol)
    if (holding === undefined) {
      holding = new Holding(method, factsOf(row.symbol), state.holdings.get(row.symbol) ?? emptyHolding)
      changed.set(row.symbol, holding)
    }
    holding.apply(row)
  }
  const holdings = new Map(state.holdings)
  for (const [symbol, holding] of changed) holdings.set(symbol, holding.state)
  return { holdings, cash }
}
