import { absolute, compare, multiply, parseDecimal, sign, subtract, sum, zero, type Decimal } from '#shared/decimal.ts'
import type { NotCovered } from '#shared/model/margin.ts'
import { convert, type Conversion } from '../currency/convert.ts'
import type { HeldRow } from '../portfolio/position-rows.ts'

/** The fields of a position that a margin calculation needs. */
export type MarginRow = Pick<HeldRow, 'symbol' | 'name' | 'type' | 'currency' | 'value' | 'maintenanceMargin'>

/** A position in the currency of its account. `notCovered` says why shocks do not change it. */
export interface MarginPosition {
  readonly row: MarginRow
  readonly value: Decimal | null
  readonly requirement: Decimal | null
  readonly notCovered: NotCovered | null
}

/** A covered position: value and requirement are known, and both change with the price. */
export interface CoveredPosition extends MarginPosition {
  readonly value: Decimal
  readonly requirement: Decimal
}

/**
 * The largest difference between the sum of the requirements and the account's requirement, as a fraction of the
 * latter.
 */
const tolerance = parseDecimal('0.001') ?? zero

/**
 * Converts value and requirement of each position to the currency of the account. `stated` is the requirement that the
 * service reports for the account, in that currency.
 */
export function marginPositions(
  rows: readonly MarginRow[],
  stated: Decimal | null,
  to: Conversion,
): readonly MarginPosition[] {
  const unit = requirementUnit(rows, stated, to)
  return rows.map((row) => {
    const value = convert(row.value, row.currency, to)
    const requirement = requirementOf(row, unit, to)
    return { row, value, requirement, notCovered: whyNotCovered(row, value, requirement) }
  })
}

/** Whether value and requirement of a position are known and change with the price. */
export const isCovered = (position: MarginPosition): position is CoveredPosition =>
  position.notCovered === null && position.value !== null && position.requirement !== null

/**
 * Finds the currency of the positions' requirements, because the service does not name it: that of the account or that
 * of each position. It is the one with which the requirements add up to the account's; `null` if neither does.
 */
function requirementUnit(
  rows: readonly MarginRow[],
  stated: Decimal | null,
  to: Conversion,
): 'account' | 'position' | null {
  if (!rows.some((row) => isForeign(row, to))) return 'account'
  if (stated === null) return null
  const asStated = rows.map(({ maintenanceMargin }) => maintenanceMargin)
  if (addsUp(asStated, stated)) return 'account'
  const converted = rows.map(({ maintenanceMargin, currency }) => convert(maintenanceMargin, currency, to))
  return addsUp(converted, stated) ? 'position' : null
}

const isForeign = ({ maintenanceMargin, currency }: MarginRow, to: Conversion): boolean =>
  maintenanceMargin !== null && sign(maintenanceMargin) !== 0 && currency !== to.currency

function addsUp(parts: readonly (Decimal | null)[], whole: Decimal): boolean {
  const known = parts.filter((part) => part !== null)
  if (known.length < parts.length) return false
  return compare(absolute(subtract(sum(known), whole)), multiply(absolute(whole), tolerance)) <= 0
}

function requirementOf(row: MarginRow, unit: 'account' | 'position' | null, to: Conversion): Decimal | null {
  if (unit === 'position') return convert(row.maintenanceMargin, row.currency, to)
  return unit === 'account' || !isForeign(row, to) ? row.maintenanceMargin : null
}

function whyNotCovered(row: MarginRow, value: Decimal | null, requirement: Decimal | null): NotCovered | null {
  if (row.type === 'OPTIONS') return 'option'
  if (row.type === 'FUTURES') return 'future'
  if (row.value === null) return 'value-unknown'
  if (row.currency === null) return 'currency-unknown'
  if (value === null) return 'no-rate'
  if (row.maintenanceMargin === null) return 'requirement-unknown'
  return requirement === null ? 'requirement-currency-unknown' : null
}
