import type { IncomeCandidate, IncomeKind, IncomeState } from '#shared/model/ledger/income.ts'
import { dayOfDate } from '../events/days.ts'
import { daysAfter, daysBefore } from '../payment-window.ts'
import type { UnnamedIncomeRow } from './income-event.ts'

const unpaidStates: readonly IncomeState[] = ['missing', 'pending', 'partial', 'unknown']
/** Payments of another kind than the event are named if they are at most this many days apart. */
const weekDays = 7

/**
 * Names the payments without an event that may pay an event which is not paid in full, and the reverse: both rows have
 * the other one as a candidate. `rows` are of one account.
 */
export function namePairs(rows: readonly UnnamedIncomeRow[]): UnnamedIncomeRow[] {
  const unexpected = Map.groupBy(
    rows.filter(({ state, symbol }) => state === 'unexpected' && symbol !== ''),
    ({ symbol }) => symbol,
  )
  if (unexpected.size === 0) return [...rows]
  const pairs = rows
    .filter(({ state, source }) => source === 'event' && unpaidStates.includes(state))
    .flatMap((event) => (unexpected.get(event.symbol) ?? []).filter(isNear(event)).map((paid) => ({ event, paid })))
  const paidOf = Map.groupBy(pairs, ({ event }) => event)
  const eventsOf = Map.groupBy(pairs, ({ paid }) => paid)
  return rows.map((row) => {
    const paid = paidOf.get(row)?.map((pair) => pair.paid) ?? []
    const events = eventsOf.get(row)?.map((pair) => pair.event) ?? []
    const candidates = [...paid, ...events].map(candidateOf)
    const reasons = [
      ...paid.map(({ date }) => ({ code: 'perhaps-paid-by' as const, date })),
      ...events.map(({ date }) => ({ code: 'perhaps-pays' as const, date })),
    ]
    return candidates.length === 0 ? row : { ...row, candidates, rule: [...row.rule, ...reasons] }
  })
}

const candidateOf = ({ symbol, kind, date }: UnnamedIncomeRow): IncomeCandidate => ({ symbol, kind, date })

/** Whether a payment is in the time of an event, a week more on both sides, or of any kind in the same week. */
const isNear =
  (event: UnnamedIncomeRow) =>
  (paid: UnnamedIncomeRow): boolean => {
    const days = (dayOfDate(paid.date) ?? 0) - (dayOfDate(event.date) ?? 0)
    const isAlike = isRepaid(paid.kind) === isRepaid(event.kind)
    return Math.abs(days) <= weekDays || (isAlike && days >= -daysBefore - weekDays && days <= daysAfter + weekDays)
  }

const isRepaid = (kind: IncomeKind): boolean => kind === 'amortization' || kind === 'redemption'
