import { languageOf, languages, writeTextsIn, type Language } from '#shared/language.ts'
import type { DeviceSettings } from './device-settings.ts'

type Stored = Pick<DeviceSettings, 'all'>

/** The language of the settings of this computer; `null`, also for a value of another version, is that of the system. */
export const chosenLanguage = (settings: Stored): Language | null =>
  languages.find((language) => language === settings.all()['language']) ?? null

/** The languages of the system (BCP 47). Of all formats, this one is created fastest. */
let system: readonly string[] = [new Intl.PluralRules().resolvedOptions().locale]

/** From now on the texts of this process follow the setting, without a restart. */
export function followLanguage(settings: Stored): void {
  writeTextsIn(() => languageOf(chosenLanguage(settings), system))
}

/**
 * Without a setting, a browser shows its own language (the header `accept-language`). From now on that is also the language of the
 * host, whose computer may have another one; a program that accepts any language changes nothing.
 */
export function followBrowser(acceptLanguage: string | undefined): void {
  const tags = (acceptLanguage ?? '').split(',').flatMap((part) => /^\s*([a-z]{2,3}\b[\w-]*)/i.exec(part)?.[1] ?? [])
  if (tags.length > 0) system = tags
}
