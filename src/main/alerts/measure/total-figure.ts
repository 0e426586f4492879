import { toPlaces, type Decimal } from '../../../shared/decimal.ts'
import type { AlertFact } from '../../../shared/model/alert.ts'
import { rateProblemWords } from '../../../shared/text/currency-words.ts'
import { convertParts, type Conversion } from '../../insight/currency/convert.ts'
import { nameSome } from './words.ts'
import type { AlertCurrencies } from './inputs.ts'
import { fact, type Unknown } from './threshold.ts'

/** A figure of an account in `currency`, with what it was converted with. */
export interface AccountFigure {
  readonly amount: Decimal
  /** `null`: as the service states it, without a currency. */
  readonly currency: string | null
  readonly facts: readonly AlertFact[]
}

/** A figure of one account; its currency is that of the account's equity. */
interface TotalPart {
  readonly id: string
  readonly amount: Decimal | null
}

const ratePlaces = 6

/**
 * The currency in which figures of several accounts are added: that of the rule, else the base currency, else the one that all
 * of them have; or why there is none.
 */
export function totalCurrency(
  ids: readonly string[],
  chosen: string | null,
  { base, currencyOf }: AlertCurrencies,
): string | Unknown {
  const currency = chosen ?? base
  if (currency !== null) return currency
  const unknown = ids.filter((id) => currencyOf(id) === null)
  if (unknown.length > 0) return { unknown: `The currency of the equity of ${nameSome(unknown)} is unknown` }
  const [first, ...others] = new Set(ids.map(currencyOf))
  return first == null || others.length > 0
    ? { unknown: 'The accounts have several currencies: choose a base currency in Settings' }
    : first
}

/** Adds the figures of several accounts in one currency; unknown where one of them has no rate to it. */
export function readTotal(
  parts: readonly TotalPart[],
  chosen: string | null,
  currencies: AlertCurrencies,
): AccountFigure | Unknown {
  const ids = parts.map(({ id }) => id)
  const target = totalCurrency(ids, chosen, currencies)
  return typeof target === 'string' ? addIn(currencies.bookTo(target), parts, currencies.currencyOf) : target
}

/** Adds the figures with these rates. */
function addIn(
  to: Conversion,
  parts: readonly TotalPart[],
  currencyOf: AlertCurrencies['currencyOf'],
): AccountFigure | Unknown {
  const { amount, notConverted, missing, rates } = convertParts(
    parts.map(({ id, amount }) => ({ name: id, amount, currency: currencyOf(id) })),
    to,
  )
  const [problem] = notConverted
  if (problem !== undefined) {
    const words = `${nameSome(problem.names)} cannot be converted to ${to.currency}`
    return { unknown: `${words}: ${rateProblemWords(problem.problem)}` }
  }
  if (amount === null || missing.length > 0) return { unknown: 'The service does not state this figure' }
  const facts = rates.map(({ currency, rate }) =>
    fact(`1 ${currency}`, 'price', toPlaces(rate, ratePlaces), to.currency),
  )
  return { amount, currency: to.currency, facts }
}
