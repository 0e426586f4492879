import type { Settings } from '../../shared/model/app/settings.ts'
import type { ScreenName } from '../navigation/screens.ts'
import { screenCommands, type ScreenCommand } from '../navigation/screen-commands.ts'
import { screens } from '../navigation/screens.ts'
import type { ScreenButton } from './press-button.ts'

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
  | { readonly kind: 'press'; readonly element: HTMLElement }

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
  readonly density: Settings['density']
  /** `null` while it is not known. */
  readonly isPaused: boolean | null
  /** The buttons of the current screen. */
  readonly buttons: readonly ScreenButton[]
}

const themes: readonly Settings['theme'][] = ['light', 'dark', 'system']

const lockCommand: Command = {
  title: 'Lock Tidemark',
  words: 'pin hide privacy',
  keys: 'Ctrl/⌘ Shift L',
  action: { kind: 'lock' },
}

const pauseCommand = (paused: boolean): Command => ({
  title: paused ? 'Pause updates' : 'Resume updates',
  words: 'sync stop start syncing',
  keys: '',
  action: { kind: 'pause', paused },
})

/** The commands that would change something: without the current account and theme. Those of the current screen come last. */
export function listCommands(context: CommandContext): Command[] {
  const { accountIds, accountId, isPrivate, canLock, theme, density, isPaused, buttons } = context
  const accounts = accountIds.length > 1 ? [null, ...accountIds] : []
  const nextDensity = density === 'compact' ? 'comfortable' : 'compact'
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
    {
      title: nextDensity === 'compact' ? 'Compact rows' : 'Comfortable rows',
      words: 'density appearance',
      keys: '',
      action: { kind: 'density', density: nextDensity },
    },
    { title: 'Update now', words: 'sync refresh read again', keys: '', action: { kind: 'sync' } },
    ...(isPaused === null ? [] : [pauseCommand(!isPaused)]),
    ...screenCommands.map(({ command, screen, title, words }) => ({
      ...{ title, words, keys: '' },
      action: { kind: 'screen-command', screen, command } as const,
    })),
    { title: 'Keyboard shortcuts', words: 'help keys', keys: '?', action: { kind: 'shortcuts' } },
    ...buttons.map(({ title, element }) => ({
      title,
      words: 'button screen',
      keys: '',
      action: { kind: 'press', element } as const,
    })),
  ]
}
