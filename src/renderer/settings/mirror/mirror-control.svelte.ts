import type { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { MirrorState } from '#shared/model/app/mirror.ts'
import { ActionRunner } from '../../lib/action-runner.svelte.ts'
import type { App } from '../../lib/app.svelte.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'

/** The copy of the open profile in PostgreSQL: its connection, and the result of the last run. */
export class MirrorControl {
  readonly state: Query<MirrorState>
  readonly #app: App
  readonly #actions = new ActionRunner()

  constructor(app: App) {
    this.#app = app
    this.state = query(app.client, 'mirror.read')
  }

  get isBusy(): boolean {
    return this.#actions.isBusy || this.state.current?.isRunning === true
  }

  /** Why the connection was rejected. */
  get error(): AppError | undefined {
    return this.#actions.error
  }

  /** The state in one sentence; `undefined` if unknown. */
  get words(): string | undefined {
    const state = this.state.current
    if (state === undefined) return undefined
    if (state.to === null) return m.settings_mirror_off()
    const { format } = this.#app
    if (state.isRunning) return m.settings_mirror_copying_what_changed()
    const last =
      state.finishedAt === null
        ? m.settings_mirror_no_run_since_the_app_started()
        : m.settings_mirror_last_run({
            at: format.dateTime(state.finishedAt),
            rows: format.count(state.rows ?? 0),
          })
    return state.nextAt === null ? last : `${last} ${m.settings_mirror_next_run({ at: format.dateTime(state.nextAt) })}`
  }

  /** Sets the connection; an empty text switches the job off. */
  setTo(text: string): Promise<void> {
    const to = text.trim()
    if (to === (this.state.current?.to ?? '')) return Promise.resolve()
    return this.#run(() => this.#app.client.call('mirror.set', { to: to === '' ? null : to }))
  }

  runNow(): Promise<void> {
    return this.#run(() => this.#app.client.call('mirror.run'))
  }

  async #run(action: () => Promise<void>): Promise<void> {
    await this.#actions.run('change', async () => {
      try {
        await action()
      } finally {
        await this.state.refresh()
      }
    })
  }
}
