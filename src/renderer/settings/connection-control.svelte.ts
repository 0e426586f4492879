import type { AppError } from '#shared/errors.ts'
import type { ConnectionState } from '#shared/model/app/connection.ts'
import { ActionRunner } from '../lib/action-runner.svelte.ts'
import type { App } from '../lib/app.svelte.ts'
import { query } from '../lib/host/queries.svelte.ts'

/** Opens and pauses connections, one action at a time; `error` is the failure of the last one. */
export class ConnectionControl {
  readonly #app: App
  readonly #actions = new ActionRunner()
  readonly profiles

  constructor(app: App) {
    this.#app = app
    this.profiles = query(app.client, 'profiles.list')
  }

  get isBusy(): boolean {
    return this.#actions.isRunning('connection')
  }

  get error(): AppError | undefined {
    return this.#actions.error
  }

  open(id: string): Promise<boolean> {
    return this.#run(() => this.#app.client.call('profiles.open', { id }))
  }

  pause(paused: boolean): Promise<boolean> {
    return this.#run(() => this.#app.client.call('connection.pause', { paused }))
  }

  /** Opens a session at once; the state of the connection shows the outcome. */
  tryAgain(): Promise<boolean> {
    return this.#run(async () => {
      await this.#app.client.call('sync.now', { job: null })
      return this.#app.client.call('connection.read')
    })
  }

  #run(request: () => Promise<ConnectionState>): Promise<boolean> {
    return this.#actions.run('connection', async () => {
      this.#app.acceptConnection(await request())
      await this.profiles.refresh()
    })
  }
}
