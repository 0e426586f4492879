import type { Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { PositionRow } from '#shared/model/portfolio.ts'
import type { FoldedKey } from './fit-columns.ts'
import type { KnownSum, Subtotal } from './grouping.ts'
import { percentOfAverage, percentOfStart } from './holding.ts'

/** A profit with its percentage (`null` if unknown), and where both come from. */
export interface Profit {
  readonly value: Decimal | null
  readonly percent: Decimal | null
  readonly origin: string
  readonly percentOrigin: string
}

/** The profit of a position in a column. */
export const profitOf = (row: Omit<PositionRow, 'accountId'>, column: FoldedKey): Profit =>
  column === 'day'
    ? {
        value: row.dailyPnl,
        percent: percentOfStart(row.value, row.dailyPnl),
        origin: m.positions_as_reported(),
        percentOrigin: m.positions_profit_of_the_day_by_value(),
      }
    : {
        value: row.unrealizedPnl,
        percent: percentOfAverage(row),
        origin: m.positions_as_reported(),
        percentOrigin: m.positions_current_against_average(),
      }

/** The sum of the known profits of a column. Its origin states whether some are not included. */
export function profitSumOf(subtotal: Subtotal, column: FoldedKey): Profit & { readonly isPartial: boolean } {
  const sum = column === 'day' ? subtotal.dailyPnl : subtotal.unrealizedPnl
  return {
    value: sum.amount,
    percent: percentOfSum(subtotal.value, sum),
    isPartial: sum.missing > 0,
    origin: sum.missing > 0 ? m.positions_not_included_because_unknown() : '',
    percentOrigin: m.positions_of_the_value_without_this_result(),
  }
}

/** A sum of changes in percent of the value without them; `null` if one of the summands is unknown. */
export const percentOfSum = (value: KnownSum, change: KnownSum): Decimal | null =>
  change.missing + value.missing > 0 ? null : percentOfStart(value.amount, change.amount)
