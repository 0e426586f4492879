import type { Client } from '#shared/client.ts'
import type { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { LockState, LockTry } from '#shared/model/app/lock.ts'
import { asAppError } from '../lib/host/failure.ts'
import { errorTitle } from '../lib/words/error-words.ts'

interface Lock {
  readonly client: Client
  readonly state: LockState | undefined
  accept(state: LockState): void
}

/** The form that unlocks the app. The typed text is erased after each attempt. */
export class LockForm {
  pin = $state('')
  secret = $state('')
  typed = $state('')
  #busy = $state(false)
  #message = $state<string>()
  /** When the next attempt is accepted, by the clock of this window. */
  #openAt = $state(0)
  #now = $state(nowMs())
  readonly #lock: Lock

  constructor(lock: Lock) {
    this.#lock = lock
    this.#noteWait(lock.state?.waitMs ?? 0)
    $effect(() => {
      if (this.#openAt <= this.#now) return
      const timer = setInterval(() => (this.#now = nowMs()), 250)
      return () => clearInterval(timer)
    })
  }

  get isBusy(): boolean {
    return this.#busy
  }

  /** Why the last attempt failed. */
  get message(): string | undefined {
    return this.#message
  }

  /** Whole seconds until the next attempt is accepted. */
  get waitSeconds(): number {
    return Math.max(0, Math.ceil((this.#openAt - this.#now) / 1000))
  }

  unlock(): Promise<void> {
    const { pin } = this
    return this.#try(m.lock_this_is_not_the_pin(), () => this.#lock.client.call('lock.unlock', { pin }))
  }

  unlockWithSystem(): Promise<void> {
    return this.#try(m.lock_touch_id_did_not_unlock(), () => this.#lock.client.call('lock.unlockWithSystem'))
  }

  unlockWithSecret(): Promise<void> {
    const { secret } = this
    const wrong = m.lock_other_secret()
    return this.#try(wrong, () => this.#lock.client.call('lock.unlockWithSecret', { secret }))
  }

  async eraseAll(): Promise<void> {
    const { typed } = this
    await this.#run(async () => {
      await this.#lock.client.call('lock.eraseAll', { typed })
      this.#lock.accept(await this.#lock.client.call('lock.read'))
    })
  }

  #try(failed: string, ask: () => Promise<LockTry>): Promise<void> {
    return this.#run(async () => {
      const { result, message, state } = await ask()
      this.#noteWait(state.waitMs)
      this.#message = result === 'wrong' || result === 'refused' ? failed : (message ?? undefined)
      this.#lock.accept(state)
    })
  }

  async #run(action: () => Promise<void>): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    this.#message = undefined
    try {
      await action()
    } catch (cause) {
      this.#message = describe(asAppError(cause))
    } finally {
      this.pin = this.secret = this.typed = ''
      this.#busy = false
    }
  }

  #noteWait(waitMs: number): void {
    this.#now = nowMs()
    this.#openAt = waitMs > 0 ? this.#now + waitMs : 0
  }
}

/** Whole, so that a wait of 5,000 ms is not 5,000.0000000001 and rounded up to 6 s. */
const nowMs = (): number => Math.round(performance.now())

const describe = (error: AppError): string => `${errorTitle(error)}: ${error.message}`
