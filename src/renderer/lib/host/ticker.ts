import { createSubscriber } from 'svelte/reactivity'
import { secondMs } from '#shared/durations.ts'

/** The current time, updated every second while something reads it and the window is visible. */
export class Ticker {
  #now = Date.now()
  readonly #subscribe = createSubscriber((update) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      this.#now = Date.now()
      update()
      // Ticks at full seconds, so that all ages on screen change together.
      timer = setTimeout(tick, secondMs - (this.#now % secondMs))
    }
    const tickIfVisible = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') tick()
    }
    this.#now = Date.now()
    timer = setTimeout(tickIfVisible, secondMs - (this.#now % secondMs))
    document.addEventListener('visibilitychange', tickIfVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tickIfVisible)
    }
  })

  get now(): number {
    this.#subscribe()
    return this.#now
  }
}
