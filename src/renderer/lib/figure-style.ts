import type { FigureStyle } from '#shared/text/alerts/alert-words.ts'
import type { App } from './app.svelte.ts'

/** The style in which this window shows the figures of alerts. */
export const figureStyleOf = (app: App): FigureStyle => ({
  format: app.format,
  isPrivate: app.isPrivate,
  accountCurrency: app.settings.accountCurrency,
})
