import { noSums, type HoldingStep } from '#main/insight/ledger/series/holding-sums.ts'
import type { InstrumentPeriod } from '#main/insight/performance/period-parts.ts'
import { moneyOf } from '#main/insight/performance/period.ts'
import { dayMs } from '#shared/durations.ts'
import type { ScopeFlows } from './piece-flows.ts'
import type { ScopeReader } from './scope-reader.ts'

/** What comes into a scope and what goes out of it on a UTC day, in units of 10⁻¹⁸; `at`: the start of the day (UTC ms). */
export interface DayMoney {
  readonly at: number
  readonly currency: string
  readonly in: bigint
  /** A charge that is paid from outside the scope is negative. */
  readonly out: bigint
}

/**
 * The flows of a scope by day and currency. For a scope of accounts: money and pieces from outside. For a scope of
 * instruments: the money that was invested in them and paid out by them, and pieces that come from elsewhere. `null` if the value of pieces is
 * not known.
 */
export function* readMoney(
  scope: ScopeReader,
  { external, pieces }: Pick<ScopeFlows, 'external' | 'pieces'>,
  instruments: readonly InstrumentPeriod[],
  [from, to]: readonly [number, number],
): Generator<void, readonly DayMoney[] | null> {
  if (pieces.some(({ value }) => value === null)) return null
  const days = new Map<string, { at: number; currency: string; in: bigint; out: bigint }>()
  const enter = (at: number, currency: string, paid: { readonly in: bigint; readonly out: bigint }): void => {
    const day = Math.floor(at / dayMs) * dayMs
    const key = `${day} ${currency}`
    const known = days.get(key) ?? { at: day, currency, in: 0n, out: 0n }
    days.set(key, known)
    known.in += paid.in
    known.out += paid.out
  }
  for (const { at, value } of external) if (value !== null) enter(at, value.currency, signed(value.amount))
  for (const { symbol } of scope.hasCash ? [] : instruments) {
    for (const account of scope.accounts) {
      for (const { step } of scope.entries(account, symbol, from, to))
        if (step.currency !== null) enter(step.at, step.currency, stepMoney(step))
    }
    yield
  }
  return [...days.values()].sort((a, b) => a.at - b.at)
}

/** Money of a flow, by its sign: what comes in, and what goes out. */
export const signed = (amount: bigint) => (amount > 0n ? { in: amount, out: 0n } : { in: 0n, out: -amount })

/** The money of a row as flows of its instrument: what is paid for pieces comes in, everything else goes out. */
export function stepMoney({ sums }: Pick<HoldingStep, 'sums'>): { readonly in: bigint; readonly out: bigint } {
  const traded = (sums.trade ?? 0n) + (sums.accrued ?? 0n)
  const paid = traded < 0n ? -traded : 0n
  return { in: paid, out: moneyOf({ currency: '', ...noSums, ...sums }) + paid }
}
