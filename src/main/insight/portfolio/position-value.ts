import { sum, type Decimal, divide, multiply } from '#shared/decimal.ts'
import type { Position } from '#shared/model/account.ts'
import type { InstrumentDetails } from '#shared/model/instrument.ts'
import type { PartialSum } from '#shared/model/portfolio.ts'
import type { ValueNote } from '#shared/model/value-note.ts'
import type { Money } from '#shared/model/values.ts'

/**
 * Adds amounts by currency, exactly, in the order of first appearance. Amounts of unknown currency (`''`) are not added
 * and come last.
 */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const known = amounts.filter(({ currency }) => currency !== '')
  const totals = [...Map.groupBy(known, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    amount: sum(own.map(({ amount }) => amount)),
  }))
  return [...totals, ...amounts.filter(({ currency }) => currency === '')]
}

/** A named amount; amount and currency may be unknown. */
export interface Part {
  readonly name: string
  readonly amount: Decimal | null
  readonly currency: string | null
}

/** Adds the amounts by currency, and lists the names of those whose amount or currency is not known. */
export function sumParts(parts: readonly Part[]): PartialSum {
  const known = parts.flatMap(({ amount, currency }) => (amount === null || !currency ? [] : [{ currency, amount }]))
  return {
    amounts: sumByCurrency(known),
    missing: parts.filter(({ amount, currency }) => amount === null || !currency).map((part) => part.name),
  }
}

/** Joins several sums: amounts by currency, each missing name once. */
export function joinSums(sums: readonly PartialSum[]): PartialSum {
  return {
    amounts: sumByCurrency(sums.flatMap((sum) => sum.amounts)),
    missing: [...new Set(sums.flatMap((sum) => sum.missing))],
  }
}

/** The value of a position, or the reason why it is not known. */
interface PositionValue {
  /** Market value, signed, in `currency`. */
  readonly value: Decimal | null
  readonly currency: string | null
  /** The formula of the value, or what is missing. */
  readonly note: ValueNote
  /** Whether prices are in percent of the face value. */
  readonly isPercentOfFace: boolean
}

const hundred = '100' as Decimal
/** Types with the value quantity × price; other types, such as swaps and spreads, may have another formula. */
const pricedPerPiece: readonly string[] = ['EQUITIES', 'FUNDS', 'CURRENCIES']

/**
 * The currency of an instrument's payments and profit; `null` if it is not known. A bond has that of its face value, where the
 * service states one. A future has that of its margin, and only if it is quoted in it: the service does not say in which of two
 * it states a profit.
 */
export function paymentCurrency({
  type,
  quoteCurrency,
  faceCurrency,
  marginCurrency,
}: InstrumentDetails): string | null {
  if (type === 'BONDS') return (faceCurrency ?? quoteCurrency) || null
  return type === 'FUTURES' && quoteCurrency !== marginCurrency ? null : quoteCurrency
}

/**
 * Values a position at the service's current price.
 * Shares, funds and currencies: quantity × price. Bonds: quantity × price % × face value, without accrued interest.
 * Options: quantity × price × contract size. Futures have a margin, not a value.
 * Source: docs/service.md, “Figures”. The value is `null` when a factor is unknown.
 */
export function valuePosition(
  position: Pick<Position, 'quantity' | 'currentPrice'>,
  details: InstrumentDetails | null,
): PositionValue {
  const isPercentOfFace = details?.type === 'BONDS'
  const unknown = (note: ValueNote, currency: string | null = null): PositionValue => ({
    value: null,
    currency,
    note,
    isPercentOfFace,
  })
  if (details === null) return unknown({ code: 'no-reference-data' })
  // The currency is given even if the value is not known.
  const currency = paymentCurrency(details)
  const { quantity, currentPrice } = position
  if (details.type === 'FUTURES') return unknown(futureNote(details), currency)
  if (quantity === null || currentPrice === null) return unknown({ code: 'no-price-or-quantity' }, currency)
  const atPrice = multiply(quantity, currentPrice)
  if (isPercentOfFace) {
    if (details.faceValue === null) return unknown({ code: 'no-face-value' }, currency)
    const value = divide(multiply(atPrice, details.faceValue), hundred)
    return { value, currency, note: { code: 'bond' }, isPercentOfFace }
  }
  if (details.type === 'OPTIONS') {
    if (details.contractSize === null) return unknown({ code: 'no-contract-size' }, currency)
    return {
      value: multiply(atPrice, details.contractSize),
      currency,
      note: { code: 'option' },
      isPercentOfFace,
    }
  }
  if (!pricedPerPiece.includes(details.type)) return unknown({ code: 'no-formula' }, currency)
  return { value: atPrice, currency, note: { code: 'by-piece' }, isPercentOfFace }
}

function futureNote(details: InstrumentDetails): ValueNote {
  const { quoteCurrency, marginCurrency } = details
  if (paymentCurrency(details) !== null) return { code: 'future' }
  return quoteCurrency === null || !marginCurrency
    ? { code: 'future-of-unknown-currency' }
    : { code: 'future-of-two-currencies', quoted: quoteCurrency, margin: marginCurrency }
}
