import type { Purpose, BudgetReading, BudgetSnapshot, QuoteForecast, Quota } from '../../../shared/model/usage.ts'
import { type Format, unknownText } from '../../../shared/text/format.ts'

/** The purposes of requests, highest priority first. */
export const requestPurposes: readonly { readonly key: Purpose; readonly title: string }[] = [
  { key: 'cancel', title: 'Cancels' },
  { key: 'person', title: 'You asked' },
  { key: 'visible', title: 'On screen' },
  { key: 'held', title: 'Held' },
  { key: 'background', title: 'Background' },
]

/** The text for a service that allows fewer requests than documented; null otherwise. */
export const ceilingWords = ({ limit, fullLimit }: BudgetSnapshot): string | null =>
  limit < fullLimit
    ? `The service currently allows about ${limit} requests a minute instead of ${fullLimit}. Other programs may be using the same token. The limit recovers by itself.`
    : null

/** The text while Tidemark sends fewer requests to save power; null otherwise. */
export const savingWords = ({ isSavingPower }: BudgetReading): string | null =>
  isSavingPower ? 'On battery: background updates are less frequent.' : null

/** The text for the next update of the prices on screen. */
export function forecastWords({ symbols, nextAt }: QuoteForecast, now: number, format: Format): string {
  if (symbols === 0) return 'No prices are on screen.'
  if (nextAt === null) return 'No update is due: the markets are closed or syncing is off.'
  // A countdown that stays at 0 s would look stuck.
  if (nextAt - now < 1_000) return 'Prices on screen are being updated.'
  return `Next update of the prices on screen in ${format.age(nextAt - now)}.`
}

/** What is left of a quota: "188 of 200 left", "not stated". */
export function quotaWords({ limit, remaining }: Quota, format: Format): string {
  if (limit === null && remaining === null) return 'not stated'
  if (limit === null) return `${format.count(remaining)} left`
  return `${remaining === null ? unknownText : format.count(remaining)} of ${format.count(limit)} left`
}
