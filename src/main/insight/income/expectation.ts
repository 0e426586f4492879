import { magnitude, unitPlaces } from '../lots/units.ts'
import type { PiecesHeld } from './held-pieces.ts'
import type { IncomeEvent } from './income-event.ts'

/** An event in an account with what it should pay. */
export interface Expectation {
  readonly event: IncomeEvent
  /** `null` where they are not known. */
  readonly pieces: PiecesHeld | null
  /** Money in units; negative for what a short position pays. `null` where value, currency or pieces are not known. */
  readonly amount: { readonly low: bigint; readonly high: bigint } | null
}

const one = 10n ** BigInt(unitPlaces)
/** Each row may be rounded by so much: a hundredth. */
const rounding = one / 100n

export function expect(event: IncomeEvent, pieces: PiecesHeld | null): Expectation {
  const { each, currency } = event
  if (each === null || currency === '' || pieces === null) return { event, pieces, amount: null }
  const ends = [(each * pieces.low) / one, (each * pieces.high) / one] as const
  return {
    event,
    pieces,
    amount: ends[0] <= ends[1] ? { low: ends[0], high: ends[1] } : { low: ends[1], high: ends[0] },
  }
}

/** How a sum of so many rows compares with the expected amount, by size; `null` where that is not known. */
export function compareSum({ amount }: Expectation, sum: bigint, rowCount: number): 'equal' | 'less' | 'more' | null {
  if (amount === null) return null
  const tolerance = rounding * BigInt(Math.max(1, rowCount))
  if (sum >= amount.low - tolerance && sum <= amount.high + tolerance) return 'equal'
  const isShort = amount.high <= 0n && amount.low < 0n
  return sum < amount.low === !isShort ? 'less' : 'more'
}

/** Whether nothing at all may be what is expected: the pieces may have come or gone just before the date. */
export const mayBeNothing = ({ amount }: Expectation): boolean =>
  amount !== null && amount.low <= 0n && amount.high >= 0n && magnitude(amount.high - amount.low) > 0n
