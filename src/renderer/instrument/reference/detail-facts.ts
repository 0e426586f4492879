import type { TradingParams, InstrumentDetails } from '../../../shared/model/instrument.ts'
import { titleOf } from '../../lib/words/service-names.ts'
import { decimalOf, multiply, parseDecimal, type Decimal } from '../../../shared/decimal.ts'
import type { Format } from '../../../shared/text/format.ts'

const availability: Readonly<Record<string, string>> = {
  AVAILABLE: 'Available',
  NOT_AVAILABLE: 'Not available',
  ACCOUNT_NOT_APPROVED: 'Account not approved',
  HTB: 'Hard to borrow',
  AVAILABLE_STRATEGY: 'Only within a strategy',
}

/** The availability of a long or short position in words; unknown names stay recognisable. */
export function availabilityWords(side: TradingParams['longable']): string {
  if (side === null) return '—'
  const words = availability[side.value] ?? titleOf(side.value, '—')
  if (side.haltedDays === 0) return words
  return `${words}, halted for ${side.haltedDays === 1 ? '1 day' : `${side.haltedDays} days`}`
}

const priceTypes: Readonly<Record<string, string>> = {
  POSITIVE: 'above zero',
  NON_NEGATIVE: 'zero or above',
  ANY: 'any, including negative',
  UNKNOWN: '—',
}

/** The prices that an order may have. */
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

/** The reference data as labelled values. Common fields are always listed ("—" if unknown); others only if the service reports them. */
export function detailFacts(details: InstrumentDetails, format: Format): readonly Fact[] {
  const optional = (title: string, value: string | null, text: (value: string) => string = (value) => value): Fact[] =>
    value === null || value === '' ? [] : [{ title, text: text(value) }]
  const amount = (value: Decimal | null, currency: string | null) => format.amount(value, { currency })
  return [
    { title: 'Ticker', text: details.ticker || '—' },
    { title: 'Market', text: details.mic || '—' },
    ...optional('Board', details.board),
    ...optional('ISIN', details.isin),
    { title: 'Type', text: titleOf(details.type, '—') },
    {
      title: 'Lot',
      text:
        details.lotSize === null
          ? '—'
          : `${format.quantity(details.lotSize)} ${details.lotSize === '1' ? 'piece' : 'pieces'}`,
    },
    { title: 'Price step', text: format.quantity(priceStep(details.minStep, details.decimals)) },
    { title: 'Decimals', text: format.quantity(details.decimals === null ? null : decimalOf(details.decimals)) },
    { title: 'Currency', text: details.quoteCurrency ?? '—' },
    ...optional('Expires', details.expirationDate, (date) => format.date(date)),
    ...(details.strike === null ? [] : [{ title: 'Strike', text: format.quantity(details.strike) }]),
    ...(details.contractSize === null ? [] : [{ title: 'Contract size', text: format.quantity(details.contractSize) }]),
    ...(details.faceValue === null
      ? []
      : [{ title: 'Face value', text: amount(details.faceValue, details.faceCurrency) }]),
    ...optional('ID', details.id),
  ]
}
