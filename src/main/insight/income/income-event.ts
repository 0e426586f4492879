import type { BondEvent, Dividend, Split } from '#shared/model/instrument.ts'
import type { IncomeReason } from '#shared/model/ledger/income-reason.ts'
import type { IncomeKind, IncomeRow } from '#shared/model/ledger/income.ts'
import { dayOfDate } from '../events/days.ts'
import { parseUnits } from '../lots/units.ts'

/** An event of an instrument that pays money or changes the pieces held. */
export interface IncomeEvent {
  readonly symbol: string
  readonly kind: IncomeKind
  /** A complete date, YYYY-MM-DD. */
  readonly date: string
  /** The date as days since 1970. */
  readonly day: number
  /** Money for one piece, in units of 10⁻¹⁸; `null` if it is not stated or if the event pays nothing. */
  readonly each: bigint | null
  /** Empty if it is not stated. */
  readonly currency: string
  /** The last day of an offer. */
  readonly endsOn: string | null
  /** `event`: as the service sends it. `projection`: calculated by the `rule`. */
  readonly source: 'event' | 'projection'
  /** How the value is calculated, or the ratio of a split; `null` for other events of the service. */
  readonly rule: IncomeReason | null
}

type Draft = Pick<IncomeEvent, 'symbol' | 'kind' | 'currency'> & Partial<IncomeEvent>

/**
 * Builds an event; the result is empty for a date without a day, because such an event cannot be compared with rows.
 */
function eventOn(date: string | null, draft: Draft): IncomeEvent[] {
  const day = dayOfDate(date)
  if (day === null || date === null) return []
  return [{ each: null, endsOn: null, source: 'event', rule: null, ...draft, date, day }]
}

const unitsOf = (value: string | null): bigint | null => (value === null ? null : parseUnits(value))

/** Reads a dividend. The service does not say whether it is before or after tax; it is treated as before tax. */
export const readDividend = (symbol: string, { date, amount, currency }: Dividend): IncomeEvent[] =>
  eventOn(date, { symbol, kind: 'dividend', each: unitsOf(amount), currency })

/**
 * Reads a coupon, an amortization (the last one is the redemption), or an offer; other types are ignored, because their
 * payment is not known.
 */
export function readBondEvent(symbol: string, event: BondEvent): IncomeEvent[] {
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

/** Reads a future split. The service sends no past splits. */
export function readSplit(symbol: string, { execDate, oldRatio, newRatio }: Split): IncomeEvent[] {
  const isStated = oldRatio !== null && newRatio !== null
  const rule: IncomeReason | null = isStated ? { code: 'split-ratio', ratio: { old: oldRatio, new: newRatio } } : null
  return eventOn(execDate, { symbol, kind: 'split', currency: '', rule })
}

/** The known events of an instrument. */
export interface InstrumentIncome {
  readonly symbol: string
  /** Past, announced and projected events. */
  readonly events: readonly IncomeEvent[]
  /**
   * The day (days since 1970) on which the list of this kind of payment was last read; `null` if it has never been
   * read.
   */
  readUntil(kind: IncomeKind): number | null
}

/** A row before the instrument's name is added. */
export type UnnamedIncomeRow = Omit<IncomeRow, 'name'>

/** The order of a list of income: by date, then by symbol, so that it does not depend on the order of the rows. */
export const byDate = (a: UnnamedIncomeRow, b: UnnamedIncomeRow): number =>
  compareText(a.date, b.date) || compareText(a.symbol, b.symbol)

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
