import type { AppError } from '../../shared/errors.ts'
import type { ConnectionState } from '../../shared/model/connection.ts'
import type { App } from '../lib/app.svelte.ts'
import { asAppError } from '../lib/host/failure.ts'
import { Query } from '../lib/host/query.svelte.ts'

/** Opens and pauses connections, one action at a time; `error` is the failure of the last one. */
export class ConnectionControl {
  readonly #app: App
  #busy = $state(false)
  #error = $state.raw<AppError>()
  readonly profiles

  constructor(app: App) {
    this.#app = app
    this.profiles = new Query(app.client, 'connection.changed', () => app.client.call('profiles.list'))
  }

  get isBusy(): boolean {
    return this.#busy
  }

  get error(): AppError | undefined {
    return this.#error
  }

  open(id: string): Promise<void> {
    return this.#run(() => this.#app.client.call('profiles.open', { id }))
  }

  pause(paused: boolean): Promise<void> {
    return this.#run(() => this.#app.client.call('connection.pause', { paused }))
  }

  /** Asks the service for a session at once; the state of the connection shows the outcome. */
  tryAgain(): Promise<void> {
    return this.#run(async () => {
      await this.#app.client.call('sync.now', { job: null })
      return this.#app.client.call('connection.read')
    })
  }

  async #run(request: () => Promise<ConnectionState>): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    this.#error = undefined
    try {
      this.#app.acceptConnection(await request())
      await this.profiles.refresh()
    } catch (cause) {
      this.#error = asAppError(cause)
    } finally {
      this.#busy = false
    }
  }
}
