import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { LockChoices } from '#shared/model/app/lock.ts'
import { readLockFile, removeLockFile, writeLockFile, type StoredLock } from './lock-file.ts'

export type ChoiceChanges = { readonly [K in keyof LockChoices]?: LockChoices[K] | undefined }

const firstChoices: LockChoices = { idleMinutes: 15, locksOnSleep: true, usesSystem: false }

/** The stored lock of a data directory, as this process knows it. */
export class LockStore {
  readonly #dataDir: string
  readonly #logFault: (where: string, error: unknown) => void
  #stored: StoredLock | 'damaged' | null

  constructor(dataDir: string, logFault: (where: string, error: unknown) => void) {
    this.#dataDir = dataDir
    this.#logFault = logFault
    this.#stored = readLockFile(dataDir)
  }

  /** Also for a lock that cannot be read: there was one. */
  get hasPin(): boolean {
    return this.#stored !== null
  }

  get isDamaged(): boolean {
    return this.#stored === 'damaged'
  }

  /** `null` without a lock that can be read. */
  get current(): StoredLock | null {
    return this.#stored === 'damaged' ? null : this.#stored
  }

  get choices(): LockChoices {
    return this.current?.choices ?? firstChoices
  }

  /** Throws AppError `invalid` without a PIN, `internal` when the disk refuses; then the old choices stay. */
  change(changes: ChoiceChanges): void {
    const kept = this.current
    if (kept === null) throw new AppError('invalid', m.errors_no_pin_yet())
    const { idleMinutes = kept.choices.idleMinutes, locksOnSleep = kept.choices.locksOnSleep } = changes
    const { usesSystem = kept.choices.usesSystem } = changes
    this.write({ ...kept, choices: { idleMinutes, locksOnSleep, usesSystem } })
  }

  /** Throws AppError `internal` when the disk refuses; then the old one stays. */
  write(stored: StoredLock): void {
    writeLockFile(this.#dataDir, stored)
    this.#stored = stored
  }

  /** Notes what changes by itself. On a full disk it still holds for this run. */
  keep(changes: Pick<StoredLock, 'isLocked'> | Pick<StoredLock, 'failures'>): void {
    if (this.current === null) return
    const next = { ...this.current, ...changes }
    try {
      this.write(next)
    } catch (error) {
      this.#stored = next
      this.#logFault('the lock', error)
    }
  }

  /** Throws AppError `internal` when the file cannot be deleted. */
  remove(): void {
    try {
      removeLockFile(this.#dataDir)
    } catch (cause) {
      throw new AppError('internal', m.errors_lock_file_not_deleted(), { cause })
    }
    this.#stored = null
  }
}
