import type { Decimal } from '../../shared/decimal.ts'
import type { OptionContract } from '../../shared/model/instrument.ts'
import type { ChainStrike } from '../../shared/model/instrument-view.ts'
import type { CalendarDate } from '../../shared/model/values.ts'
import { orderDecimals } from './decimal-order.ts'

type Side = 'call' | 'put'

/** One expiry's contracts as rows of the chain, lowest strike first. A second contract of one strike and side gets a row of its own. */
export function groupByStrike(contracts: readonly OptionContract[]): { strikes: ChainStrike[]; leftOut: number } {
  const placed = contracts.flatMap((contract) => {
    const side = sideOf(contract)
    return contract.strike === null || side === null ? [] : [{ strike: contract.strike, side, contract }]
  })
  placed.sort((a, b) => orderDecimals(a.strike, b.strike))
  const strikes: ChainStrike[] = []
  /** The first row of the strike at hand whose call, or put, is still free. */
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

/** The day on which a contract expires; the last day of its trading where no expiry is stated. `null` is not stated. */
export const expiryOf = (contract: OptionContract): CalendarDate | null =>
  contract.expirationFirstDay ?? contract.expirationLastDay ?? contract.tradeLastDay

/** Contracts by the day of their expiry; those that state none are under `null`. */
export const groupByExpiry = (
  contracts: readonly OptionContract[],
): ReadonlyMap<CalendarDate | null, OptionContract[]> => Map.groupBy(contracts, expiryOf)

/** The letters with which tickers begin: on exchanges where they name the root, a chain of several roots shows several. */
export function tickerRoots(contracts: readonly OptionContract[]): string[] {
  const roots = new Set(contracts.flatMap(({ symbol }) => /^[A-Za-z]+/.exec(symbol)?.[0] ?? []))
  return [...roots].sort()
}

/** For options on futures the service's contract says that a root selects the kind, "such as weekly or monthly". */
export const suggestedRoots = (underlyingType: string | null): readonly string[] =>
  underlyingType === 'FUTURES' ? ['monthly', 'weekly'] : []
