import { m } from '#shared/messages/messages.js'
import { texts } from '#shared/texts.ts'
import { screenCommands } from '../navigation/screen-commands.ts'
import { screens } from '../navigation/screens.ts'
import { sectionCommand, settingsSections } from '../navigation/settings-sections.ts'
import { listAnswers, type AnswerContext } from './answers/answers.ts'
import type { Command } from './command.ts'
import type { ScreenButton } from './press-button.ts'
import { listSettings, type SettingContext } from './setting-commands.ts'

/** Additional words by which a screen is found in the palette. */
const screenWords: Readonly<Record<(typeof screens)[number]['name'], string>> = texts({
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

interface PlaceContext {
  /** Whether there is a PIN. */
  readonly canLock: boolean
  /** Whether the data can be sealed and is not. False until this is known. */
  readonly canSeal: boolean
}

/** The commands that open a screen or press a button of one. */
const listPlaces = ({ canLock, canSeal }: PlaceContext): Command[] => [
  ...screens.map(({ name, title, letter }) => ({
    title,
    words: `${m.search_screen_words()} ${screenWords[name]}`,
    keys: `g ${letter}`,
    action: { kind: 'screen', screen: name } as const,
  })),
  {
    title: m.search_connect_your_account(),
    words: m.search_connect_words(),
    keys: '',
    action: { kind: 'screen', screen: 'connect' },
  },
  ...screenCommands
    .filter(({ command }) => (command !== 'set-pin' || !canLock) && (command !== 'seal-data' || canSeal))
    .map(({ command, screen, title, words }) => ({
      title,
      words,
      keys: '',
      action: { kind: 'screen-command', screen, command } as const,
    })),
]

/** The commands that open a section of the settings. */
const listSections = (): Command[] =>
  settingsSections.map(({ section, title, words }) => ({
    title: m.navigation_section_of_the_settings({ section: title }),
    words: `${title} ${words}`,
    keys: '',
    action: { kind: 'screen-command', screen: 'settings', command: sectionCommand(section) },
  }))

interface CommandContext extends AnswerContext, PlaceContext, SettingContext {
  /** The buttons of the current screen. */
  readonly buttons: readonly ScreenButton[]
}

/** All commands. Answers come before sections of the settings, and buttons of the current screen last. */
export const listCommands = (context: CommandContext): Command[] => [
  ...listPlaces(context),
  ...listSettings(context),
  {
    title: m.search_keyboard_shortcuts(),
    words: m.search_shortcuts_words(),
    keys: '?',
    action: { kind: 'shortcuts' },
  },
  ...listAnswers(context).map(({ title, words, hash, panel }) => ({
    title,
    words,
    keys: '',
    action: { kind: 'address', hash, panel } as const,
  })),
  ...listSections(),
  ...context.buttons.map(({ title, element, isAboutShown }) => ({
    title,
    words: m.search_button_words(),
    keys: '',
    action: { kind: 'press', element, isAboutShown } as const,
  })),
]
