import { m } from '#shared/messages/messages.js'
import type { Purpose, BudgetReading, BudgetSnapshot, QuoteForecast, Quota } from '#shared/model/app/usage.ts'
import { type Format, unknownText } from '#shared/text/format.ts'
import { texts } from '#shared/texts.ts'

/** The purposes of requests, highest priority first. */
export const requestPurposes: readonly { readonly key: Purpose; readonly title: string }[] = texts([
  { key: 'cancel', title: m.words_cancels },
  { key: 'user', title: m.words_you_asked },
  { key: 'visible', title: m.words_on_screen },
  { key: 'held', title: m.words_held },
  { key: 'background', title: m.words_background },
])

/** The text for a service that allows fewer requests than documented; null otherwise. */
export const loweredLimitWords = ({ limit, fullLimit }: BudgetSnapshot): string | null =>
  limit < fullLimit ? m.words_the_service_currently_allows_about_limit_requests({ limit, fullLimit }) : null

/** The text while Tidemark sends fewer requests to save power; null otherwise. */
export const savingWords = ({ isSavingPower }: BudgetReading): string | null =>
  isSavingPower ? m.words_on_battery_background_updates_are_less_frequent() : null

/** The text for the next update of the prices on screen. */
export function forecastWords({ symbols, nextAt }: QuoteForecast, now: number, format: Format): string {
  if (symbols === 0) return m.words_no_prices_are_on_screen()
  if (nextAt === null) return m.words_no_update_due()
  // A countdown that stays at 0 s would look frozen.
  if (nextAt - now < 1_000) return m.words_prices_on_screen_are_being_updated()
  return m.words_next_update_of_the_prices_on_screen({ nextAt: format.age(nextAt - now) })
}

/** What is left of a quota: "188 of 200 left", "not stated". */
export function quotaWords({ limit, remaining }: Quota, format: Format): string {
  if (limit === null && remaining === null) return m.words_not_stated()
  if (limit === null) return m.words_remaining_left({ remaining: format.count(remaining) })
  return m.words_value_of_limit_left({
    value: remaining === null ? unknownText : format.count(remaining),
    limit: format.count(limit),
  })
}
