import { languageOf, languages, writeTextsIn, type Language } from '../../shared/language.ts'
import type { DeviceSettings } from './device-settings.ts'

type Stored = Pick<DeviceSettings, 'all'>

/** The language of the settings of this computer; `null`, also for a value of another version, is that of the system. */
export const chosenLanguage = (settings: Stored): Language | null =>
  languages.find((language) => language === settings.all()['language']) ?? null

/** From now on the texts of this process follow the setting, without a restart. */
export function followLanguage(settings: Stored): void {
  // Of all formats, this one is created fastest.
  const system = [new Intl.PluralRules().resolvedOptions().locale]
  writeTextsIn(() => languageOf(chosenLanguage(settings), system))
}
