import { untrack } from 'svelte'
import { afterPaint } from './after-paint.ts'

/**
 * The value of `read`, one frame later: a key or click is answered at once, and what takes longer is rendered after that
 * frame. It begins with `initial`, or with the current value. Call while a component is created.
 */
export function painted<T>(read: () => T, initial = untrack(read)): { readonly current: T } {
  let current = $state.raw(initial)
  $effect(() => {
    const next = read()
    return afterPaint(() => (current = next))
  })
  return {
    get current() {
      return current
    },
  }
}
