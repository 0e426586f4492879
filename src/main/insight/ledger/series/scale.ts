import { placesOf } from '../../lots/units.ts'
import { sumNames, type HoldingPoint, type HoldingStep } from './state.ts'

/** Amounts and pieces are whole numbers of these units (of 10⁻¹⁸) in most rows of a chunk; times are of this many ms. */
export interface Scale {
  readonly money: bigint
  readonly pieces: bigint
  readonly price: bigint
  readonly time: number
}

export const fineScale: Scale = { money: 1n, pieces: 1n, price: 1n, time: 1 }

const unitOf = (places: number): bigint => 10n ** BigInt(18 - places)
const maxPlaces = (values: readonly bigint[], least: number): number =>
  values.reduce((most, value) => (value % unitOf(most) === 0n ? most : placesOf(value)), least)

/** From the state before a chunk and its first row: rows of one holding look alike. */
export function scaleFor(point: HoldingPoint, step: HoldingStep): Scale {
  const { trade, realized, accrued, income } = step.sums
  return {
    money: unitOf(maxPlaces([trade ?? 0n, realized ?? 0n, accrued ?? 0n, income ?? 0n], 2)),
    pieces: unitOf(maxPlaces([point.quantity, step.pieces], 0)),
    price: unitOf(maxPlaces([step.traded?.price ?? 0n], 4)),
    time: step.at % 1000 === 0 ? 1000 : 1,
  }
}

/** Whether a row can be written in this scale, `after` the time of the row before it. */
export function fits(scale: Scale, step: HoldingStep, after: number): boolean {
  const { money, pieces, price, time } = scale
  if ((step.at - after) % time !== 0) return false
  if (!isWhole(step.pieces, pieces) || !isWhole(step.unknownOpen, pieces) || !isWhole(step.unknownClosed, pieces))
    return false
  if (!isWhole(step.cost, money) || !isWhole(step.traded?.price ?? 0n, price)) return false
  for (const name of sumNames) {
    const amount = step.sums[name]
    if (amount !== undefined && !isWhole(amount, money)) return false
  }
  return true
}

/** Most fields of a row are 0, and a division takes long. */
const isWhole = (value: bigint, unit: bigint): boolean => value === 0n || value % unit === 0n
