import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Profile } from '#shared/model/app/connection.ts'
import type { RecoveryOffer, SealingState } from '#shared/model/app/sealing.ts'
import { profileName } from '#shared/text/connection-words.ts'
import { keyIdOf } from '../sealing/data-key.ts'
import { conversionProgress } from '../sealing/progress.ts'
import { recoveryCodeOf, recoveryFileOf } from '../sealing/recovery-code.ts'
import { needsOldKey } from '../sealing/sealable-files.ts'
import type { SealablePlace, SealedKeys } from '../sealing/sealed-keys.ts'
import { setSealedAside } from '../sealing/start-over.ts'
import type { SealingThread } from '../sealing/thread/sealing-thread.ts'
import type { FileChange } from '../sqlite/files.ts'
import { heldKey, holdKey, type DataKey } from '../sqlite/keys.ts'
import type { Clock } from '../time/clock.ts'
import type { RunningProfile } from './opening/open-profile.ts'

interface ProfileSealingOptions {
  readonly clock: Clock
  readonly keys: SealedKeys
  readonly thread: SealingThread
  readonly current: () => RunningProfile
  /** Closes the open profile, runs the change and opens the profile again. Throws the failure. */
  readonly reopen: (change: FileChange) => Promise<RunningProfile>
  /** Closes the open profile and opens this one. */
  readonly openInPlace: (profile: Profile) => Promise<void>
  readonly find: (id: string) => Profile | null
  readonly directory: (profile: Profile) => string
}

/** Seals the files of profiles. Call one method at a time, because each closes and opens profiles. */
export class ProfileSealing {
  readonly #options: ProfileSealingOptions

  constructor(options: ProfileSealingOptions) {
    this.#options = options
  }

  read(): SealingState {
    const { keys, find } = this.#options
    const keyId = keys.keyIdOf(this.#place())
    const waiting = [...keys.waiting].flatMap(([profileId, problem]) => {
      const profile = find(profileId)
      return profile === null ? [] : [{ profileId, name: profileName(profile), problem }]
    })
    const canSeal = this.#options.current().profile.kind !== 'demo'
    return { canSeal, isSealed: keyId !== null, keyId, waiting }
  }

  /** The share of the databases that a conversion has copied, 0 to 1; `null` if no conversion is running. */
  progress(): number | null {
    return conversionProgress(this.#place().directory)
  }

  /** Makes a key that is not used before `seal`. Returns its recovery code and the recovery file. */
  offer(): RecoveryOffer {
    const { profile } = this.#options.current()
    if (profile.kind === 'demo') throw new AppError('invalid', m.errors_the_demo_has_no_data_of_yours())
    const key = this.#options.keys.offer(profile.id)
    const [keyId, code] = [keyIdOf(key), recoveryCodeOf(key)]
    const name = `tidemark-recovery-${keyId}.txt`
    return { keyId, code, file: { name, text: recoveryFileOf(profileName(profile), keyId, code) } }
  }

  /** Seals the data with the offered key, or changes the key. Throws before the conversion when the code is wrong. */
  async seal(code: string): Promise<void> {
    const { profile } = this.#options.current()
    const key = await this.#options.keys.accept(profile.id, code)
    await this.#change(key, keyIdOf(key))
  }

  /** Makes the data plain. Throws `invalid` when it is plain already. */
  async open(): Promise<void> {
    if (this.#options.keys.keyIdOf(this.#place()) === null)
      throw new AppError('invalid', m.errors_the_data_is_not_sealed())
    await this.#change(null, null)
  }

  async recover(profileId: string, code: string): Promise<void> {
    const profile = this.#waitingProfile(profileId)
    await this.#options.keys.recover({ profileId, directory: this.#options.directory(profile) }, code)
    await this.#options.openInPlace(profile)
  }

  /** Throws `invalid` unless `name` is the name of the profile. */
  async startOver(profileId: string, name: string): Promise<void> {
    const { clock, directory, keys, openInPlace } = this.#options
    const profile = this.#waitingProfile(profileId)
    if (keys.waiting.get(profileId) !== 'lost')
      throw new AppError('invalid', m.errors_the_keychain_is_locked_so_the_key())
    if (name.trim() !== profileName(profile))
      throw new AppError('invalid', m.errors_to_start_over_type_the_name_of({ profile: profileName(profile) }))
    const aside = setSealedAside(directory(profile), clock.now())
    await openInPlace(profile)
    const { journal } = this.#options.current()
    journal.events.add(clock.now(), 'journal', () => m.errors_the_sealed_journal_whose_key_is_lost({ aside }))
  }

  async #change(to: DataKey | null, toId: string | null): Promise<void> {
    const { keys, thread, reopen } = this.#options
    this.#current()
    const place = this.#place()
    const from = heldKey(place.directory)
    const fromId = keys.keyIdOf(place)
    try {
      await reopen({
        apply: async () => {
          await thread.convert(place.directory, { from, to })
          holdKey(place.directory, to)
        },
        // The next opening completes a failed conversion.
        undo: () => undefined,
        finish: () => undefined,
      })
    } finally {
      const keyId = keys.keyIdOf(place)
      // A failed conversion does not need the new key. A completed one rarely needs the old key.
      if (keyId !== toId) await keys.forget(place.profileId, toId)
      else if (keyId !== fromId && !needsOldKey(place.directory)) await keys.forget(place.profileId, fromId)
    }
  }

  #place(): SealablePlace {
    const { profile, paths } = this.#options.current()
    return { profileId: profile.id, directory: paths.directory }
  }

  #waitingProfile(id: string): Profile {
    const profile = this.#options.keys.waiting.has(id) ? this.#options.find(id) : null
    if (profile === null) throw new AppError('not-found', m.errors_profile_has_key())
    return profile
  }

  /** Throws `invalid` during a cancellation, because its outcome is written to the open journal. */
  #current(): RunningProfile {
    const current = this.#options.current()
    if (current.journal.cancels.listOpen().length > 0) throw new AppError('invalid', m.errors_cancel_in_progress())
    return current
  }
}
