import { languages, languageNames, textLanguage } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import type { Settings } from '#shared/model/app/settings.ts'
import { texts } from '#shared/texts.ts'
import type { Command } from './command.ts'

export interface SettingContext {
  readonly accountIds: readonly string[]
  readonly accountId: string | null
  readonly isPrivate: boolean
  /** Whether there is a PIN. */
  readonly canLock: boolean
  readonly theme: Settings['theme']
  readonly density: Settings['density']
  /** `null` if unknown. */
  readonly isPaused: boolean | null
}

const themeTitles: Readonly<Record<Settings['theme'], string>> = texts({
  light: m.search_light_theme,
  dark: m.search_dark_theme,
  system: m.search_system_theme,
})
const themes: readonly Settings['theme'][] = ['light', 'dark', 'system']

/** The commands that change what is shown, or the connection. A choice that is already made has no command. */
export function listSettings(context: SettingContext): Command[] {
  const { isPrivate, canLock, theme, isPaused } = context
  return [
    {
      title: isPrivate ? m.search_show_amounts() : m.search_hide_amounts(),
      words: m.search_privacy_words(),
      keys: 'h',
      action: { kind: 'privacy' },
    },
    ...(canLock ? [lockCommand] : []),
    ...accountCommands(context),
    ...themes
      .filter((choice) => choice !== theme)
      .map((choice) => ({
        title: themeTitles[choice],
        words: m.search_theme_words(),
        keys: '',
        action: { kind: 'theme', theme: choice } as const,
      })),
    ...languages
      .filter((language) => language !== textLanguage())
      .map((language) => ({
        title: languageNames[language],
        words: m.search_language_words(),
        keys: '',
        action: { kind: 'language', language } as const,
      })),
    densityCommand(context),
    { title: m.search_update_now(), words: m.search_update_words(), keys: '', action: { kind: 'sync' } },
    ...(isPaused === null ? [] : [pauseCommand(!isPaused)]),
  ]
}

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

function accountCommands({ accountIds, accountId }: SettingContext): Command[] {
  const choices = accountIds.length > 1 ? [null, ...accountIds] : []
  return choices
    .filter((id) => id !== accountId)
    .map((id) => ({
      title: id === null ? m.search_show_all_accounts() : m.search_show_account({ accountId: id }),
      words: m.search_account_words(),
      keys: '',
      action: { kind: 'account', accountId: id },
    }))
}

function densityCommand({ density }: SettingContext): Command {
  const next = density === 'compact' ? 'comfortable' : 'compact'
  return {
    title: next === 'compact' ? m.search_compact_rows() : m.search_comfortable_rows(),
    words: m.search_density_words(),
    keys: '',
    action: { kind: 'density', density: next },
  }
}
