import {
  add,
  compare,
  decimalOf,
  divide,
  sign,
  subtract,
  type Decimal,
  absolute,
  sum,
  multiply,
  parseDecimal,
  zero,
} from '#shared/decimal.ts'
import type { PriceShock, StressedPosition } from '#shared/model/margin.ts'
import type { Conversion } from '../currency/convert.ts'
import { micOf } from '../market/market-data-permission.ts'
import { type MarginRow, isCovered, type MarginPosition } from './margin-positions.ts'

/** The figures of an account from which a margin call is calculated, in one currency. */
export interface MarginInputs {
  readonly equity: Decimal
  /** The part of the requirement that changes with prices. */
  readonly movingRequirement: Decimal
  readonly fixedRequirement: Decimal
  /** Market value of the positions whose requirement changes, short positions negative. */
  readonly signedValue: Decimal
}

/**
 * `call`: a uniform change of prices by `shock` (−0.25 is a fall of 25 %) leads to a margin call. `below`: equity is
 * already below the requirement; `shock` is the change that restores it, `null` if none does. `none`: no change leads
 * to a call.
 */
interface MarginShock {
  readonly state: 'call' | 'below' | 'none'
  readonly shock: Decimal | null
}

/** Decimal places of a shock: enough for amounts that are exact to the cent. */
const shockPlaces = 24
const wholeFall = decimalOf(-1)

/**
 * Solves E + sN = M(1 + s) + F for the shock s, where E is equity, N signed value, M moving and F fixed requirement.
 * Prices cannot fall by more than 100 %. Source: analytics, "Margin and stress".
 */
export function marginShock({ equity, movingRequirement, fixedRequirement, signedValue }: MarginInputs): MarginShock {
  const missing = subtract(add(movingRequirement, fixedRequirement), equity)
  const exposure = subtract(signedValue, movingRequirement)
  const shock = divide(missing, exposure, shockPlaces)
  const reachable = shock === null || compare(shock, wholeFall) < 0 ? null : shock
  if (sign(missing) > 0) return { state: 'below', shock: reachable }
  return { state: reachable === null ? 'none' : 'call', shock: reachable }
}

const sharePlaces = 12

/**
 * Each part as a share of the sum. The shares are rounded and add up to exactly 1: the largest part takes the rounding
 * difference. `null` if the sum is zero.
 */
function sharesOf(parts: readonly Decimal[]): readonly Decimal[] | null {
  const whole = sum(parts)
  const rounded = parts.flatMap((part) => divide(part, whole, sharePlaces) ?? [])
  const [first] = parts
  if (first === undefined || rounded.length < parts.length) return null
  const left = subtract(decimalOf(1), sum(rounded))
  const largest = parts.reduce((best, part) => (compare(absolute(part), absolute(best)) > 0 ? part : best), first)
  const index = parts.indexOf(largest)
  return rounded.map((share, at) => (at === index ? add(share, left) : share))
}

/** The changes that apply to a position, in percent, and the shocks that cause them. */
interface PositionMove {
  readonly pricePercent: Decimal
  readonly currencyPercent: Decimal
  /** The factor by which amounts are multiplied. */
  readonly factor: Decimal
  readonly shocks: readonly PriceShock[]
}

const one = decimalOf(1)
const hundredth = parseDecimal('0.01') ?? zero

/** Returns 1 + percent / 100, exactly. */
const factorOf = (percent: Decimal): Decimal => add(one, multiply(percent, hundredth))

/**
 * Finds the changes that apply to a position. For prices the most specific shock applies: instrument, type in one currency,
 * type, market, all; of two equal ones the last. The shock of the currency applies as well, except for `own`, the currency in
 * which all amounts are.
 */
export function moveOf(
  row: Pick<MarginRow, 'symbol' | 'type' | 'currency'>,
  shocks: readonly PriceShock[],
  own: string,
): PositionMove {
  const price = applyingPrice(row, shocks)
  const currency = currencyShock(row.currency, shocks, own)
  const [pricePercent, currencyPercent] = [price?.percent ?? zero, currency?.percent ?? zero]
  return {
    pricePercent,
    currencyPercent,
    factor: multiply(factorOf(pricePercent), factorOf(currencyPercent)),
    shocks: [price, currency].filter((shock) => shock !== undefined),
  }
}

/** Finds the shock of a currency against the currency of the account, `own`. */
export const currencyShock = (
  currency: string | null,
  shocks: readonly PriceShock[],
  own: string,
): PriceShock | undefined =>
  currency === own ? undefined : shocks.findLast(({ by, key }) => by === 'currency' && key === currency)

/** The change of an amount of cash under a shock of its currency. */
export const changeOf = (amount: Decimal, shock: PriceShock | undefined): Decimal =>
  shock === undefined ? zero : multiply(amount, multiply(shock.percent, hundredth))

function applyingPrice(
  { symbol, type, currency }: Pick<MarginRow, 'symbol' | 'type' | 'currency'>,
  shocks: readonly PriceShock[],
): PriceShock | undefined {
  const last = (by: PriceShock['by'], key: string | null) =>
    shocks.findLast((shock) => shock.by === by && shock.key === key)
  const ofType = (inCurrency: string | undefined) =>
    shocks.findLast((shock) => shock.by === 'type' && shock.key === type && shock.currency === inCurrency)
  const narrow = last('instrument', symbol) ?? (currency === null ? undefined : ofType(currency))
  return narrow ?? ofType(undefined) ?? last('market', micOf(symbol)) ?? last('all', null)
}

/** Describes each position after the shocks: largest exposure first, positions that are not covered last. */
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
      symbol: row.symbol,
      name: row.name,
      type: row.type,
      currency: row.currency,
      value,
      requirement,
      exposure: exposureOf(position),
      share,
      pricePercent,
      currencyPercent,
      notCovered,
      valueAfter: value === null ? null : multiply(value, factor),
      requirementAfter: requirement === null ? null : multiply(requirement, factor),
    }
  })
  const size = ({ exposure }: StressedPosition) => (exposure === null ? decimalOf(-1) : absolute(exposure))
  return described.sort((a, b) => compare(size(b), size(a)))
}
