import type { BudgetReading, BudgetSnapshot, QuoteForecast } from '../../shared/model/usage.ts'
import type { Format } from '../../shared/format.ts'

/** That the service allows less than it documents; null while it does not. */
export const ceilingWords = ({ limit, fullLimit }: BudgetSnapshot): string | null =>
  limit < fullLimit
    ? `The service allows about ${limit} a minute now, not ${fullLimit}: it refused more. Other programs may be using the same token. The limit comes back by itself.`
    : null

/** That less is asked than could be; null while it is not. */
export const savingWords = ({ isSavingPower }: BudgetReading): string | null =>
  isSavingPower ? 'On battery: what nobody waits for is asked more seldom.' : null

/** When the prices on screen are asked for next. */
export function forecastWords({ symbols, nextAt }: QuoteForecast, now: number, format: Format): string {
  if (symbols === 0) return 'No prices are on screen.'
  if (nextAt === null) return 'No price on screen is due: its market is closed, or nothing is asked now.'
  // Until a second before: a countdown that stands at nought reads as stuck.
  if (nextAt - now < 1_000) return 'Prices on screen are being refreshed.'
  return `Next refresh of what is on screen in ${format.age(nextAt - now)}.`
}
