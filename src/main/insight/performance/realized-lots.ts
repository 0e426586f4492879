import { subtract, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { RealizedLot, RealizedLots } from '#shared/model/ledger/realized-lots.ts'
import type { LedgerRow } from '../ledger/row.ts'
import type { UnitClosing } from '../lots/open-lots.ts'
import { formatUnits } from '../lots/units.ts'

/** Formats a lot that a row closes. The profit is `null` if cost or proceeds are not known. */
export function realizedLot(
  accountId: string,
  row: Pick<LedgerRow, 'at' | 'symbol' | 'currency'>,
  closing: UnitClosing,
): RealizedLot {
  const { quantity, cost, proceeds, openedAt } = closing
  const isKnown = cost !== null && proceeds !== null
  return {
    accountId,
    symbol: row.symbol,
    name: null,
    pieces: formatUnits(quantity),
    openedAt,
    closedAt: row.at,
    holdingDays: openedAt === null ? null : Math.floor(row.at / dayMs) - Math.floor(openedAt / dayMs),
    currency: row.currency,
    cost: format(cost),
    proceeds: format(proceeds),
    profit: isKnown ? formatUnits(proceeds - cost) : null,
  }
}

const format = (units: bigint | null): Decimal | null => (units === null ? null : formatUnits(units))

/** Adds realized lots by UTC year and currency. */
export class RealizedTotals {
  readonly #totals = new Map<
    string,
    { year: number; currency: string; count: number; unknown: number; cost: bigint; proceeds: bigint }
  >()

  add({ at, currency }: Pick<LedgerRow, 'at' | 'currency'>, { cost, proceeds }: UnitClosing): void {
    if (currency === null) return
    const year = new Date(at).getUTCFullYear()
    const key = `${year} ${currency}`
    const total = this.#totals.get(key) ?? { year, currency, count: 0, unknown: 0, cost: 0n, proceeds: 0n }
    this.#totals.set(key, total)
    total.count++
    if (cost === null || proceeds === null) total.unknown++
    else {
      total.cost += cost
      total.proceeds += proceeds
    }
  }

  /** The totals, latest year first. */
  get list(): RealizedLots['totals'] {
    const all = [...this.#totals.values()].sort((a, b) => b.year - a.year || (a.currency < b.currency ? -1 : 1))
    return all.map(({ year, currency, count, unknown, cost, proceeds }) => ({
      year,
      currency,
      lotCount: count,
      unknownCount: unknown,
      cost: formatUnits(cost),
      proceeds: formatUnits(proceeds),
      profit: formatUnits(proceeds - cost),
    }))
  }
}

/** Lists the profit of each method by currency, and its difference to that of the chosen method. */
export function compareMethods(
  profits: ReadonlyMap<LotMethod, ReadonlyMap<string, bigint>>,
  chosen: LotMethod,
): RealizedLots['methods'] {
  return [...profits].flatMap(([method, byCurrency]) =>
    [...byCurrency].map(([currency, units]) => {
      const profit = formatUnits(units)
      const chosenProfit = formatUnits(profits.get(chosen)?.get(currency) ?? 0n)
      return { method, currency, profit, difference: subtract(profit, chosenProfit) }
    }),
  )
}
