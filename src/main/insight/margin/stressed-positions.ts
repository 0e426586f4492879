import { absolute, compare, decimalOf, multiply, subtract } from '../../../shared/decimal.ts'
import type { PriceShock, StressedPosition } from '../../../shared/model/margin.ts'
import type { Conversion } from '../currency/convert.ts'
import { isCovered, type MarginPosition } from './margin-positions.ts'
import { sharesOf } from './margin-shares.ts'
import { moveOf } from './price-shock.ts'

/** Each position, those with the largest exposure first and those that are not covered last. */
export function describePositions(
  positions: readonly MarginPosition[],
  shocks: readonly PriceShock[],
  to: Conversion | null,
): StressedPosition[] {
  const exposureOf = (position: MarginPosition) =>
    isCovered(position) ? subtract(position.value, position.requirement) : null
  const covered = positions.filter(isCovered)
  const shares = sharesOf(covered.map(({ value, requirement }) => subtract(value, requirement)))
  const described = positions.map((position): StressedPosition => {
    const { row, value, requirement, notCovered } = position
    const { pricePercent, currencyPercent, factor } = moveOf(row, notCovered === null ? shocks : [], to?.currency ?? '')
    const share = isCovered(position) ? (shares?.[covered.indexOf(position)] ?? null) : null
    return {
      ...{ symbol: row.symbol, name: row.name, type: row.type, currency: row.currency, value, requirement },
      ...{ exposure: exposureOf(position), share, pricePercent, currencyPercent, notCovered },
      valueAfter: value === null ? null : multiply(value, factor),
      requirementAfter: requirement === null ? null : multiply(requirement, factor),
    }
  })
  const size = ({ exposure }: StressedPosition) => (exposure === null ? decimalOf(-1) : absolute(exposure))
  return described.sort((a, b) => compare(size(b), size(a)))
}
