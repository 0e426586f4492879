import { orderDecimals, type Decimal } from '#shared/decimal.ts'
import type { ChainStrike } from '#shared/model/instrument-view.ts'
import type { OptionContract } from '#shared/model/instrument.ts'
import type { CalendarDate } from '#shared/model/values.ts'

type Side = 'call' | 'put'

/**
 * Groups the contracts of one expiry by strike, lowest strike first. A second contract of the same strike and side has
 * a row of its own. `leftOut` is the number of contracts without a strike or side.
 */
export function groupByStrike(contracts: readonly OptionContract[]): { strikes: ChainStrike[]; leftOut: number } {
  const placed = contracts.flatMap((contract) => {
    const side = sideOf(contract)
    return contract.strike === null || side === null ? [] : [{ strike: contract.strike, side, contract }]
  })
  placed.sort((a, b) => orderDecimals(a.strike, b.strike))
  const strikes: ChainStrike[] = []
  /** For each side, the index of the first row of the current strike that has no contract yet. */
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

/**
 * Returns the day on which a contract expires; its last trading day if no expiry is stated; `null` if neither is
 * stated.
 */
export const expiryOf = (contract: OptionContract): CalendarDate | null =>
  contract.expirationFirstDay ?? contract.expirationLastDay ?? contract.tradeLastDay

/** Groups contracts by expiry; those without one are under `null`. */
export const groupByExpiry = (
  contracts: readonly OptionContract[],
): ReadonlyMap<CalendarDate | null, OptionContract[]> => Map.groupBy(contracts, expiryOf)

/**
 * Returns the leading letters of the tickers, sorted. On exchanges where these letters are the root, a chain with
 * several roots has several.
 */
export function tickerRoots(contracts: readonly OptionContract[]): string[] {
  const roots = new Set(contracts.flatMap(({ symbol }) => /^[A-Za-z]+/.exec(symbol)?.[0] ?? []))
  return [...roots].sort()
}

/**
 * Returns the roots to suggest for an underlying of this type. Source: the contract of the service, in which a root of
 * options on futures selects the kind, "such as weekly or monthly".
 */
export const suggestedRoots = (underlyingType: string | null): readonly string[] =>
  underlyingType === 'FUTURES' ? ['monthly', 'weekly'] : []
