import type { Settings } from '../../shared/model/settings.ts'
import type { ScreenName } from '../shell/screens.ts'
import { screens } from '../shell/screens.ts'

/** What the palette can do besides opening an instrument. */
export type Action =
  | { readonly kind: 'screen'; readonly screen: ScreenName }
  | { readonly kind: 'account'; readonly accountId: string | null }
  | { readonly kind: 'theme'; readonly theme: Settings['theme'] }
  | { readonly kind: 'privacy' }
  | { readonly kind: 'shortcuts' }

export interface Command {
  readonly title: string
  /** Other words for it. */
  readonly words: string
  readonly keys: string
  readonly action: Action
}

interface Surroundings {
  readonly accountIds: readonly string[]
  readonly accountId: string | null
  readonly isPrivate: boolean
  readonly theme: Settings['theme']
}

const themes: readonly Settings['theme'][] = ['light', 'dark', 'system']

/** All that can be done from where the window stands: what holds already is not offered. */
export function listCommands({ accountIds, accountId, isPrivate, theme }: Surroundings): Command[] {
  const accounts = accountIds.length > 1 ? [null, ...accountIds] : []
  return [
    ...screens.map(({ name, title, letter }) => ({
      title,
      words: 'go to open screen',
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
    ...accounts
      .filter((id) => id !== accountId)
      .map((id) => ({
        title: id === null ? 'Show all accounts' : `Show account ${id}`,
        words: 'switch',
        keys: '',
        action: { kind: 'account', accountId: id } as const,
      })),
    ...themes
      .filter((one) => one !== theme)
      .map((one) => ({
        title: one === 'system' ? 'Theme as the system has it' : `${one === 'dark' ? 'Dark' : 'Light'} theme`,
        words: 'appearance colours mode',
        keys: '',
        action: { kind: 'theme', theme: one } as const,
      })),
    { title: 'Keyboard shortcuts', words: 'help keys', keys: '?', action: { kind: 'shortcuts' } },
  ]
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Commands of which each word that was typed begins a word; all of them while nothing is typed. */
export const findCommands = (commands: readonly Command[], text: string): Command[] =>
  commands.filter(({ title, words }) => {
    const own = wordsOf(`${title} ${words}`)
    return wordsOf(text).every((typed) => own.some((word) => word.startsWith(typed)))
  })
