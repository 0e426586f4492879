import type { Settings } from '../model/app/settings.ts'
import { createFormat, type Format } from './format.ts'

let kept: { readonly name: string; readonly format: Format } | null = null

/**
 * The formats of a locale in the computer's present time zone. Making them takes a hundred times as long as using them, and the
 * tray writes its figures each two seconds: they are kept until the locale or the offset of the time zone is another one.
 */
export function keptFormat(locale: Settings['locale']): Format {
  const name = `${locale} ${new Date().getTimezoneOffset()}`
  if (kept?.name !== name) kept = { name, format: createFormat({ locale }) }
  return kept.format
}
