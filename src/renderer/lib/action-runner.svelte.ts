import { SvelteSet } from 'svelte/reactivity'
import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import { asAppError } from './failure.ts'

/** What a person does on a screen: one action of a name at a time, and why the last one was not done. */
export class Actions {
  readonly #client: Client
  readonly #running = new SvelteSet<string>()
  #error = $state.raw<AppError>()

  constructor(client: Client) {
    this.#client = client
  }

  get error(): AppError | undefined {
    return this.#error
  }

  isRunning(name: string): boolean {
    return this.#running.has(name)
  }

  /** Whether it was done. */
  async run(name: string, act: (client: Client) => Promise<unknown>): Promise<boolean> {
    if (this.#running.has(name)) return false
    this.#running.add(name)
    this.#error = undefined
    try {
      await act(this.#client)
      return true
    } catch (cause) {
      this.#error = asAppError(cause)
      return false
    } finally {
      this.#running.delete(name)
    }
  }
}
