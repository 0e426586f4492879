import { absolute, divide, sum, toNumber } from '../../../shared/decimal.ts'
import type { HeldRow } from '../portfolio/position-rows.ts'
import { convert, type Conversion } from './convert.ts'

/** Adds the figures in the target currency to each row; weights become shares of the gross value of all converted rows. */
export function convertRows(rows: readonly HeldRow[], to: Conversion): HeldRow[] {
  const converted = rows.map((row) => ({
    ...row,
    valueInBase: convert(row.value, row.currency, to),
    dayInBase: convert(row.dailyPnl, row.currency, to),
    unrealizedInBase: convert(row.unrealizedPnl, row.currency, to),
  }))
  const gross = sum(converted.flatMap(({ valueInBase }) => (valueInBase === null ? [] : [absolute(valueInBase)])))
  return converted.map((row) => {
    const share = row.valueInBase === null ? null : divide(absolute(row.valueInBase), gross)
    return { ...row, weight: share === null ? null : toNumber(share) }
  })
}
