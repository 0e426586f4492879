import type { MenuItemConstructorOptions } from 'electron'
import type { TrayState } from './tray-state.ts'

/** What a person can do from the tray. */
export interface TrayActions {
  open(hash?: string): void
  glance(): void
  /** For so long; `null` goes on. */
  pause(forMs: number | null): void
  hideAmounts(hidden: boolean): void
  quit(): void
}

const hourMs = 3_600_000

/** How long from now until tomorrow begins where the computer stands. */
function untilTomorrowMs(now: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime() - now
}

/** The tray's menu, from the figures down to quitting. It stands until something changes, so it asks for the time when it is clicked. */
export function buildTrayMenu(
  state: TrayState | null,
  now: () => number,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  const separator = { type: 'separator' } as const
  const lines = state === null ? ['Tidemark is starting'] : state.heading.filter((line) => line !== '')
  return [
    ...lines.map((label) => ({ label: escapeLabel(label), enabled: false })),
    separator,
    ...(state?.quotes ?? []).map(({ symbol, words }) => ({
      label: escapeLabel(words),
      click: () => actions.open(`#/instrument/${encodeURIComponent(symbol)}`),
    })),
    separator,
    { label: 'Open Tidemark', click: () => actions.open() },
    { label: 'Glance', click: () => actions.glance() },
    {
      label: 'Accounts',
      visible: (state?.accounts.length ?? 0) > 0,
      submenu: (state?.accounts ?? []).map(({ id, words }) => ({
        label: escapeLabel(words),
        click: () => actions.open(`#/overview?account=${encodeURIComponent(id)}`),
      })),
    },
    ...(state?.isPaused === true
      ? [{ label: 'Resume now', click: () => actions.pause(null) }]
      : [
          {
            label: 'Pause',
            submenu: [
              { label: 'For an hour', click: () => actions.pause(hourMs) },
              { label: 'Until tomorrow', click: () => actions.pause(untilTomorrowMs(now())) },
            ],
          },
        ]),
    {
      label: 'Hide amounts',
      type: 'checkbox',
      checked: state?.hidesAmounts ?? false,
      click: ({ checked }) => actions.hideAmounts(checked),
    },
    { label: 'Settings', click: () => actions.open('#/settings') },
    separator,
    { label: 'Quit Tidemark', click: () => actions.quit() },
  ]
}

/** A single ampersand would mark a key. */
const escapeLabel = (text: string): string => text.replaceAll('&', '&&')
