import { m } from '#shared/messages/messages.js'
import type { RecoveryOffer, WaitingProfile } from '#shared/model/app/sealing.ts'
import { ActionRunner } from '../../lib/action-runner.svelte.ts'
import type { App } from '../../lib/app.svelte.ts'
import { query } from '../../lib/host/queries.svelte.ts'

/** Seals data, and opens profiles that wait for a key: one action at a time, each result is shown. */
export class SealingControl extends ActionRunner {
  readonly #app: App
  #offer = $state.raw<RecoveryOffer>()
  readonly state

  constructor(app: App) {
    super()
    this.#app = app
    this.state = query(app.client, 'sealing.read')
  }

  /** The new key while it is shown. It is not used yet. */
  get offer(): RecoveryOffer | undefined {
    return this.#offer
  }

  makeOffer(): Promise<boolean> {
    return this.runWithMessage(async () => {
      this.#offer = await this.#app.client.call('sealing.offer')
      return undefined
    })
  }

  dropOffer(): void {
    this.#offer = undefined
  }

  /** Seals the data. `code` is the offered code, typed or read from the saved file. */
  seal(code: string): Promise<boolean> {
    const isSealed = this.state.current?.isSealed === true
    return this.runWithMessage(async () => {
      await this.#app.client.call('sealing.seal', { code })
      this.#offer = undefined
      return isSealed ? m.settings_sealing_the_data_has_a_new_key() : m.settings_sealing_the_data_is_sealed()
    })
  }

  unseal(): Promise<boolean> {
    return this.runWithMessage(async () => {
      await this.#app.client.call('sealing.open')
      return m.settings_sealing_the_data_is_no_longer_sealed()
    })
  }

  recover(profileId: string, code: string): Promise<boolean> {
    return this.runWithMessage(async () => {
      await this.#app.client.call('sealing.recover', { profileId, code })
      return m.settings_sealing_the_data_is_open()
    })
  }

  /** Reads the keychain again. */
  tryAgain({ profileId }: WaitingProfile): Promise<boolean> {
    return this.runWithMessage(async () => {
      await this.#app.client.call('profiles.open', { id: profileId })
      return undefined
    })
  }

  startOver(profileId: string, name: string): Promise<boolean> {
    return this.runWithMessage(async () => {
      await this.#app.client.call('sealing.startOver', { profileId, name })
      return m.settings_sealing_the_profile_starts_over()
    })
  }

  protected override refresh(): Promise<void> {
    return this.state.refresh()
  }
}

const controls = new WeakMap<App, SealingControl>()

/** The control of a window. Its actions may change the profile, which builds the screen again: their results stay. */
export function sealingControlOf(app: App): SealingControl {
  const control = controls.get(app) ?? new SealingControl(app)
  controls.set(app, control)
  return control
}
