import { SvelteSet } from 'svelte/reactivity'
import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import { asAppError } from '../lib/host/failure.ts'

/** Runs jobs now instead of at their scheduled time. */
export class JobRun {
  readonly #client: Client
  readonly #starting = new SvelteSet<string>()
  #error = $state.raw<AppError>()

  constructor(client: Client) {
    this.#client = client
  }

  get error(): AppError | undefined {
    return this.#error
  }

  isStarting(job: string): boolean {
    return this.#starting.has(job)
  }

  async run(job: string): Promise<void> {
    this.#starting.add(job)
    this.#error = undefined
    try {
      await this.#client.call('sync.now', { job })
    } catch (cause) {
      this.#error = asAppError(cause)
    } finally {
      this.#starting.delete(job)
    }
  }
}
