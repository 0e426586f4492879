import { untrack } from 'svelte'
import { afterPaint } from './after-paint.ts'
import { getApp } from './app.svelte.ts'

/** The host forgets a view after 45 s. */
const repeatMs = 20_000
const maxSymbols = 500
let views = 0

/** Reports to the host which symbols this component shows, while it is mounted and the window is visible. */
export function reportVisibleSymbols(symbols: () => readonly string[], { showsOrders = false } = {}): void {
  const { client } = getApp()
  const viewId = `view-${++views}-${Math.random().toString(36).slice(2, 10)}`
  const report = (shown: readonly string[], isVisible: boolean) => {
    // A lost report is harmless: it only affects the order of updates, and it is repeated soon.
    const view = { viewId, symbols: shown.slice(0, maxSymbols), isVisible, ...(showsOrders && { showsOrders }) }
    client.call('attention.set', view).catch(() => undefined)
  }
  const isWindowVisible = () => document.visibilityState === 'visible'
  // Compared by value: a new array with the same symbols is not reported again.
  const shownText = $derived(symbols().join('\n'))

  $effect(() => {
    const shown = shownText === '' ? [] : shownText.split('\n')
    // The symbols are painted first. Those of a filter that is being typed are not reported.
    if (isWindowVisible()) return afterPaint(() => report(shown, true))
  })
  $effect(() =>
    untrack(() => {
      const timer = setInterval(() => isWindowVisible() && report(symbols(), true), repeatMs)
      const onVisibilityChange = () => report(symbols(), isWindowVisible())
      document.addEventListener('visibilitychange', onVisibilityChange)
      return () => {
        clearInterval(timer)
        document.removeEventListener('visibilitychange', onVisibilityChange)
        report([], false)
      }
    }),
  )
}
