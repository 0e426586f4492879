import { dayMs } from '../../../shared/durations.ts'
import type { BondEvent, Dividend, Split } from '../../../shared/model/instrument.ts'
import type { IncomeKind, IncomeRow } from '../../../shared/model/ledger/income.ts'
import type { IncomeReason } from '../../../shared/model/ledger/income-reason.ts'
import { parseUnits } from '../lots/units.ts'

/** An event of an instrument that pays or changes what is held. */
export interface IncomeEvent {
  readonly symbol: string
  readonly kind: IncomeKind
  /** A date with its day. */
  readonly date: string
  /** Days since 1970 of the date. */
  readonly day: number
  /** Money for one piece, in units; `null` if it is not stated or the event itself pays nothing. */
  readonly each: bigint | null
  /** Empty if it is not stated. */
  readonly currency: string
  /** The last day of an offer. */
  readonly endsOn: string | null
  /** `event`: as the service sends it. `projection`: calculated by the `rule`. */
  readonly source: 'event' | 'projection'
  /** How the value was calculated; `null` for an event of the service. */
  readonly rule: IncomeReason | null
}

const wholeDate = /^\d{4}-\d\d-\d\d$/

/** The UTC day of an instant, counted from 1970. */
export const dayOf = (at: number): number => Math.floor(at / dayMs)
/** Days since 1970 as a date. */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
/** Days since 1970 of a date; `null` for a date without a day. */
export const dayOfDate = (date: string | null): number | null =>
  date !== null && wholeDate.test(date) ? dayOf(Date.parse(date)) : null

type Draft = Pick<IncomeEvent, 'symbol' | 'kind' | 'currency'> & Partial<IncomeEvent>

/** Empty for a date without a day: such an event cannot be compared with rows. */
function eventOn(date: string | null, draft: Draft): IncomeEvent[] {
  const day = dayOfDate(date)
  if (day === null || date === null) return []
  return [{ each: null, endsOn: null, source: 'event', rule: null, ...draft, date, day }]
}

const unitsOf = (value: string | null): bigint | null => (value === null ? null : parseUnits(value))

/** A dividend of the service, which does not say whether it is before or after tax: it counts as before tax. */
export const ofDividend = (symbol: string, { date, amount, currency }: Dividend): IncomeEvent[] =>
  eventOn(date, { symbol, kind: 'dividend', each: unitsOf(amount), currency })

/** A coupon, an amortization (the last one is the redemption), or an offer. What other types pay is not known. */
export function ofBondEvent(symbol: string, event: BondEvent): IncomeEvent[] {
  const { date, type, value, currency, amortization, offer } = event
  if (type === 'COUPON') return eventOn(date, { symbol, kind: 'coupon', each: unitsOf(value), currency })
  if (type === 'AMORTIZATION') {
    const isLast = amortization !== null && unitsOf(amortization.newFaceValue) === 0n
    return eventOn(date, { symbol, kind: isLast ? 'redemption' : 'amortization', each: unitsOf(value), currency })
  }
  if (type !== 'OFFER') return []
  const endsOn = offer?.endDate ?? null
  return eventOn(date ?? endsOn, {
    symbol,
    kind: 'offer',
    currency,
    endsOn: dayOfDate(endsOn) === null ? null : endsOn,
  })
}

/** A future split. The service sends no past splits. */
export const ofSplit = (symbol: string, { execDate }: Split): IncomeEvent[] =>
  eventOn(execDate, { symbol, kind: 'split', currency: '' })

/** What is known about an instrument's events. */
export interface InstrumentIncome {
  readonly symbol: string
  /** Past, announced and projected events. */
  readonly events: readonly IncomeEvent[]
  /** The day (since 1970) when the list of this kind of payment was last read; `null` if it was never read. */
  readUntil(kind: IncomeKind): number | null
}

/** A row before the instrument's name is added. */
export type UnnamedIncomeRow = Omit<IncomeRow, 'name'>
