import { SvelteSet } from 'svelte/reactivity'
import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import { asAppError } from '../lib/failure.ts'

/** Runs jobs ahead of their time. */
export class JobRun {
  readonly #client: Client
  readonly #asked = new SvelteSet<string>()
  #error = $state.raw<AppError>()

  constructor(client: Client) {
    this.#client = client
  }

  get error(): AppError | undefined {
    return this.#error
  }

  isAsked(job: string): boolean {
    return this.#asked.has(job)
  }

  async run(job: string): Promise<void> {
    this.#asked.add(job)
    this.#error = undefined
    try {
      await this.#client.call('sync.now', { job })
    } catch (cause) {
      this.#error = asAppError(cause)
    } finally {
      this.#asked.delete(job)
    }
  }
}
