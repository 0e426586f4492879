import { minuteMs, secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { LockState, LockTry } from '#shared/model/app/lock.ts'
import type { Clock } from '../time/clock.ts'
import { LockStore, type ChoiceChanges } from './lock-store.ts'
import { hashPin, isPin, type HashCost } from './pin-hash.ts'
import { SystemUnlock, type SystemAuthentication } from './system-unlock.ts'
import { Tries, type SecretProof } from './tries.ts'

/** A computer that slept does not run timers: after it woke, at most this long passes unnoticed. */
const maxWaitMs = 20 * secondMs

/** Calls back once no input was noted for some time. Time in which the computer slept counts. */
class IdleWatch {
  readonly #clock: Clock
  readonly #onIdle: () => void
  #last: { readonly monotonic: number; readonly wall: number }
  #limitMs: number | null = null
  #stopTimer = (): void => undefined

  constructor(clock: Clock, onIdle: () => void) {
    this.#clock = clock
    this.#onIdle = onIdle
    this.#last = this.#moment()
  }

  /** From now on `limitMs` without input are too long; `null` ends the watch. */
  start(limitMs: number | null): void {
    this.#limitMs = limitMs
    this.note()
    this.check()
  }

  /** Restarts the idle time, because a window was used. */
  note(): void {
    this.#last = this.#moment()
  }

  /** Also called when the computer woke. */
  check(): void {
    this.#stopTimer()
    if (this.#limitMs === null) return
    const leftMs = this.#limitMs - this.#idleMs()
    if (leftMs > 0) this.#stopTimer = this.#clock.after(Math.min(leftMs, maxWaitMs), () => this.check())
    else {
      this.#limitMs = null
      this.#onIdle()
    }
  }

  /** Uses the clock that ran longer: the monotonic one stops during sleep, the other one may be set back. */
  #idleMs(): number {
    const { monotonic, wall } = this.#moment()
    return Math.max(monotonic - this.#last.monotonic, wall - this.#last.wall)
  }

  #moment(): { readonly monotonic: number; readonly wall: number } {
    return { monotonic: this.#clock.monotonic(), wall: this.#clock.now() }
  }
}

interface AppLockOptions {
  readonly dataDir: string
  readonly clock: Clock
  readonly system: SystemAuthentication | null
  readonly proveSecret: (secret: string) => Promise<SecretProof>
  readonly hasConnection: () => boolean
  readonly theme: () => LockState['theme']
  readonly language: () => LockState['language']
  /** The app was locked or opened, or its lock changed. */
  readonly onChange: () => void
  readonly logFault: (where: string, error: unknown) => void
  /** The cost of one guess; tests use a low one. */
  readonly hashCost?: HashCost
}

/**
 * The lock of the app. It hides, and does not encrypt: the main process answers and announces nothing while it is closed (see
 * `src/main/api/lock-guard.ts`), and everything else goes on. With a PIN the app starts locked.
 */
export class AppLock {
  readonly #options: AppLockOptions
  readonly #idle: IdleWatch
  readonly #tries: Tries
  readonly #store: LockStore
  readonly #system: SystemUnlock
  #isLocked: boolean

  constructor(options: AppLockOptions) {
    this.#options = options
    this.#store = new LockStore(options.dataDir, options.logFault)
    this.#system = new SystemUnlock(options.system)
    this.#isLocked = this.hasPin
    this.#idle = new IdleWatch(options.clock, () => this.#close())
    const failures = this.#store.current?.failures ?? 0
    this.#tries = new Tries({ clock: options.clock, failures, keep: (count) => this.#store.keep({ failures: count }) })
    this.#store.keep({ isLocked: this.#isLocked })
  }

  get isLocked(): boolean {
    return this.#isLocked
  }

  get hasPin(): boolean {
    return this.#store.hasPin
  }

  get state(): LockState {
    const { hasConnection, theme, language } = this.#options
    return {
      hasPin: this.hasPin,
      isLocked: this.#isLocked,
      isDamaged: this.#store.isDamaged,
      ...this.#store.choices,
      hasSystem: this.#system.isAvailable,
      failures: this.#tries.failures,
      waitMs: this.#tries.waitMs,
      hasConnection: hasConnection(),
      theme: theme(),
      language: language(),
    }
  }

  /** Throws `invalid` without a PIN. */
  lock(): void {
    if (!this.hasPin) throw new AppError('invalid', m.errors_there_is_no_pin_yet_set_one())
    this.#close()
  }

  /** The computer goes to sleep, or its screen is locked. */
  noteSleep(): void {
    if (this.#store.current?.choices.locksOnSleep === true) this.#close()
  }

  /** The computer woke: minutes may have passed. */
  noteWake(): void {
    this.#idle.check()
  }

  noteActivity(): void {
    this.#idle.note()
  }

  async unlock(pin: string): Promise<LockTry> {
    const result = await this.#tryPin(pin)
    if (result === 'opened') this.#open()
    return this.#resultOf(result)
  }

  /** Lets the system open the lock in place of the PIN. Throws `invalid` where the system cannot. */
  async allowSystem(pin: string): Promise<LockTry> {
    this.#system.require(true)
    const result = await this.#tryPin(pin)
    if (result === 'opened') this.change({ usesSystem: true })
    return this.#resultOf(result)
  }

  /** A refused prompt changes nothing, and counts as no try. Throws `invalid` where the system cannot, or is not chosen. */
  async unlockWithSystem(): Promise<LockTry> {
    this.#system.require(this.#store.choices.usesSystem)
    const isConfirmed = this.#isLocked && (await this.#system.confirm())
    if (!this.#isLocked) return this.#resultOf('opened')
    if (!isConfirmed || !this.#store.choices.usesSystem) return this.#resultOf('refused')
    this.#tries.reset()
    this.#open()
    return this.#resultOf('opened')
  }

  /** When it is the secret of the connection, the PIN is removed and the app opens. */
  async unlockWithSecret(secret: string): Promise<LockTry> {
    const proof = await this.#tries.take(
      (checked) => checked === 'right',
      () => this.#options.proveSecret(secret),
    )
    if (proof === 'right') this.remove()
    if (typeof proof === 'object') return this.#resultOf('not-proved', proof.message)
    return this.#resultOf(proof === 'right' ? 'opened' : proof)
  }

  /** Sets the first PIN, or another one. Throws AppError `internal` when it cannot be stored; then the old one stays. */
  async setPin(pin: string, current: string | null): Promise<LockTry> {
    if (this.hasPin) {
      const result = await this.#tryPin(current ?? '')
      if (result !== 'opened') return this.#resultOf(result)
    }
    this.#store.write({
      pin: await hashPin(pin, this.#options.hashCost),
      isLocked: this.#isLocked,
      failures: 0,
      choices: this.#store.choices,
    })
    this.#changed()
    return this.#resultOf('opened')
  }

  async removePin(current: string): Promise<LockTry> {
    const result = await this.#tryPin(current)
    if (result === 'opened') this.remove()
    return this.#resultOf(result)
  }

  /** Removes the lock and opens the app. Throws AppError `internal` when its file cannot be deleted: it stays locked then. */
  remove(): void {
    this.#store.remove()
    this.#tries.reset()
    this.#open()
  }

  /** Throws `invalid` without a PIN, `internal` when the disk refuses. */
  change(changes: ChoiceChanges): LockState {
    this.#store.change(changes)
    this.#changed()
    return this.state
  }

  /** The app ends: with a PIN it counts as locked until it is opened again. */
  end(): void {
    this.#idle.start(null)
    if (this.hasPin) this.#store.keep({ isLocked: true })
  }

  async #tryPin(pin: string): Promise<'opened' | 'wrong' | 'waiting'> {
    const kept = this.#store.current
    if (kept === null) return 'wrong'
    const checked = await this.#tries.take(Boolean, () => isPin(pin, kept.pin))
    return checked === 'waiting' ? checked : checked ? 'opened' : 'wrong'
  }

  #close(): void {
    if (this.#isLocked || !this.hasPin) return
    this.#isLocked = true
    this.#system.noteLocked()
    this.#store.keep({ isLocked: true })
    this.#changed()
  }

  #open(): void {
    this.#isLocked = false
    this.#store.keep({ isLocked: false })
    this.#changed()
  }

  #changed(): void {
    const minutes = this.#isLocked ? null : (this.#store.current?.choices.idleMinutes ?? null)
    this.#idle.start(minutes === null ? null : minutes * minuteMs)
    this.#options.onChange()
  }

  #resultOf(result: LockTry['result'], message: string | null = null): LockTry {
    return { result, message, state: this.state }
  }
}
