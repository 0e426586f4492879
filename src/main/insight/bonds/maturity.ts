import type { Maturity } from '#shared/model/bond.ts'
import type { InstrumentDetails } from '#shared/model/instrument.ts'
import type { CalendarDate } from '#shared/model/values.ts'
import { dayOfDate } from '../events/days.ts'
import type { IncomeEvent } from '../income/income-event.ts'
import type { BondTerms } from '../income/projection.ts'
import { parseUnits } from '../lots/units.ts'
import { paymentCurrency } from '../portfolio/position-value.ts'

/**
 * Decides when a bond matures: the complete date that the service sends, else the day of the repayment that leaves nothing,
 * else the date that the user typed. `null` if none of them is known. `served`: the events of the service, without projections.
 */
export function maturityOf(
  details: Pick<InstrumentDetails, 'expirationDate'> | null,
  served: readonly IncomeEvent[],
  typed: CalendarDate | null,
): Maturity | null {
  const stated = details?.expirationDate ?? null
  if (stated !== null && dayOfDate(stated) !== null) return { on: stated, source: 'served' }
  const repaid = served.flatMap(({ kind, date }) => (kind === 'redemption' ? [date] : []))
  const last = repaid.toSorted().at(-1)
  if (last !== undefined) return { on: last, source: 'repaid' }
  return typed === null ? null : { on: typed, source: 'typed' }
}

/** The terms of a bond by its reference data; unknown where it has not been read. */
export const bondTerms = (details: InstrumentDetails | null, maturity: Maturity | null): BondTerms => ({
  maturesOn: dayOfDate(maturity?.on ?? null),
  isMaturityTyped: maturity?.source === 'typed',
  face: details?.faceValue == null ? null : parseUnits(details.faceValue),
  currency: (details && paymentCurrency(details)) ?? '',
})
