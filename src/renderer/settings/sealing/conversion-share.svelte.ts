import { createSubscriber } from 'svelte/reactivity'
import type { Client } from '#shared/client.ts'

const everyMs = 500

/** The share of the data that a conversion has copied, read twice a second while something shows it. */
export class ConversionShare {
  #value = $state.raw<number | null>(null)
  readonly #subscribe: () => void

  constructor(client: Pick<Client, 'call'>) {
    const read = async (): Promise<void> => {
      try {
        this.#value = await client.call('sealing.progress')
      } catch {
        // A failure is ignored: the conversion itself reports its failures.
        this.#value = null
      }
    }
    this.#subscribe = createSubscriber(() => {
      const timer = setInterval(() => void read(), everyMs)
      void read()
      return () => clearInterval(timer)
    })
  }

  /** 0 to 1; `null` if no conversion is running. */
  get current(): number | null {
    this.#subscribe()
    return this.#value
  }
}
