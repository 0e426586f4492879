import { expect, test } from 'vitest'
import type { TrayState } from '#main/desktop/tray/describe-tray.ts'
import { buildLockedMenu, buildTrayMenu, type TrayActions } from '#main/desktop/tray/tray-menu.ts'
import { useZones } from '../../../fakes/time-zone.ts'

const hourMs = 3_600_000
const inZone = useZones()

/** The length of "Pause until tomorrow" clicked at `clickedAt` in a menu built at `builtAt`. */
function pauseUntilTomorrow(builtAt: string, clickedAt: string): number | null {
  const pauses: (number | null)[] = []
  const ignore = (): void => undefined
  const actions: TrayActions = {
    ...{ open: ignore, glance: ignore, hideAmounts: ignore, lock: ignore, quit: ignore },
    pause: (forMs) => void pauses.push(forMs),
  }
  let now = Date.parse(builtAt)
  const menu = buildTrayMenu(null, () => now, actions)
  now = Date.parse(clickedAt)
  const pause = menu.find(({ label }) => label === 'Pause')?.submenu
  const tomorrow = Array.isArray(pause) ? pause.find(({ label }) => label === 'Until tomorrow') : undefined
  tomorrow?.click?.({} as never, undefined, {})
  return pauses[0] ?? null
}

test('a pause until tomorrow ends at the midnight after the click, for any age of the menu', () => {
  inZone('UTC')
  expect(pauseUntilTomorrow('2026-11-20T23:00:00Z', '2026-11-20T23:30:00Z')).toBe(hourMs / 2)
  expect(pauseUntilTomorrow('2026-11-20T23:00:00Z', '2026-11-21T00:30:00Z')).toBe(23.5 * hourMs)
})

test('a pause until tomorrow is an hour shorter or longer on the days of a clock change', () => {
  inZone('Europe/Berlin')
  const [spring, autumn] = ['2026-03-29T00:00:00+01:00', '2026-10-25T00:00:00+02:00']
  expect(pauseUntilTomorrow(spring, spring)).toBe(23 * hourMs)
  expect(pauseUntilTomorrow(autumn, autumn)).toBe(25 * hourMs)
})

test('an account in the menu opens the overview of that account', () => {
  const opened: (string | undefined)[] = []
  const ignore = (): void => undefined
  const actions: TrayActions = {
    ...{ pause: ignore, glance: ignore, hideAmounts: ignore, lock: ignore, quit: ignore },
    open: (hash) => void opened.push(hash),
  }
  const state: TrayState = {
    ...{ icon: 'up', title: '', tooltip: '', heading: [], quotes: [], isPaused: false, hidesAmounts: false },
    canLock: true,
    accounts: [{ id: 'TRQD05:989 213', words: 'words' }],
  }
  const accounts = buildTrayMenu(state, () => 0, actions).find(({ label }) => label === 'Accounts')?.submenu
  if (Array.isArray(accounts)) accounts[0]?.click?.({} as never, undefined, {})
  expect(opened).toEqual(['#/overview?account=TRQD05%3A989%20213'])
})

test('the menu of a locked app can only open it or quit it', () => {
  const done: string[] = []
  const menu = buildLockedMenu({ open: () => done.push('open'), quit: () => done.push('quit') })
  expect(menu.flatMap(({ label }) => label ?? [])).toEqual(['Tidemark is locked', 'Open Tidemark', 'Quit Tidemark'])
  for (const { click } of menu) click?.({} as never, undefined, {})
  expect(done).toEqual(['open', 'quit'])
})
