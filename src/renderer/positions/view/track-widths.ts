import type { Decimal } from '#shared/decimal.ts'
import { columnTitles } from './column-titles.ts'
import { columnPlans, type ColumnKey } from './columns.ts'
import { costOf } from './holding.ts'

/** The width of a tabular digit, and of the space around a cell, px. */
const [digitPx, spacePx] = [7.7, 18]
/** The width of a currency symbol with the space before it, px. */
export const currencyPx = Math.ceil(2 * digitPx)
/** The width of a letter of a title, px: titles of other languages are longer. */
const letterPx = 7.2

/** The amounts of a row, for which the columns must be wide enough. */
export interface Amounts {
  readonly value: Decimal | null
  readonly valueInBase: Decimal | null
  readonly dailyPnl: Decimal | null
  readonly unrealizedPnl: Decimal | null
}

/** The content that determines the width of a column of amounts. */
interface MoneyPlan {
  readonly pick: (row: Amounts) => Decimal | null
  /** The number of characters other than digits: decimals, currency, sign and arrow. */
  readonly beside: number
  /**
   * The number of digits before the decimal point for which width is reserved: sums become longer when rates and prices
   * arrive.
   */
  readonly minDigits: number
}

const money: Readonly<Partial<Record<ColumnKey, MoneyPlan>>> = {
  cost: { pick: costOf, beside: 7, minDigits: 8 },
  value: { pick: (row) => row.value, beside: 7, minDigits: 8 },
  valueInBase: { pick: (row) => row.valueInBase, beside: 7, minDigits: 8 },
  day: { pick: (row) => row.dailyPnl, beside: 9, minDigits: 7 },
  unrealized: { pick: (row) => row.unrealizedPnl, beside: 9, minDigits: 7 },
}

const groupDigits = 3

/** The digits before the decimal point of the longest amount. */
function digitsOf(rows: readonly Amounts[], pick: (row: Amounts) => Decimal | null): number {
  return rows.reduce((most, row) => {
    const text = pick(row) ?? ''
    const point = text.indexOf('.')
    return Math.max(most, (point < 0 ? text.length : point) - (text.startsWith('-') ? 1 : 0))
  }, 1)
}

/** Beyond the reserved digits, the width grows by whole groups of digits, so that it rarely changes. */
const roomFor = (digits: number, minDigits: number): number =>
  digits <= minDigits ? minDigits : Math.ceil(digits / groupDigits) * groupDigits

/** The width of a column that has room for its title and its longest amount, px. A roomy table reserves more. */
export function widthOf(key: ColumnKey, rows: readonly Amounts[], isRoomy: boolean): number {
  const width = Math.max(columnPlans[key].width, Math.ceil(columnTitles[key].length * letterPx + spacePx))
  const plan = money[key]
  if (plan === undefined) return width
  const found = digitsOf(rows, plan.pick)
  const digits = isRoomy ? roomFor(found, plan.minDigits) : found
  const characters = digits + Math.floor((digits - 1) / groupDigits) + plan.beside
  return Math.max(width, Math.ceil(characters * digitPx + spacePx))
}
