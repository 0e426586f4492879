import { SvelteSet } from 'svelte/reactivity'
import type { AppError } from '#shared/errors.ts'
import { asAppError } from './host/failure.ts'

/**
 * Runs the actions of a screen or a dialog, and keeps the outcome of the last one: its error, or a message on what was
 * done. Actions with different names may run at the same time; a name that is still running is not started again.
 */
export class ActionRunner {
  readonly #running = new SvelteSet<string>()
  #error = $state.raw<AppError>()
  #done = $state<string>()

  /** Whether any action is running. */
  get isBusy(): boolean {
    return this.#running.size > 0
  }

  /** Why the last action failed. */
  get error(): AppError | undefined {
    return this.#error
  }

  /** What the last action did, in words; `undefined` if it failed or has no message. */
  get done(): string | undefined {
    return this.#done
  }

  isRunning(name: string): boolean {
    return this.#running.has(name)
  }

  /**
   * Runs an action and returns whether it succeeded; what it throws becomes `error`. Returns false, and changes nothing,
   * while an action of this name is running.
   */
  async run(name: string, action: () => Promise<unknown>): Promise<boolean> {
    if (this.#running.has(name)) return false
    this.#running.add(name)
    this.forgetResult()
    try {
      await action()
      return true
    } catch (cause) {
      this.fail(cause)
      return false
    } finally {
      await this.refresh()
      this.#running.delete(name)
    }
  }

  forgetError(): void {
    this.#error = undefined
  }

  forgetResult(): void {
    this.#error = undefined
    this.#done = undefined
  }

  /** Runs an action that returns the message for `done`. Only one action runs at a time. */
  protected runWithMessage(action: () => Promise<string | undefined>): Promise<boolean> {
    return this.run('action', async () => {
      this.#done = await action()
    })
  }

  /** Shows an error that happened outside an action. */
  protected fail(cause: unknown): void {
    this.#error = asAppError(cause)
  }

  /** Reads again the data that an action may have changed. It is part of the action, also of one that failed. */
  protected async refresh(): Promise<void> {}
}
