import { orderDecimals, type Decimal } from '../../../shared/decimal.ts'
import type { OptionContract } from '../../../shared/model/instrument.ts'
import type { ChainStrike } from '../../../shared/model/instrument-view.ts'
import type { CalendarDate } from '../../../shared/model/values.ts'

type Side = 'call' | 'put'

/** The contracts of one expiry as rows of the chain, lowest strike first. A second contract of the same strike and side gets its own row. `leftOut` counts contracts without strike or side. */
export function groupByStrike(contracts: readonly OptionContract[]): { strikes: ChainStrike[]; leftOut: number } {
  const placed = contracts.flatMap((contract) => {
    const side = sideOf(contract)
    return contract.strike === null || side === null ? [] : [{ strike: contract.strike, side, contract }]
  })
  placed.sort((a, b) => orderDecimals(a.strike, b.strike))
  const strikes: ChainStrike[] = []
  /** The first row of the present strike that still has no call, or no put. */
  let free = { call: 0, put: 0 }
  for (const { strike, side, contract } of placed) {
    const before = strikes.at(-1)
    if (before !== undefined && orderDecimals(before.strike, strike) !== 0)
      free = { call: strikes.length, put: strikes.length }
    const at = free[side]++
    const row = strikes[at]
    if (row === undefined) strikes.push(rowOf(strike, side, contract))
    else strikes[at] = { ...row, [side]: contract }
  }
  return { strikes, leftOut: contracts.length - placed.length }
}

const rowOf = (strike: Decimal, side: Side, contract: OptionContract): ChainStrike => ({
  strike,
  call: side === 'call' ? contract : null,
  put: side === 'put' ? contract : null,
})

function sideOf({ type }: OptionContract): Side | null {
  if (type === 'TYPE_CALL' || type === 'CALL') return 'call'
  return type === 'TYPE_PUT' || type === 'PUT' ? 'put' : null
}

/** The day on which a contract expires; its last trading day when no expiry is stated; `null` when neither is. */
export const expiryOf = (contract: OptionContract): CalendarDate | null =>
  contract.expirationFirstDay ?? contract.expirationLastDay ?? contract.tradeLastDay

/** Contracts by their expiry; those without one are under `null`. */
export const groupByExpiry = (
  contracts: readonly OptionContract[],
): ReadonlyMap<CalendarDate | null, OptionContract[]> => Map.groupBy(contracts, expiryOf)

/** The leading letters of the tickers: on exchanges where they are the root, a chain with several roots has several. */
export function tickerRoots(contracts: readonly OptionContract[]): string[] {
  const roots = new Set(contracts.flatMap(({ symbol }) => /^[A-Za-z]+/.exec(symbol)?.[0] ?? []))
  return [...roots].sort()
}

/** Roots to suggest for an underlying. Source: the service's contract, by which a root of options on futures selects the kind, "such as weekly or monthly". */
export const suggestedRoots = (underlyingType: string | null): readonly string[] =>
  underlyingType === 'FUTURES' ? ['monthly', 'weekly'] : []
