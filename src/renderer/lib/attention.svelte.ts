import { untrack } from 'svelte'
import { getApp } from './app.svelte.ts'

/** The host forgets after 45 s. */
const repeatMs = 20_000
const maxSymbols = 500
let views = 0

/** Tells the host what this component shows, for as long as it is mounted and the window can be seen. */
export function watchSymbols(symbols: () => readonly string[], { showsOrders = false } = {}): void {
  const { client } = getApp()
  const viewId = `view-${++views}-${Math.random().toString(36).slice(2, 10)}`
  const tell = (shown: readonly string[], isVisible: boolean) => {
    // Attention only orders what is read first: a word that is lost is said again soon.
    const view = { viewId, symbols: shown.slice(0, maxSymbols), isVisible, ...(showsOrders && { showsOrders }) }
    client.call('attention.set', view).catch(() => undefined)
  }
  const isSeen = () => document.visibilityState === 'visible'
  // By value: a list that is read anew with the same symbols is no news.
  const shown = $derived(symbols().join('\n'))

  $effect(() => {
    const news = shown === '' ? [] : shown.split('\n')
    if (isSeen()) tell(news, true)
  })
  $effect(() =>
    untrack(() => {
      const timer = setInterval(() => isSeen() && tell(symbols(), true), repeatMs)
      const look = () => tell(symbols(), isSeen())
      document.addEventListener('visibilitychange', look)
      return () => {
        clearInterval(timer)
        document.removeEventListener('visibilitychange', look)
        tell([], false)
      }
    }),
  )
}
