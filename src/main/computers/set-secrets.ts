import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { KeychainError, type Keychain } from '../secrets/keychain.ts'
import { setIdOf, type SetSecret } from './files/set-key.ts'
import { setEntryOf } from './membership.ts'

/** The secret of the set. It is stored only in the keychain of each computer. */
export class SetSecrets {
  readonly #keychain: Keychain
  readonly #entry: string

  constructor(keychain: Keychain, profileId: string) {
    this.#keychain = keychain
    this.#entry = setEntryOf(profileId)
  }

  /** Throws `no-keychain` when the keychain has no secret of this set, or does not answer. */
  async read(setId: string): Promise<SetSecret> {
    const stored = await this.#call((keychain) => keychain.read(this.#entry))
    const secret = stored === null ? null : new Uint8Array(Buffer.from(stored, 'base64'))
    if (secret !== null && setIdOf(secret) === setId) return secret
    // No test by writing: the keychain could ask for a password, and the user did not start this.
    throw new AppError('no-keychain', m.computers_the_keychain_returns_no_key)
  }

  /** Stores the secret and reads it back. Throws `no-keychain` if that fails; then it counts as not stored. */
  async keep(secret: SetSecret): Promise<void> {
    const text = Buffer.from(secret).toString('base64')
    const stored = await this.#call(async (keychain) => {
      await keychain.write(this.#entry, text)
      return keychain.read(this.#entry)
    })
    if (stored !== text) throw new AppError('no-keychain', m.computers_the_keychain_is_locked)
  }

  /** Throws `no-keychain` when the secret may still be stored. */
  async forget(): Promise<void> {
    await this.#call((keychain) => keychain.remove(this.#entry))
  }

  async #call<T>(run: (keychain: Keychain) => Promise<T>): Promise<T> {
    try {
      return await run(this.#keychain)
    } catch (cause) {
      if (!(cause instanceof KeychainError)) throw cause
      throw new AppError(
        'no-keychain',
        () => m.computers_the_key_is_kept_only_there({ message: cause.state.message }),
        {
          cause,
        },
      )
    }
  }
}
