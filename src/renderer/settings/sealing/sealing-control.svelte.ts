import type { AppError } from '../../../shared/errors.ts'
import type { RecoveryOffer, WaitingProfile } from '../../../shared/model/sealing.ts'
import type { App } from '../../lib/app.svelte.ts'
import { asAppError } from '../../lib/host/failure.ts'
import { Query } from '../../lib/host/query.svelte.ts'

/** Seals data, and opens profiles that wait for a key: one action at a time, each result shown. */
export class SealingControl {
  readonly #app: App
  #busy = $state(false)
  #error = $state.raw<AppError>()
  #done = $state<string>()
  #offer = $state.raw<RecoveryOffer>()
  readonly state

  constructor(app: App) {
    this.#app = app
    this.state = new Query(app.client, 'data.changed', () => app.client.call('sealing.read'))
  }

  get isBusy(): boolean {
    return this.#busy
  }

  get error(): AppError | undefined {
    return this.#error
  }

  /** What the last action did. */
  get done(): string | undefined {
    return this.#done
  }

  /** The key that is shown to be kept; nothing uses it yet. */
  get offer(): RecoveryOffer | undefined {
    return this.#offer
  }

  makeOffer(): Promise<boolean> {
    return this.#run(async () => {
      this.#offer = await this.#app.client.call('sealing.offer')
      return undefined
    })
  }

  dropOffer(): void {
    this.#offer = undefined
  }

  forgetError(): void {
    this.#error = undefined
  }

  /** `code` is the offered one, typed or read from the saved file. */
  seal(code: string): Promise<boolean> {
    const isSealed = this.state.current?.isSealed === true
    return this.#run(async () => {
      await this.#app.client.call('sealing.seal', { code })
      this.#offer = undefined
      return isSealed ? 'The data has a new key. The old code opens only older copies.' : 'The data is sealed.'
    })
  }

  unseal(): Promise<boolean> {
    return this.#run(async () => {
      await this.#app.client.call('sealing.open')
      return 'The data is no longer sealed.'
    })
  }

  recover(profileId: string, code: string): Promise<boolean> {
    return this.#run(async () => {
      await this.#app.client.call('sealing.recover', { profileId, code })
      return 'The data is open, and its key is in the keychain again.'
    })
  }

  /** Asks the keychain once more. */
  tryAgain({ profileId }: WaitingProfile): Promise<boolean> {
    return this.#run(async () => {
      await this.#app.client.call('profiles.open', { id: profileId })
      return undefined
    })
  }

  startOver(profileId: string, name: string): Promise<boolean> {
    return this.#run(async () => {
      await this.#app.client.call('sealing.startOver', { profileId, name })
      return 'The profile starts over. The sealed journal was set aside in its folder.'
    })
  }

  /** Whether it succeeded. */
  async #run(action: () => Promise<string | undefined>): Promise<boolean> {
    if (this.#busy) return false
    this.#busy = true
    this.#error = undefined
    this.#done = undefined
    try {
      this.#done = await action()
      return true
    } catch (cause) {
      this.#error = asAppError(cause)
      return false
    } finally {
      await this.state.refresh()
      this.#busy = false
    }
  }
}
