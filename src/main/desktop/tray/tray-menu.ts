import type { MenuItemConstructorOptions } from 'electron'
import { hourMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { TrayState } from './describe-tray.ts'

/** The actions of the tray menu. */
export interface TrayActions {
  open(hash?: string): void
  glance(): void
  /** Pauses syncing for a time; `null` resumes. */
  pause(forMs: number | null): void
  hideAmounts(hidden: boolean): void
  lock(): void
  quit(): void
}

/** The time until midnight in the computer's time zone. */
function untilTomorrowMs(now: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime() - now
}

/** Builds the tray menu. A menu may stay unchanged for hours, so it reads the time when an item is clicked. */
export function buildTrayMenu(
  state: TrayState | null,
  now: () => number,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  const separator = { type: 'separator' } as const
  const lines = state === null ? [m.desktop_tidemark_is_starting()] : state.heading.filter((line) => line !== '')
  return [
    ...lines.map((label) => ({ label: escapeLabel(label), enabled: false })),
    separator,
    ...(state?.quotes ?? []).map(({ symbol, words }) => ({
      label: escapeLabel(words),
      click: () => actions.open(`#/instrument/${encodeURIComponent(symbol)}`),
    })),
    separator,
    { label: m.desktop_open_tidemark_action(), click: () => actions.open() },
    { label: m.desktop_glance(), click: () => actions.glance() },
    {
      label: m.desktop_accounts(),
      visible: (state?.accounts.length ?? 0) > 0,
      submenu: (state?.accounts ?? []).map(({ id, words }) => ({
        label: escapeLabel(words),
        click: () => actions.open(`#/overview?account=${encodeURIComponent(id)}`),
      })),
    },
    ...(state?.isPaused === true
      ? [{ label: m.desktop_resume_now(), click: () => actions.pause(null) }]
      : [
          {
            label: m.desktop_pause(),
            submenu: [
              { label: m.desktop_for_1_hour(), click: () => actions.pause(hourMs) },
              { label: m.desktop_until_tomorrow(), click: () => actions.pause(untilTomorrowMs(now())) },
            ],
          },
        ]),
    {
      label: m.desktop_hide_amounts(),
      type: 'checkbox',
      checked: state?.hidesAmounts ?? false,
      click: ({ checked }) => actions.hideAmounts(checked),
    },
    { label: m.desktop_lock(), visible: state?.canLock === true, click: () => actions.lock() },
    { label: m.desktop_settings(), click: () => actions.open('#/settings') },
    separator,
    { label: m.desktop_quit_tidemark(), click: () => actions.quit() },
  ]
}

/** The menu of a locked app: it only opens or quits the app. */
export const buildLockedMenu = (actions: Pick<TrayActions, 'open' | 'quit'>): MenuItemConstructorOptions[] => [
  { label: lockedWords(), enabled: false },
  { type: 'separator' },
  { label: m.desktop_open_tidemark_action(), click: () => actions.open() },
  { type: 'separator' },
  { label: m.desktop_quit_tidemark(), click: () => actions.quit() },
]

/** The text of the tray for a locked app. */
export const lockedWords = (): string => m.desktop_tidemark_is_locked()

/** Escapes ampersands, because a single one would mark an access key. */
const escapeLabel = (text: string): string => text.replaceAll('&', '&&')
