import { m } from '#shared/messages/messages.js'
import { texts } from '#shared/texts.ts'
import type { screens } from '../navigation/screens.ts'

/** Additional words by which a screen is found in the palette. */
export const screenWords: Readonly<Record<(typeof screens)[number]['name'], string>> = texts({
  overview: m.search_overview_words,
  positions: m.search_positions_words,
  orders: m.search_orders_words,
  watchlists: m.search_watchlists_words,
  transactions: m.search_transactions_words,
  income: m.search_income_words,
  performance: m.search_performance_screen_words,
  day: m.search_day_words,
  margin: m.search_margin_words,
  reconciliation: m.search_reconciliation_words,
  alerts: m.search_alerts_words,
  reports: m.search_reports_words,
  health: m.search_health_words,
  settings: m.search_settings_words,
})
