import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'

/** A way in which the system authenticates the user in place of the PIN, a fingerprint for example. */
export interface SystemAuthentication {
  isAvailable(): boolean
  /** Whether the user was recognized; `false` also if the user cancels. */
  confirm(): Promise<boolean>
}

/** Prompts of the system. There is one at a time: a request during a prompt waits for its result. */
export class SystemUnlock {
  readonly #system: SystemAuthentication | null
  #prompt: Promise<boolean> | null = null
  #locks = 0

  constructor(system: SystemAuthentication | null) {
    this.#system = system
  }

  get isAvailable(): boolean {
    return this.#system?.isAvailable() ?? false
  }

  /** Throws `invalid` where the system cannot confirm, or the user has not switched this on. */
  require(isChosen: boolean): void {
    if (!this.isAvailable || !isChosen)
      throw new AppError('invalid', m.errors_this_computer_cannot_open_the_lock_itself())
  }

  /** The app was locked: a prompt from before does not open it. */
  noteLocked(): void {
    this.#locks += 1
  }

  /** Whether the user was recognized. Rejects with the error of the system. */
  async confirm(): Promise<boolean> {
    const locks = this.#locks
    this.#prompt ??= Promise.resolve(this.#system?.confirm() ?? false).finally(() => (this.#prompt = null))
    return (await this.#prompt) && locks === this.#locks
  }
}
