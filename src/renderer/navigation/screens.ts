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

/** The screens of the rail, in order. Ctrl or Cmd with 1 … 9 and 0, or g and the letter, opens each. */
export const screens = [
  { name: 'overview', title: 'Overview', letter: 'o', Icon: LayoutDashboard },
  { name: 'positions', title: 'Positions', letter: 'p', Icon: Table },
  { name: 'orders', title: 'Orders', letter: 'r', Icon: ListOrdered },
  { name: 'watchlists', title: 'Watchlists', letter: 'w', Icon: Star },
  { name: 'transactions', title: 'Transactions', letter: 't', Icon: ReceiptText },
  { name: 'income', title: 'Income', letter: 'i', Icon: HandCoins },
  { name: 'performance', title: 'Performance', letter: 'f', Icon: ChartLine },
  { name: 'day', title: 'Days', letter: 'y', Icon: CalendarDays },
  { name: 'margin', title: 'Margin', letter: 'm', Icon: Gauge },
  { name: 'reconciliation', title: 'Reconciliation', letter: 'c', Icon: Scale },
  { name: 'alerts', title: 'Alerts', letter: 'a', Icon: Bell },
  { name: 'reports', title: 'Reports', letter: 'd', Icon: FileText },
  { name: 'health', title: 'Health', letter: 'h', Icon: HeartPulse },
  { name: 'settings', title: 'Settings', letter: 's', Icon: Settings },
] as const

/** What a window can show: a screen of the rail, an instrument, or the connection form. */
export type ScreenName = (typeof screens)[number]['name'] | 'connect' | 'instrument'

/** The title of a screen. */
export const screenTitle = (name: ScreenName): string =>
  screens.find((screen) => screen.name === name)?.title ??
  (name === 'instrument' ? 'Instrument' : 'Connect your account')

/** The key that opens a screen together with Ctrl or Cmd: 1 … 9, then 0; `null` after the tenth screen. */
export const screenDigit = (index: number): string | null => (index < 10 ? String((index + 1) % 10) : null)
