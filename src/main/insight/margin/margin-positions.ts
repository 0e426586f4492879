import {
  absolute,
  compare,
  multiply,
  parseDecimal,
  sign,
  subtract,
  sum,
  zero,
  type Decimal,
} from '../../../shared/decimal.ts'
import type { NotCovered } from '../../../shared/model/margin.ts'
import { convert, type Conversion } from '../currency/convert.ts'
import type { HeldRow } from '../portfolio/position-rows.ts'

/** What a margin calculation reads of a position. */
export type MarginRow = Pick<HeldRow, 'symbol' | 'name' | 'type' | 'currency' | 'value' | 'maintenanceMargin'>

/** A position in the currency of its account; `notCovered` says why shocks hold it still. */
export interface MarginPosition {
  readonly row: MarginRow
  readonly value: Decimal | null
  readonly requirement: Decimal | null
  readonly notCovered: NotCovered | null
}

/** A covered position: both figures are known, and both move with the price. */
export interface CoveredPosition extends MarginPosition {
  readonly value: Decimal
  readonly requirement: Decimal
}

/** Requirements add up to the account's if they differ from it by at most this share of it. */
const tolerance = parseDecimal('0.001') ?? zero

/** Converts value and requirement of each position. `stated` is the account's requirement in its own currency. */
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

export const isCovered = (position: MarginPosition): position is CoveredPosition =>
  position.notCovered === null && position.value !== null && position.requirement !== null

/**
 * The service names no currency for the requirement of a position: it is that of the account or that of the position,
 * whichever makes them add up to what the service states for the account; `null` while neither does.
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
