import { z } from 'zod'
import { Settings } from '#shared/model/app/settings.ts'
import { CurrencyCode, RateChoice } from '#shared/model/currency.ts'
import type { Journal } from '../journal/journal.ts'

/** Keys in the settings of the journal. They belong to the profile. */
const keys = { base: 'baseCurrency', choices: 'rateInstruments' } as const
const AccountCurrency = Settings.shape.accountCurrency
const Choices = z.record(CurrencyCode, RateChoice)

type SettingsTable = Pick<Journal['settings'], 'get' | 'set' | 'setAll'>

/** The base currency; `null` until the user chooses one. */
export const readBase = (settings: SettingsTable): string | null => settings.get(keys.base, CurrencyCode)

/** The rate instruments that the user chose, by currency. */
export const readChoices = (settings: SettingsTable): ReadonlyMap<string, RateChoice> =>
  new Map(Object.entries(settings.get(keys.choices, Choices) ?? {}))

/** All settings that determine the rates, as one text for comparison. */
export const readRateSettings = (settings: SettingsTable): string =>
  JSON.stringify([readBase(settings), [...readChoices(settings)], settings.get('accountCurrency', AccountCurrency)])

/** Stores the base currency; `null` removes it. */
export const keepBase = (settings: SettingsTable, currency: string | null): void =>
  settings.setAll({ [keys.base]: currency ?? undefined })

/** Stores the rate instrument of a currency; with `null` the app chooses it again. */
export function keepChoice(settings: SettingsTable, currency: string, choice: RateChoice | null): void {
  const others = [...readChoices(settings)].filter(([code]) => code !== currency)
  const next = choice === null ? others : [...others, [currency, choice] as const]
  settings.set(keys.choices, Choices, Object.fromEntries(next))
}
