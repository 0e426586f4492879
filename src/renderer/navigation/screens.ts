import Bell from '@lucide/svelte/icons/bell'
import CalendarDays from '@lucide/svelte/icons/calendar-days'
import ChartLine from '@lucide/svelte/icons/chart-line'
import FileText from '@lucide/svelte/icons/file-text'
import Gauge from '@lucide/svelte/icons/gauge'
import HandCoins from '@lucide/svelte/icons/hand-coins'
import HeartPulse from '@lucide/svelte/icons/heart-pulse'
import LayoutDashboard from '@lucide/svelte/icons/layout-dashboard'
import ListOrdered from '@lucide/svelte/icons/list-ordered'
import ReceiptText from '@lucide/svelte/icons/receipt-text'
import Scale from '@lucide/svelte/icons/scale'
import Settings from '@lucide/svelte/icons/settings'
import Star from '@lucide/svelte/icons/star'
import Table from '@lucide/svelte/icons/table-2'
import { m } from '#shared/messages/messages.js'
import { texts } from '#shared/texts.ts'

const titles = texts({
  overview: m.navigation_overview,
  positions: m.navigation_positions,
  orders: m.navigation_orders,
  watchlists: m.navigation_watchlists,
  transactions: m.common_transactions,
  income: m.navigation_income,
  performance: m.navigation_performance,
  day: m.navigation_days,
  margin: m.navigation_margin,
  reconciliation: m.navigation_reconciliation,
  alerts: m.navigation_alerts,
  reports: m.navigation_reports,
  health: m.navigation_health,
  settings: m.navigation_settings,
  instrument: m.common_instrument,
  connect: m.navigation_connect_your_account,
})

const screen = <N extends keyof typeof titles>(name: N, letter: string, Icon: typeof Bell) => ({
  name,
  letter,
  Icon,
  /** In the current language. */
  get title() {
    return titles[name]
  },
})

/** The screens of the rail, in order. Ctrl or Cmd with 1 … 9 and 0, or g followed by the letter, opens each. */
export const screens = [
  screen('overview', 'o', LayoutDashboard),
  screen('positions', 'p', Table),
  screen('orders', 'r', ListOrdered),
  screen('watchlists', 'w', Star),
  screen('transactions', 't', ReceiptText),
  screen('income', 'i', HandCoins),
  screen('performance', 'f', ChartLine),
  screen('day', 'y', CalendarDays),
  screen('margin', 'm', Gauge),
  screen('reconciliation', 'c', Scale),
  screen('alerts', 'a', Bell),
  screen('reports', 'd', FileText),
  screen('health', 'h', HeartPulse),
  screen('settings', 's', Settings),
] as const

/** What a window can show: a screen of the rail, an instrument, or the connection form. */
export type ScreenName = (typeof screens)[number]['name'] | 'connect' | 'instrument'

/** The title of a screen. */
export const screenTitle = (name: ScreenName): string => titles[name]

/** The key that opens a screen together with Ctrl or Cmd: 1 … 9; `null` after the ninth screen, because 0 resets the zoom. */
export const screenDigit = (index: number): string | null => (index < 9 ? String(index + 1) : null)
