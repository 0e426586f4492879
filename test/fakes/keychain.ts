import { KeychainError, type Keychain, type KeychainTrouble } from '#main/secrets/keychain.ts'

/** A keychain in memory, with switches for the faults of real keychains. */
export class FakeKeychain implements Keychain {
  readonly #secrets = new Map<string, string>()
  /** Every call fails with this trouble. */
  trouble: KeychainTrouble | null = null
  /** A locked keyring without a display: reads find nothing, writes are refused, removals do nothing. */
  isSilentlyLocked = false
  /** Removals report success and remove nothing. */
  ignoresRemovals = false

  async read(account: string): Promise<string | null> {
    this.#check()
    return this.isSilentlyLocked ? null : (this.#secrets.get(account) ?? null)
  }

  async write(account: string, secret: string): Promise<void> {
    this.#check()
    if (this.isSilentlyLocked) throw new KeychainError('locked')
    this.#secrets.set(account, secret)
  }

  async remove(account: string): Promise<void> {
    this.#check()
    if (!this.isSilentlyLocked && !this.ignoresRemovals) this.#secrets.delete(account)
  }

  /** The accounts with a stored secret, whatever the switches are. */
  get accounts(): readonly string[] {
    return [...this.#secrets.keys()]
  }

  #check(): void {
    if (this.trouble !== null) throw new KeychainError(this.trouble)
  }
}
