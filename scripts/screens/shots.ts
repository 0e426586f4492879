import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'

/** One picture: an address, and the actions before it is taken. */
export interface Shot {
  readonly name: string
  /** Follows `#/`. */
  readonly address: string
  /** The size of the window, instead of that of the look. */
  readonly window?: { readonly width: number; readonly height: number }
  readonly prepare?: (page: Page) => Promise<unknown>
}

// Node cannot import the module, because its icons are components.
const source = readFileSync(new URL('../../src/renderer/navigation/screens.ts', import.meta.url), 'utf8')
const railScreens = [...source.matchAll(/^ {2}screen\('([a-z]+)'/gm)].map(([, name = '']) => name)
if (railScreens.length === 0) throw new Error('src/renderer/navigation/screens.ts lists its screens in another form')

const waitMs = 15_000

/** The screens of the rail, and the others that fill a window. */
const screenShots: readonly Shot[] = [
  ...railScreens.map((name) => ({ name, address: name })),
  { name: 'instrument', address: 'instrument/SBER%40MISX' },
  { name: 'bond', address: 'instrument/RU000A101868%40MISX' },
  { name: 'connect', address: 'connect' },
  { name: 'glance', address: 'glance', window: { width: 360, height: 700 } },
]

/** Dialogs and details of screens with data. They are not found by words, because these depend on the language. */
const openedShots: readonly Shot[] = [
  { name: 'past-day', address: 'day/2026-08-14?from=2026-07-31' },
  { name: 'palette', address: 'overview', prepare: (page) => page.keyboard.press('Control+k') },
  {
    name: 'report',
    address: 'reports',
    prepare: async (page) => {
      await page.locator('main li .actions button').first().click({ timeout: waitMs })
      await page.locator('dialog[open]').waitFor({ timeout: waitMs })
    },
  },
  {
    name: 'income-detail',
    address: 'income',
    prepare: (page) => page.locator('main tbody tr').first().click({ timeout: waitMs }),
  },
  {
    name: 'transaction-detail',
    address: 'transactions',
    // At the left edge: in the middle of a row may be a link.
    prepare: (page) =>
      page
        .locator('main [role=row]')
        .nth(3)
        .click({ position: { x: 8, y: 8 }, timeout: waitMs }),
  },
]

/** The pictures of a state without figures. */
export const plainShots = screenShots
/** The pictures when everything is loaded. */
export const fullShots: readonly Shot[] = [...screenShots, ...openedShots]
/** The window of a locked app. */
export const lockShot: Shot = { name: 'lock', address: '' }
/** The window after all data of a connection was deleted. */
export const erasureShot: Shot = { name: 'erasure', address: '' }
