import type { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { LockChanges, LockState, LockTry } from '#shared/model/app/lock.ts'
import { texts } from '#shared/texts.ts'
import { ActionRunner } from '../../lib/action-runner.svelte.ts'
import type { App } from '../../lib/app.svelte.ts'
import { query } from '../../lib/host/queries.svelte.ts'

/** The options for the idle time after which the app locks. */
export const idleChoices: readonly { readonly minutes: number | null; readonly label: string }[] = texts([
  { minutes: 1, label: () => m.lock_wait_minutes({ count: 1 }) },
  { minutes: 5, label: () => m.lock_wait_minutes({ count: 5 }) },
  { minutes: 15, label: () => m.lock_wait_minutes({ count: 15 }) },
  { minutes: 30, label: () => m.lock_wait_minutes({ count: 30 }) },
  { minutes: 60, label: () => m.settings_lock_count_hours({ count: 1 }) },
  { minutes: 240, label: () => m.settings_lock_count_hours({ count: 4 }) },
  { minutes: null, label: m.settings_lock_never },
])

/** The lock in the settings: sets, changes and removes the PIN, and changes the other options. */
export class LockControl {
  readonly #app: App
  readonly #state
  readonly #actions = new ActionRunner()
  #problem = $state<string>()

  constructor(app: App) {
    this.#app = app
    this.#state = query(app.client, 'lock.read')
  }

  get state(): LockState | undefined {
    return this.#state.current
  }

  get isBusy(): boolean {
    return this.#actions.isBusy
  }

  /** The failure of the last action, or of reading the state. */
  get error(): AppError | undefined {
    return this.#actions.error ?? this.#state.error
  }

  /** Why the typed PIN was not accepted. */
  get problem(): string | undefined {
    return this.#problem
  }

  forgetProblem(): void {
    this.#problem = undefined
  }

  /** Sets the PIN. Returns whether it was set. `current` is the old PIN, or null for the first one. */
  setPin(pin: string, current: string | null): Promise<boolean> {
    return this.#try(() => this.#app.client.call('lock.setPin', { pin, current }))
  }

  /** Removes the PIN. Returns whether it was removed. */
  removePin(current: string): Promise<boolean> {
    return this.#try(() => this.#app.client.call('lock.removePin', { current }))
  }

  /** Lets the system open the lock in place of the PIN. Returns whether the PIN was right. */
  allowSystem(pin: string): Promise<boolean> {
    return this.#try(() => this.#app.client.call('lock.allowSystem', { pin }))
  }

  async change(choices: LockChanges): Promise<void> {
    await this.#run(async () => this.#state.accept(await this.#app.client.call('lock.change', choices)))
  }

  async lock(): Promise<void> {
    await this.#run(() => this.#app.client.call('lock.lock'))
  }

  async #try(ask: () => Promise<LockTry>): Promise<boolean> {
    let isDone = false
    this.#problem = undefined
    await this.#run(async () => {
      const { result, state } = await ask()
      this.#state.accept(state)
      isDone = result === 'opened'
      if (!isDone) this.#problem = describe(result, state)
    })
    return isDone
  }

  #run(action: () => Promise<void>): Promise<boolean> {
    return this.#actions.run('change', action)
  }
}

function describe(result: LockTry['result'], { waitMs }: LockState): string {
  const waitWords = m.lock_wait_seconds({ seconds: Math.ceil(waitMs / 1000) })
  const wait = waitMs > 0 ? m.lock_the_next_try_is_possible_in_wait({ waitWords }) : ''
  return result === 'waiting' ? wait : `${m.lock_this_is_not_the_pin()} ${wait}`.trim()
}
