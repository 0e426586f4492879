import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { KeyProblem } from '#shared/model/app/sealing.ts'
import type { Keychain } from '../secrets/keychain.ts'
import { connect } from '../sqlite/connect.ts'
import { sqliteCode, StorageError } from '../sqlite/errors.ts'
import { hasContent } from '../sqlite/files.ts'
import { heldKey, holdKey, type DataKey } from '../sqlite/keys.ts'
import { readVersion } from '../sqlite/migrate.ts'
import { settle } from './conversion.ts'
import { keyIdOf, newDataKey } from './data-key.ts'
import { readDescriptor, unknownKey, writeDescriptor } from './descriptor.ts'
import { entryOf, forgetKey, keepKey, readKey, removeEntry } from './key-store.ts'
import { readRecoveryCode } from './recovery-code.ts'
import { SealedDataError } from './sealed-data-error.ts'

/** A profile with the folder of its files. */
export interface SealablePlace {
  readonly profileId: string
  readonly directory: string
}

/** The keys of sealed profiles. They are in the keychain and in memory only. */
export class SealedKeys {
  readonly #keychain: Keychain
  readonly #waiting = new Map<string, KeyProblem>()
  #offered: { readonly profileId: string; readonly key: DataKey } | null = null

  constructor(keychain: Keychain) {
    this.#keychain = keychain
  }

  /** The profiles that could not be opened without their keys. */
  get waiting(): ReadonlyMap<string, KeyProblem> {
    return this.#waiting
  }

  /**
   * Call before the databases of a profile are opened: completes an interrupted conversion and keeps the key in memory. Throws
   * SealedDataError when there is no key or the keychain does not answer; then nothing was changed, and no new key is made.
   */
  async unlock({ profileId, directory }: SealablePlace): Promise<void> {
    const { keyId } = settle(directory)
    const held = heldKey(directory)
    if (keyId === null) holdKey(directory, null)
    else if (held === null || keyIdOf(held) !== keyId) holdKey(directory, await this.#read(profileId, keyId))
    this.#waiting.delete(profileId)
  }

  async #read(profileId: string, keyId: string): Promise<DataKey> {
    const reading =
      keyId === unknownKey
        ? ({ kind: 'lost' } as const)
        : await readKey(this.#keychain, profileId, keyId, { asksAgain: true })
    if (reading.kind === 'found') return reading.key
    this.#waiting.set(profileId, reading.kind)
    throw new SealedDataError(reading.kind, reading.kind === 'unknown' ? reading.message : '')
  }

  /** Makes a key that is not used yet, in memory only. The previous offer becomes invalid. */
  offer(profileId: string): DataKey {
    const key = newDataKey()
    this.#offered = { profileId, key }
    return key
  }

  /**
   * Stores the offered key in the keychain and returns it. `code` proves that the user has it. Throws `invalid` for another
   * code, and `no-keychain`; the offer then stays valid.
   */
  async accept(profileId: string, code: string): Promise<DataKey> {
    const offered = this.#offered
    if (offered?.profileId !== profileId) throw new AppError('invalid', m.sealing_the_code_is_no_longer_valid())
    if (!isSame(readRecoveryCode(code), offered.key))
      throw new AppError('invalid', m.sealing_this_code_is_of_another_key())
    await keepKey(this.#keychain, profileId, offered.key)
    this.#offered = null
    return offered.key
  }

  /**
   * Stores the key of this recovery code in the keychain, so that the profile can be opened. Throws `invalid` when it does not
   * open the data, `no-keychain` when it cannot be stored; then nothing was changed.
   */
  async recover({ profileId, directory }: SealablePlace, code: string): Promise<void> {
    const key = readRecoveryCode(code)
    const { keyId } = settle(directory)
    const isRight = keyId === unknownKey ? opens(directory, key) : keyIdOf(key) === keyId
    if (!isRight) throw new AppError('invalid', m.sealing_this_code_does_not_open_the_data())
    await keepKey(this.#keychain, profileId, key)
    if (keyId === unknownKey) writeDescriptor(directory, { keyId: keyIdOf(key), change: null })
    holdKey(directory, key)
  }

  /** Removes a key that no file needs. `null` and `unknownKey` are not in the keychain. */
  async forget(profileId: string, keyId: string | null): Promise<void> {
    this.#waiting.delete(profileId)
    if (keyId !== null && keyId !== unknownKey) await forgetKey(this.#keychain, profileId, keyId)
  }

  /** The keychain entries for the keys of these files; none for plain data. */
  entriesOf({ profileId, directory }: SealablePlace): string[] {
    return keyIdsIn(directory).map((keyId) => entryOf(profileId, keyId))
  }

  /** Removes the keys of a deleted profile. Throws `no-keychain` when one may still be stored. */
  async forgetEntries({ profileId, directory }: SealablePlace, entries: readonly string[]): Promise<void> {
    for (const entry of entries) await removeEntry(this.#keychain, entry)
    holdKey(directory, null)
    this.#waiting.delete(profileId)
  }

  /** The id of the key of these files; `null` for plain data. */
  keyIdOf({ directory }: SealablePlace): string | null {
    return readDescriptor(directory).keyId
  }
}

/** The ids of the keys, including the keys of a current conversion. A descriptor that cannot be read gives none. */
function keyIdsIn(directory: string): string[] {
  try {
    const { keyId, change } = readDescriptor(directory)
    return [keyId, change?.to ?? null].flatMap((id) => (id === null || id === unknownKey ? [] : [id]))
  } catch (error) {
    if (error instanceof StorageError) return []
    throw error
  }
}

const isSame = (a: DataKey, b: DataKey): boolean => Buffer.from(a).equals(b)

/** Whether a key opens the journal, or the cache when there is no journal. */
function opens(directory: string, key: DataKey): boolean {
  const path = ['journal.sqlite', 'cache.sqlite'].map((name) => join(directory, name)).find(hasContent)
  if (path === undefined) return false
  try {
    const db = connect(path, { fileMustExist: true }, key)
    try {
      return readVersion(db) >= 0
    } finally {
      db.close()
    }
  } catch (error) {
    if (sqliteCode(error) === 'SQLITE_NOTADB') return false
    throw error
  }
}
