import type { ScreenName } from './screens.ts'

/** What a button of a screen does and the palette offers from every screen: it opens the screen and presses the button. */
export const screenCommands = [
  { command: 'new-alert', screen: 'alerts', title: 'New alert…', words: 'create rule price' },
  { command: 'new-watchlist', screen: 'watchlists', title: 'New watchlist…', words: 'create list' },
  { command: 'export-transactions', screen: 'transactions', title: 'Export transactions…', words: 'csv file save' },
  { command: 'copy-report', screen: 'health', title: 'Copy health report', words: 'support redacted clipboard' },
  { command: 'back-up', screen: 'settings', title: 'Back up now', words: 'backup save data' },
  { command: 'set-pin', screen: 'settings', title: 'Set a PIN…', words: 'lock security' },
  { command: 'seal-data', screen: 'settings', title: 'Seal data…', words: 'encrypt security key' },
] as const satisfies readonly {
  readonly command: string
  readonly screen: ScreenName
  readonly title: string
  readonly words: string
}[]

/** The name of such a button. */
export type ScreenCommand = (typeof screenCommands)[number]['command']
