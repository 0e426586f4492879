import { m } from '#shared/messages/messages.js'
import { texts } from '#shared/texts.ts'
import type { ScreenName } from './screens.ts'
import type { SectionCommand } from './settings-sections.ts'

/** Buttons of screens that the palette offers everywhere: it opens the screen and presses the button. */
export const screenCommands = texts([
  { command: 'new-alert', screen: 'alerts', title: m.navigation_new_alert, words: m.navigation_new_alert_words },
  {
    command: 'new-watchlist',
    screen: 'watchlists',
    title: m.navigation_new_watchlist,
    words: m.navigation_new_watchlist_words,
  },
  {
    command: 'export-transactions',
    screen: 'transactions',
    title: m.navigation_export_transactions,
    words: m.navigation_export_transactions_words,
  },
  {
    command: 'copy-report',
    screen: 'health',
    title: m.navigation_copy_health_report,
    words: m.navigation_copy_health_report_words,
  },
  { command: 'back-up', screen: 'settings', title: m.navigation_back_up_now, words: m.navigation_back_up_words },
  { command: 'set-pin', screen: 'settings', title: m.navigation_set_a_pin, words: m.navigation_set_a_pin_words },
  { command: 'seal-data', screen: 'settings', title: m.navigation_seal_data, words: m.navigation_seal_data_words },
  {
    command: 'paste-list',
    screen: 'watchlists',
    title: m.watchlist_paste_a_list,
    words: m.navigation_paste_list_words,
  },
  { command: 'copy-log', screen: 'health', title: m.health_copy_log, words: m.navigation_copy_log_words },
  {
    command: 'export-journal',
    screen: 'settings',
    // The desktop app asks for a folder, the browser saves at once: the title promises neither.
    title: m.settings_data_export_journal,
    words: m.navigation_export_journal_words,
  },
  {
    command: 'delete-cache',
    screen: 'settings',
    title: m.settings_data_delete_cache_after_a_question,
    words: m.navigation_delete_cache_words,
  },
  {
    command: 'delete-everything',
    screen: 'settings',
    title: m.settings_data_delete_everything_after_a_question,
    words: m.navigation_delete_everything_words,
  },
] as const satisfies readonly {
  readonly command: string
  readonly screen: ScreenName
  readonly title: () => string
  readonly words: () => string
}[])

/** The name of such a button, or of the entry of a section in the index of the settings. */
export type ScreenCommand = (typeof screenCommands)[number]['command'] | SectionCommand
