import { m } from '#shared/messages/messages.js'
import { listAnswers, type AnswerContext } from './answers/answers.ts'
import type { Command } from './command.ts'
import { listPlaces, listSections, type PlaceContext } from './place-commands.ts'
import type { ScreenButton } from './press-button.ts'
import { listSettings, type SettingContext } from './setting-commands.ts'

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
