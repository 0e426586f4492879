import type { Settings } from '../model/app/settings.ts'
import { createFormat, type Format } from './format.ts'

let cached: { readonly name: string; readonly format: Format } | null = null

/**
 * The cached formats of a locale in the current time zone. Creating them takes a hundred times as long as using them, and
 * the tray is updated every two seconds. They are created again when the locale or the UTC offset changes.
 */
export function cachedFormat(locale: Settings['locale']): Format {
  const name = `${locale} ${new Date().getTimezoneOffset()}`
  if (cached?.name !== name) cached = { name, format: createFormat({ locale }) }
  return cached.format
}
