import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Profile } from '#shared/model/app/connection.ts'
import type { ErasureReport } from '#shared/model/app/erasure.ts'
import { isProfileName, profileName } from '#shared/text/connection-words.ts'
import { prepareRestore } from '../journal/backup/restore.ts'
import { CorruptDatabaseError } from '../sqlite/errors.ts'
import { databaseFiles, deletion, type FileChange } from '../sqlite/files.ts'
import type { DataKey } from '../sqlite/keys.ts'
import type { Clock } from '../time/clock.ts'
import type { Erasures } from './erasure/erasures.ts'
import type { RunningProfile } from './opening/open-profile.ts'

interface ProfileFilesOptions {
  readonly clock: Clock
  readonly current: () => RunningProfile
  /** Closes the open profile, runs the change and opens the profile again. Throws the failure; then the files are as before. */
  readonly reopen: (change: FileChange) => Promise<RunningProfile>
  /** Closes the open profile, runs the work and opens the demo. */
  readonly leave: <T>(work: () => Promise<T>) => Promise<T>
  readonly find: (id: string) => Profile | null
  readonly list: () => readonly Profile[]
  readonly erasures: Pick<Erasures, 'erase'>
}

/** Restores and deletes the files of profiles. Call one method at a time, because each closes and opens profiles. */
export class ProfileFiles {
  readonly #options: ProfileFilesOptions

  constructor(options: ProfileFilesOptions) {
    this.#options = options
  }

  /**
   * Backs up the open journal, then replaces it with this backup. `key` opens a backup that is sealed with another key. Throws
   * an AppError when the backup is missing, damaged or of a newer version, or when the disk is full; then the journal is as
   * before.
   */
  async restore(id: string, key?: DataKey): Promise<void> {
    const { clock, reopen } = this.#options
    const current = this.#current()
    const { backups } = current.journal
    const backup = backups.find(id)
    const { problem } = await backups.inspect(id, key)
    if (problem !== null) throw new AppError('invalid', problem)
    let isBackedUp = false
    // Comes first, because backing up the present state may delete the oldest backup, which may be the chosen one.
    const change = prepareRestore({
      backup,
      key,
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
    journal.events.add(clock.now(), 'journal', () => m.errors_the_journal_was_restored_from_path({ path: backup.path }))
  }

  /** Deletes the cache of the open profile. */
  async deleteCache(): Promise<void> {
    const { cache } = this.#current().paths
    await this.#options.reopen(deletion(databaseFiles(cache)))
  }

  /**
   * Deletes all data of a profile. `name` must be its name. If it is open, the demo is opened instead; a deleted demo starts
   * with new data. Parts that cannot be removed are in the report.
   */
  async deleteProfile(id: string, name: string): Promise<ErasureReport> {
    const { find, erasures, leave } = this.#options
    const profile = find(id)
    if (profile === null) throw new AppError('not-found', m.errors_this_profile_no_longer_exists())
    if (!isProfileName(profile, name)) {
      throw new AppError('invalid', m.errors_to_delete_this_profile_type_its_name({ profile: profileName(profile) }))
    }
    const erase = (): Promise<ErasureReport[]> => erasures.erase([profile])
    const [report] = this.#current().profile.id === id ? await leave(erase) : await erase()
    if (report === undefined) throw new AppError('internal', m.errors_the_deletion_left_no_report())
    return report
  }

  /** Deletes all data of all profiles. The demo starts with new data. */
  deleteAll(): Promise<ErasureReport[]> {
    const { list, erasures, leave } = this.#options
    this.#current()
    return leave(() => erasures.erase(list()))
  }

  /** Throws `invalid` during a cancellation, because its outcome is written to the open journal. */
  #current(): RunningProfile {
    const current = this.#options.current()
    if (current.journal.cancels.listOpen().length > 0) {
      throw new AppError('invalid', m.errors_cancel_in_progress())
    }
    return current
  }
}

/** Whether the open journal was backed up. A damaged journal cannot be backed up: its files are kept instead. */
async function backUpPresent({ journal }: RunningProfile, clock: Clock): Promise<boolean> {
  try {
    await journal.backups.backUp('before-restore', clock)
    return true
  } catch (error) {
    if (error instanceof CorruptDatabaseError) return false
    throw error
  }
}
