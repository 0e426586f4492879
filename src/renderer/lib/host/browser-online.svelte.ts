import { createSubscriber } from 'svelte/reactivity'

const subscribe = createSubscriber((update) => {
  addEventListener('online', update)
  addEventListener('offline', update)
  return () => {
    removeEventListener('online', update)
    removeEventListener('offline', update)
  }
})

/** Whether the browser reports a network connection; reactive. A host on this computer needs no network. */
export function isBrowserOnline(): boolean {
  subscribe()
  return navigator.onLine
}
