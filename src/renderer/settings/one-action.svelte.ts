import type { AppError } from '../../shared/errors.ts'
import { asAppError } from '../lib/host/failure.ts'

/** Runs one action at a time and keeps its result: an error, or what was done. */
export class OneAction {
  #busy = $state(false)
  #error = $state.raw<AppError>()
  #done = $state<string>()

  get isBusy(): boolean {
    return this.#busy
  }

  get error(): AppError | undefined {
    return this.#error
  }

  /** What the last action did. */
  get done(): string | undefined {
    return this.#done
  }

  forgetError(): void {
    this.#error = undefined
  }

  /** Shows an error that happened outside an action. */
  protected fail(cause: unknown): void {
    this.#error = asAppError(cause)
  }

  /** Returns whether the action succeeded. While another one runs, nothing happens. */
  protected async run(action: () => Promise<string | undefined>): Promise<boolean> {
    if (this.#busy) return false
    this.#busy = true
    this.#error = undefined
    this.#done = undefined
    try {
      this.#done = await action()
      return true
    } catch (cause) {
      this.#error = asAppError(cause)
      return false
    } finally {
      await this.refresh()
      this.#busy = false
    }
  }

  /** Reads again what an action may have changed. */
  protected refresh(): Promise<unknown> {
    return Promise.resolve()
  }
}
