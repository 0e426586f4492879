import type { Language } from '#shared/language.ts'
import type { Settings } from '#shared/model/app/settings.ts'
import type { PanelName } from '../navigation/panels.ts'
import type { ScreenCommand } from '../navigation/screen-commands.ts'
import type { ScreenName } from '../navigation/screens.ts'

/** The action of a command in the palette. */
export type Action =
  | { readonly kind: 'screen'; readonly screen: ScreenName }
  | { readonly kind: 'account'; readonly accountId: string | null }
  | { readonly kind: 'theme'; readonly theme: Settings['theme'] }
  | { readonly kind: 'language'; readonly language: Language }
  | { readonly kind: 'privacy' }
  | { readonly kind: 'lock' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'density'; readonly density: Settings['density'] }
  | { readonly kind: 'sync' }
  | { readonly kind: 'pause'; readonly paused: boolean }
  /** Opens a screen and presses a button of it. */
  | { readonly kind: 'screen-command'; readonly screen: ScreenName; readonly command: ScreenCommand }
  /** Opens an address and shows a part of its screen; without one, the whole screen is the answer. */
  | { readonly kind: 'address'; readonly hash: string; readonly panel?: PanelName }
  /** `isAboutShown`: the title names what the screen shows. */
  | { readonly kind: 'press'; readonly element: HTMLElement; readonly isAboutShown: boolean }

export interface Command {
  readonly title: string
  /** Additional words that find the command. */
  readonly words: string
  readonly keys: string
  readonly action: Action
}
