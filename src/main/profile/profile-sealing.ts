import { statSync, copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Profile } from '#shared/model/app/connection.ts'
import type { RecoveryOffer, SealingState } from '#shared/model/app/sealing.ts'
import { profileName } from '#shared/text/connection-words.ts'
import { makeFolder, renameFlushed } from '../disk/flush.ts'
import { fileTime } from '../disk/new-file.ts'
import { keyIdOf } from '../sealing/data-key.ts'
import { readDescriptor, writeDescriptor } from '../sealing/descriptor.ts'
import { recoveryCodeOf, recoveryFileOf } from '../sealing/recovery-code.ts'
import { needsOldKey, convertedEnding, listCopies, listSealableFiles, sealedEnding } from '../sealing/sealable-files.ts'
import type { SealablePlace, SealedKeys } from '../sealing/sealed-keys.ts'
import type { SealingThread } from '../sealing/sealing-client.ts'
import { setAsideFolderOf } from '../sealing/set-aside-folders.ts'
import { type FileChange, databaseFiles, removeDatabase } from '../sqlite/files.ts'
import { heldKey, holdKey, type DataKey } from '../sqlite/keys.ts'
import type { Clock } from '../time/clock.ts'
import type { RunningProfile } from './opening/open-profile.ts'

/**
 * Sets aside the data of a profile whose key is lost: moves the sealed journal, its backups and the descriptor to a folder
 * beside them, and removes the cache, which is read again. Never overwrites a file there. Returns that folder. `now` in UTC ms.
 */
export function setSealedAside(directory: string, now: number): string {
  const aside = asideFolder(directory, readDescriptor(directory).keyId ?? 'plain', now)
  makeFolder(aside)
  const descriptor = join(directory, 'sealing.json')
  if (existsSync(descriptor)) copyFileSync(descriptor, join(aside, 'sealing.json'))
  // Moves the log first: a journal without its log must not look complete.
  for (const file of databaseFiles(join(directory, 'journal.sqlite')).reverse()) moveInto(aside, directory, file)
  moveInto(aside, directory, join(directory, 'backups'))
  removeDatabase(join(directory, 'cache.sqlite'))
  writeDescriptor(directory, { keyId: null, change: null })
  return aside
}

/** The folder of an interrupted attempt, or a new one. */
function asideFolder(directory: string, keyId: string, now: number): string {
  const first = setAsideFolderOf(directory, keyId)
  return existsSync(join(first, 'journal.sqlite')) ? `${first}-${fileTime(now)}` : first
}

function moveInto(aside: string, directory: string, path: string): void {
  const target = join(aside, path.slice(directory.length + 1))
  if (existsSync(path) && !existsSync(target)) renameFlushed([path, target])
}

/**
 * The progress of a conversion, 0 to 1: the share of the databases, by bytes, that has been copied; 1 while the copies replace
 * the files; `null` when no conversion is running. Checking a copy is not counted, so the value is constant for a while at the
 * end of each file. Throws like `readDescriptor`.
 */
export function conversionProgress(directory: string): number | null {
  const { change } = readDescriptor(directory)
  if (change === null) return null
  if (change.stage === 'replacing') return 1
  const copied = new Map(listCopies(directory).map((copy) => [originalOf(copy), sizeOf(copy)]))
  const parts = listSealableFiles(directory)
    .filter(({ treatment }) => treatment !== 'remove')
    .map(({ path }) => ({ bytes: sizeOf(path), copied: copied.get(originalOf(path)) }))
  // Files are copied in this order: every file before the last copy is complete, even if its copy is smaller.
  const last = parts.findLastIndex((part) => part.copied !== undefined)
  const done = parts
    .slice(0, last + 1)
    .map((part, index) => Math.min(index < last ? Infinity : (part.copied ?? 0), part.bytes))
  const total = sum(parts.map(({ bytes }) => bytes))
  return total === 0 ? 1 : sum(done) / total
}

/** The path that a plain file, a sealed file and their copies have in common. */
const originalOf = (path: string): string =>
  [convertedEnding, sealedEnding].reduce(
    (name, ending) => (name.endsWith(ending) ? name.slice(0, -ending.length) : name),
    path,
  )

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

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
