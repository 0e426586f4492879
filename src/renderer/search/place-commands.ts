import { m } from '#shared/messages/messages.js'
import { screenCommands } from '../navigation/screen-commands.ts'
import { screens } from '../navigation/screens.ts'
import { sectionCommand, settingsSections } from '../navigation/settings-sections.ts'
import type { Command } from './command.ts'
import { screenWords } from './screen-words.ts'

export interface PlaceContext {
  /** Whether there is a PIN. */
  readonly canLock: boolean
  /** Whether the data can be sealed and is not. False until this is known. */
  readonly canSeal: boolean
}

/** The commands that open a screen or press a button of one. */
export const listPlaces = ({ canLock, canSeal }: PlaceContext): Command[] => [
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
export const listSections = (): Command[] =>
  settingsSections.map(({ section, title, words }) => ({
    title: m.navigation_section_of_the_settings({ section: title }),
    words: `${title} ${words}`,
    keys: '',
    action: { kind: 'screen-command', screen: 'settings', command: sectionCommand(section) },
  }))
