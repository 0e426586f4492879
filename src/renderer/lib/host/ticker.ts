import { createSubscriber } from 'svelte/reactivity'

const secondMs = 1000

/** The time, anew each second while something reads it and the window can be seen. */
export class Ticker {
  #now = Date.now()
  readonly #subscribe = createSubscriber((update) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      this.#now = Date.now()
      update()
      // To the next full second: ages on screen then change together.
      timer = setTimeout(tick, secondMs - (this.#now % secondMs))
    }
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') tick()
    }
    this.#now = Date.now()
    timer = setTimeout(look, secondMs - (this.#now % secondMs))
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  })

  get now(): number {
    this.#subscribe()
    return this.#now
  }
}
