import { m } from '../../shared/messages/messages.js'
import { texts } from '../../shared/texts.ts'
import type { Settings } from '../../shared/model/app/settings.ts'
import type { ScreenName } from '../navigation/screens.ts'
import { screenCommands, type ScreenCommand } from '../navigation/screen-commands.ts'
import { screens } from '../navigation/screens.ts'
import { listAnswers, type AnswerContext } from './answers.ts'
import type { ScreenButton } from './press-button.ts'
import { screenWords } from './screen-words.ts'

/** The action of a command in the palette. */
export type Action =
  | { readonly kind: 'screen'; readonly screen: ScreenName }
  | { readonly kind: 'account'; readonly accountId: string | null }
  | { readonly kind: 'theme'; readonly theme: Settings['theme'] }
  | { readonly kind: 'privacy' }
  | { readonly kind: 'lock' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'density'; readonly density: Settings['density'] }
  | { readonly kind: 'sync' }
  | { readonly kind: 'pause'; readonly paused: boolean }
  /** Opens a screen and presses a button of it. */
  | { readonly kind: 'screen-command'; readonly screen: ScreenName; readonly command: ScreenCommand }
  | { readonly kind: 'address'; readonly hash: string }
  | { readonly kind: 'press'; readonly element: HTMLElement }

export interface Command {
  readonly title: string
  /** Additional words that find the command. */
  readonly words: string
  readonly keys: string
  readonly action: Action
}

interface CommandContext extends AnswerContext {
  readonly accountIds: readonly string[]
  readonly accountId: string | null
  readonly isPrivate: boolean
  /** Whether there is a PIN. */
  readonly canLock: boolean
  /** Whether the data can be sealed and is not. False until this is known. */
  readonly canSeal: boolean
  readonly theme: Settings['theme']
  readonly density: Settings['density']
  /** `null` if unknown. */
  readonly isPaused: boolean | null
  /** The buttons of the current screen. */
  readonly buttons: readonly ScreenButton[]
}

const themeTitles: Readonly<Record<Settings['theme'], string>> = texts({
  light: m.search_light_theme,
  dark: m.search_dark_theme,
  system: m.search_system_theme,
})
const themes: readonly Settings['theme'][] = ['light', 'dark', 'system']

const lockCommand: Command = texts({
  title: m.search_lock,
  words: m.search_lock_words,
  keys: 'Ctrl/⌘ Shift L',
  action: { kind: 'lock' },
})

const pauseCommand = (paused: boolean): Command => ({
  title: paused ? m.search_pause_updates() : m.search_resume_updates(),
  words: m.search_pause_words(),
  keys: '',
  action: { kind: 'pause', paused },
})

/**
 * The commands that would change something: the current account and theme are omitted. Those of the current screen come
 * last.
 */
export function listCommands(context: CommandContext): Command[] {
  const { accountIds, accountId, isPrivate, canLock, canSeal, theme, density, isPaused, buttons } = context
  const accounts = accountIds.length > 1 ? [null, ...accountIds] : []
  const nextDensity = density === 'compact' ? 'comfortable' : 'compact'
  return [
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
    {
      title: isPrivate ? m.search_show_amounts() : m.search_hide_amounts(),
      words: m.search_privacy_words(),
      keys: 'h',
      action: { kind: 'privacy' },
    },
    ...(canLock ? [lockCommand] : []),
    ...accounts
      .filter((id) => id !== accountId)
      .map((id) => ({
        title: id === null ? m.search_show_all_accounts() : m.search_show_account({ accountId: id }),
        words: m.search_account_words(),
        keys: '',
        action: { kind: 'account', accountId: id } as const,
      })),
    ...themes
      .filter((choice) => choice !== theme)
      .map((choice) => ({
        title: themeTitles[choice],
        words: m.search_theme_words(),
        keys: '',
        action: { kind: 'theme', theme: choice } as const,
      })),
    {
      title: nextDensity === 'compact' ? m.search_compact_rows() : m.search_comfortable_rows(),
      words: m.search_density_words(),
      keys: '',
      action: { kind: 'density', density: nextDensity },
    },
    { title: m.search_update_now(), words: m.search_update_words(), keys: '', action: { kind: 'sync' } },
    ...(isPaused === null ? [] : [pauseCommand(!isPaused)]),
    ...screenCommands
      .filter(({ command }) => (command !== 'set-pin' || !canLock) && (command !== 'seal-data' || canSeal))
      .map(({ command, screen, title, words }) => ({
        ...{ title, words, keys: '' },
        action: { kind: 'screen-command', screen, command } as const,
      })),
    {
      title: m.search_keyboard_shortcuts(),
      words: m.search_shortcuts_words(),
      keys: '?',
      action: { kind: 'shortcuts' },
    },
    ...listAnswers(context).map(({ title, words, hash }) => ({
      ...{ title, words, keys: '' },
      action: { kind: 'address', hash } as const,
    })),
    ...buttons.map(({ title, element }) => ({
      title,
      words: m.search_button_words(),
      keys: '',
      action: { kind: 'press', element } as const,
    })),
  ]
}
