import type { Writing } from '../../shared/alert-words.ts'
import type { App } from '../lib/app.svelte.ts'

/** How this window writes what alerts say. */
export const writingOf = (app: App): Writing => ({
  format: app.format,
  isPrivate: app.isPrivate,
  accountCurrency: app.settings.accountCurrency,
})
