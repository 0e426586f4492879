import type { Settings } from '../../shared/model/settings.ts'
import type { ScreenName } from '../navigation/screens.ts'
import { screens } from '../navigation/screens.ts'

/** The action of a command in the palette. */
export type Action =
  | { readonly kind: 'screen'; readonly screen: ScreenName }
  | { readonly kind: 'account'; readonly accountId: string | null }
  | { readonly kind: 'theme'; readonly theme: Settings['theme'] }
  | { readonly kind: 'privacy' }
  | { readonly kind: 'lock' }
  | { readonly kind: 'shortcuts' }

export interface Command {
  readonly title: string
  /** Additional words that find the command. */
  readonly words: string
  readonly keys: string
  readonly action: Action
}

interface CommandContext {
  readonly accountIds: readonly string[]
  readonly accountId: string | null
  readonly isPrivate: boolean
  /** Whether there is a PIN. */
  readonly canLock: boolean
  readonly theme: Settings['theme']
}

const themes: readonly Settings['theme'][] = ['light', 'dark', 'system']

const lockCommand: Command = {
  title: 'Lock Tidemark',
  words: 'pin hide privacy',
  keys: 'Ctrl/⌘ Shift L',
  action: { kind: 'lock' },
}

/** The commands that would change something: without the current account and theme. */
export function listCommands({ accountIds, accountId, isPrivate, canLock, theme }: CommandContext): Command[] {
  const accounts = accountIds.length > 1 ? [null, ...accountIds] : []
  return [
    ...screens.map(({ name, title, letter }) => ({
      title,
      words: name === 'day' ? 'go to open screen past day why did it move today profit' : 'go to open screen',
      keys: `g ${letter}`,
      action: { kind: 'screen', screen: name } as const,
    })),
    { title: 'Connect your account', words: 'sign in secret', keys: '', action: { kind: 'screen', screen: 'connect' } },
    {
      title: isPrivate ? 'Show amounts' : 'Hide amounts',
      words: 'privacy discreet',
      keys: 'h',
      action: { kind: 'privacy' },
    },
    ...(canLock ? [lockCommand] : []),
    ...accounts
      .filter((id) => id !== accountId)
      .map((id) => ({
        title: id === null ? 'Show all accounts' : `Show account ${id}`,
        words: 'switch',
        keys: '',
        action: { kind: 'account', accountId: id } as const,
      })),
    ...themes
      .filter((choice) => choice !== theme)
      .map((choice) => ({
        title: { light: 'Light theme', dark: 'Dark theme', system: 'System theme' }[choice],
        words: 'appearance colours mode',
        keys: '',
        action: { kind: 'theme', theme: choice } as const,
      })),
    { title: 'Keyboard shortcuts', words: 'help keys', keys: '?', action: { kind: 'shortcuts' } },
  ]
}

const splitWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Finds the commands in which every typed word begins some word; all of them when nothing is typed. */
export const findCommands = (commands: readonly Command[], text: string): Command[] =>
  commands.filter(({ title, words }) => {
    const known = splitWords(`${title} ${words}`)
    return splitWords(text).every((typed) => known.some((word) => word.startsWith(typed)))
  })
