import { SvelteSet } from 'svelte/reactivity'
import type { Client } from '#shared/client.ts'
import type { AppError } from '#shared/errors.ts'
import { asAppError } from './host/failure.ts'

/** Runs the actions of a screen; each action runs only once at a time. Keeps the error of the last failure. */
export class ActionRunner {
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

  /** Returns whether the action succeeded. */
  async run(name: string, action: (client: Client) => Promise<unknown>): Promise<boolean> {
    if (this.#running.has(name)) return false
    this.#running.add(name)
    this.#error = undefined
    try {
      await action(this.#client)
      return true
    } catch (cause) {
      this.#error = asAppError(cause)
      return false
    } finally {
      this.#running.delete(name)
    }
  }
}
