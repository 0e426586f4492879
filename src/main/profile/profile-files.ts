import { AppError } from '../../shared/errors.ts'
import type { Profile } from '../../shared/model/connection.ts'
import { profileName } from '../../shared/text/connection-words.ts'
import { prepareRestore } from '../journal/backup/restore.ts'
import { CorruptDatabaseError } from '../sqlite/errors.ts'
import { databaseFiles, deletion, type FileChange } from '../sqlite/files.ts'
import type { DataKey } from '../sqlite/keys.ts'
import type { Clock } from '../time/clock.ts'
import type { RunningProfile } from './open-profile.ts'

interface ProfileFilesOptions {
  readonly clock: Clock
  readonly current: () => RunningProfile
  /** Closes the open profile, runs the change and opens the profile again. Throws what fails; then the files are as before. */
  readonly reopen: (change: FileChange) => Promise<RunningProfile>
  /** Opens the demo in place of the open profile. */
  readonly openDemo: () => Promise<void>
  readonly find: (id: string) => Profile | null
  /** Where the files of a profile are. */
  readonly directory: (profile: Profile) => string
  /** Throws when the secret cannot be removed. */
  readonly forgetSecret: (profile: Profile) => Promise<void>
  /** The id of the key of its sealed data; `null` for plain data. */
  readonly keyIdOf: (profile: Profile) => string | null
  /** Removes that key from the keychain, when its data is gone. */
  readonly forgetKey: (profile: Profile, keyId: string | null) => Promise<void>
}

/** Restoring and deleting the files of profiles. Call one at a time: each closes and opens profiles. */
export class ProfileFiles {
  readonly #options: ProfileFilesOptions

  constructor(options: ProfileFilesOptions) {
    this.#options = options
  }

  /**
   * Backs up the open journal, then replaces it with this backup. `key` opens a backup that is sealed with another key. Throws an AppError when the backup is missing, damaged or of
   * a newer version, or when the disk refuses; then the journal is as before.
   */
  async restore(id: string, key?: DataKey): Promise<void> {
    const { clock, reopen } = this.#options
    const current = this.#current()
    const { backups } = current.journal
    const backup = backups.find(id)
    const { problem } = await backups.inspect(id, key)
    if (problem !== null) throw new AppError('invalid', problem)
    let isBackedUp = false
    // First: backing up the present state may delete the oldest backup, which may be the chosen one.
    const change = prepareRestore({
      ...{ backup, key },
      path: current.paths.journal,
      now: clock.now(),
      keepsReplaced: () => !isBackedUp,
    })
    try {
      isBackedUp = await backUpPresent(current, clock)
    } catch (error) {
      change.undo()
      throw error
    }
    const { journal } = await reopen(change)
    journal.events.add(clock.now(), 'journal', `The journal was restored from ${backup.path}`)
  }

  /** Deletes the cache of the open profile. */
  async deleteCache(): Promise<void> {
    const { cache } = this.#current().paths
    await this.#options.reopen(deletion(databaseFiles(cache)))
  }

  /**
   * Deletes all files of a profile, reports included, and its secret. `name` must be its name. When it is open, the demo
   * opens in its place; a deleted demo starts again from nothing.
   */
  async deleteProfile(id: string, name: string): Promise<void> {
    const { find, directory, forgetSecret, keyIdOf, forgetKey, openDemo, reopen } = this.#options
    const profile = find(id)
    if (profile === null) throw new AppError('not-found', 'This profile no longer exists.')
    if (name.trim() !== profileName(profile)) {
      throw new AppError('invalid', `To delete this profile, type its name: ${profileName(profile)}`)
    }
    const isOpen = this.#current().profile.id === id
    const change = deletion([directory(profile)])
    const keyId = keyIdOf(profile)
    if (profile.kind === 'demo' && isOpen) {
      await reopen(change)
      await forgetKey(profile, keyId)
      return
    }
    // First: when the secret cannot be removed, the profile must stay.
    if (profile.kind === 'service') await forgetSecret(profile)
    if (isOpen) await openDemo()
    await change.apply()
    change.finish()
    await forgetKey(profile, keyId)
  }

  /** Throws `invalid` while a cancellation is under way: its outcome is written to the journal that is open now. */
  #current(): RunningProfile {
    const current = this.#options.current()
    if (current.journal.cancels.listOpen().length > 0) {
      throw new AppError('invalid', 'An order is being cancelled. Wait until that is finished.')
    }
    return current
  }
}

/** Whether the open journal was backed up. A damaged one cannot be: its files are kept instead. */
async function backUpPresent({ journal }: RunningProfile, clock: Clock): Promise<boolean> {
  try {
    await journal.backups.backUp('before-restore', clock)
    return true
  } catch (error) {
    if (error instanceof CorruptDatabaseError) return false
    throw error
  }
}
