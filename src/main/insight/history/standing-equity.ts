import type { Decimal } from '../../../shared/decimal.ts'
import type { EquitySpan } from '../portfolio/curves.ts'

/** The last reading of an account; times in UTC ms. */
interface LastReading {
  readonly equity: Decimal | null
  readonly readAt: number
  /** When the schedule of readings should have brought the next one. */
  readonly staleAt: number
}

/**
 * The recorded equity of an account, whose last value stands until `now` (UTC ms) while its reading is not stale: a quiet
 * account is read, and recorded, more rarely than the others. Afterwards it is known until its last reading.
 */
export function letLastStand<T extends EquitySpan>(
  spans: readonly T[],
  { equity, readAt, staleAt }: LastReading,
  now: number,
): readonly T[] {
  const last = spans.at(-1)
  if (last === undefined || last.equity !== equity || readAt < last.at || readAt > now) return spans
  const until = Math.max(last.until, now < staleAt ? now : readAt)
  return [...spans.slice(0, -1), { ...last, until }]
}
