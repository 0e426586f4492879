import type { AppError } from '#shared/errors.ts'
import { asAppError } from '../lib/host/failure.ts'

/** Runs one action at a time and keeps its result: an error, or a message on what was done. */
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

  /** The message of the last action. */
  get done(): string | undefined {
    return this.#done
  }

  forgetError(): void {
    this.#error = undefined
  }

  forgetResult(): void {
    this.#error = undefined
    this.#done = undefined
  }

  /** Shows an error that happened outside an action. */
  protected fail(cause: unknown): void {
    this.#error = asAppError(cause)
  }

  /** Runs an action and returns whether it succeeded. Does nothing while another one runs. */
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

  /** Reads again the data that an action may have changed. */
  protected refresh(): Promise<unknown> {
    return Promise.resolve()
  }
}
