import type { Component } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import type { ScreenName } from '../navigation/screens.ts'

/** The code of each screen is a file of its own: a window starts with the one that it shows. */
const files: Readonly<Record<ScreenName, () => Promise<{ default: Component }>>> = {
  overview: () => import('../overview/Overview.svelte'),
  positions: () => import('../positions/Positions.svelte'),
  margin: () => import('../margin/Margin.svelte'),
  orders: () => import('../orders/Orders.svelte'),
  watchlists: () => import('../watchlist/Watchlists.svelte'),
  transactions: () => import('../transactions/Transactions.svelte'),
  income: () => import('../income/Income.svelte'),
  performance: () => import('../performance/Performance.svelte'),
  reconciliation: () => import('../reconciliation/Reconciliation.svelte'),
  day: () => import('../day/Day.svelte'),
  alerts: () => import('../alerts/Alerts.svelte'),
  reports: () => import('../reports/Reports.svelte'),
  health: () => import('../health/Health.svelte'),
  settings: () => import('../settings/Settings.svelte'),
  connect: () => import('../connect/Connect.svelte'),
  instrument: () => import('../instrument/Instrument.svelte'),
}
const names = Object.keys(files) as ScreenName[]
const loaded = new SvelteMap<ScreenName, Component>()

let others: Promise<void> | undefined

/** The code of a screen, reactive; `undefined` until it is loaded. */
export const screenCode = (name: ScreenName): Component | undefined => loaded.get(name)

/** Rejects if the file cannot be read, for example after the host ended. */
export async function loadScreen(name: ScreenName): Promise<void> {
  if (!loaded.has(name)) loaded.set(name, (await files[name]()).default)
}

/** Loads all other screens while the window is idle. Each of them then opens at once, even after the host ended. */
export function loadOtherScreens(): void {
  others ??= loadOneByOne().catch(() => {
    others = undefined
  })
}

async function loadOneByOne(): Promise<void> {
  for (const name of names) {
    await idle()
    await loadScreen(name)
  }
}

/** Not every browser reports when it is idle. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) => ('requestIdleCallback' in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve)))
