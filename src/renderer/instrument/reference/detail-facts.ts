import { decimalOf, multiply, parseDecimal, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { TradingParams, InstrumentDetails } from '#shared/model/instrument.ts'
import type { Format } from '#shared/text/format.ts'
import { texts } from '#shared/texts.ts'
import { daysLeftWords, maturesAtEnd } from '../../lib/words/days-left.ts'
import { titleOf } from '../../lib/words/service-names.ts'

const availability: Readonly<Record<string, string>> = texts({
  AVAILABLE: m.instrument_reference_available,
  NOT_AVAILABLE: m.instrument_reference_not_available,
  ACCOUNT_NOT_APPROVED: m.instrument_reference_account_not_approved,
  HTB: m.instrument_reference_hard_to_borrow,
  AVAILABLE_STRATEGY: m.instrument_reference_only_within_a_strategy,
})

/** The availability of a long or short position as text; an unknown name is still readable. */
export function availabilityWords(side: TradingParams['longable']): string {
  if (side === null) return '—'
  const words = availability[side.value] ?? titleOf(side.value, '—')
  if (side.haltedDays === 0) return words
  return m.instrument_reference_halted({ words, count: side.haltedDays })
}

const priceTypes: Readonly<Record<string, string>> = texts({
  POSITIVE: m.instrument_reference_above_zero,
  NON_NEGATIVE: m.instrument_reference_zero_or_above,
  ANY: m.instrument_reference_any_price,
  UNKNOWN: '—',
})

/** The types of prices that an order can have. */
export const priceTypeWords = (type: string | null): string =>
  type === null ? '—' : (priceTypes[type] ?? titleOf(type, '—'))

/** One labelled value of the reference data. */
interface Fact {
  readonly title: string
  readonly text: string
}

/** The minimum price step: `minStep / 10^decimals`. */
export function priceStep(minStep: Decimal | null, decimals: number | null): Decimal | null {
  if (minStep === null || decimals === null || decimals < 0) return null
  const unit = parseDecimal(`1e-${decimals}`)
  return unit === null ? null : multiply(minStep, unit)
}

const piecesWords = (size: Decimal, format: Format): string =>
  size === '1'
    ? m.instrument_reference_one_piece({ count: format.quantity(size) })
    : m.instrument_reference_pieces({ count: format.quantity(size) })

/** The reference data as labelled values. Common fields are always listed ("—" if unknown); others only if the service reports them; not the maturity of a bond. `now` in UTC ms. */
export function detailFacts(details: InstrumentDetails, format: Format, now: number): readonly Fact[] {
  const optional = (title: string, value: string | null, text: (value: string) => string = (value) => value): Fact[] =>
    value === null || value === '' ? [] : [{ title, text: text(value) }]
  const amount = (value: Decimal | null, currency: string | null) => format.amount(value, { currency })
  return [
    { title: m.instrument_reference_ticker(), text: details.ticker || '—' },
    { title: m.instrument_reference_market(), text: details.mic || '—' },
    ...optional(m.instrument_reference_board(), details.board),
    ...optional('ISIN', details.isin),
    { title: m.common_type(), text: titleOf(details.type, '—') },
    {
      title: m.instrument_reference_lot(),
      text: details.lotSize === null ? '—' : piecesWords(details.lotSize, format),
    },
    { title: m.instrument_reference_price_step(), text: format.quantity(priceStep(details.minStep, details.decimals)) },
    {
      title: m.instrument_reference_decimals(),
      text: format.quantity(details.decimals === null ? null : decimalOf(details.decimals)),
    },
    { title: m.common_currency(), text: details.quoteCurrency ?? '—' },
    ...optional(
      m.instrument_reference_expires(),
      maturesAtEnd(details.type) ? null : details.expirationDate,
      (date) => `${format.date(date)} · ${daysLeftWords(date, details.type, now, format)}`,
    ),
    ...(details.strike === null
      ? []
      : [{ title: m.instrument_reference_strike(), text: format.quantity(details.strike) }]),
    ...(details.contractSize === null
      ? []
      : [{ title: m.instrument_reference_contract_size(), text: format.quantity(details.contractSize) }]),
    ...(details.faceValue === null
      ? []
      : [{ title: m.instrument_reference_face_value(), text: amount(details.faceValue, details.faceCurrency) }]),
    ...optional('ID', details.id),
  ]
}
