import { m } from '#shared/messages/messages.js'
import { texts } from '#shared/texts.ts'
import type { ColumnKey } from './columns.ts'

/** The title of each column. */
export const columnTitles: Readonly<Record<ColumnKey, string>> = texts({
  account: m.common_account,
  type: m.common_type,
  market: m.margin_market,
  quantity: m.positions_quantity,
  lots: m.positions_lots,
  average: m.positions_average,
  cost: m.positions_cost,
  current: m.day_price,
  value: m.common_value,
  valueInBase: m.positions_value_in_base,
  weight: m.alerts_weight,
  day: m.common_day,
  unrealized: m.performance_unrealized,
  margin: m.positions_maint_margin,
  nextCoupon: m.positions_next_coupon,
  accrued: m.positions_accrued,
  yield: m.positions_yield,
  maturity: m.positions_days_left,
  age: m.positions_age,
})

/** The full names of abbreviated titles. */
const longTitles: Readonly<Partial<Record<ColumnKey, string>>> = texts({
  average: m.positions_average_price,
  valueInBase: m.positions_value_in_the_base_currency,
  day: m.positions_profit_of_the_day,
  unrealized: m.performance_unrealized_profit,
  margin: m.positions_maintenance_margin,
  accrued: m.positions_accrued_interest_of_one_piece,
  yield: m.positions_yield_to_maturity_effective,
  maturity: m.positions_days_to_maturity_or_expiry,
  age: m.positions_time_since_the_last_update,
})

/** The full name of a column. */
export const columnWords = (key: ColumnKey): string => longTitles[key] ?? columnTitles[key]
