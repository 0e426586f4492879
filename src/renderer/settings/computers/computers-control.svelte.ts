import type { AppError } from '#shared/errors.ts'
import type { ComputerConflict, ComputersState, ConflictOption } from '#shared/model/app/computers.ts'
import { ActionRunner } from '../../lib/action-runner.svelte.ts'
import type { App } from '../../lib/app.svelte.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'

/** The fields of creating and joining. */
export interface Entry {
  readonly folder: string
  readonly code: string
  readonly name: string
}

/** The actions on the shared folder: one at a time, each result is shown. */
export class ComputersControl {
  readonly #actions = new ActionRunner()
  readonly #client: App['client']
  readonly state: Query<ComputersState>
  #code = $state<string>()
  #isJoining = $state(false)

  constructor({ client }: Pick<App, 'client'>) {
    this.#client = client
    this.state = query(client, 'computers.read')
  }

  get error(): AppError | undefined {
    return this.#actions.error
  }

  get isBusy(): boolean {
    return this.#actions.isRunning('change')
  }

  get isChecking(): boolean {
    return this.#actions.isRunning('check')
  }

  /** The code of a new set while it is shown. It is not used yet. */
  get code(): string | undefined {
    return this.#code
  }

  get isJoining(): boolean {
    return this.#isJoining
  }

  async begin(): Promise<void> {
    await this.#actions.run('change', async () => {
      this.#code = (await this.#client.call('computers.offer')).code
    })
  }

  beginToJoin(): void {
    this.#isJoining = true
  }

  /** Closes the open dialog. */
  drop(): void {
    this.#code = undefined
    this.#isJoining = false
  }

  create(entry: Entry): Promise<void> {
    return this.#change(() => this.#client.call('computers.create', entry))
  }

  join(entry: Entry): Promise<void> {
    return this.#change(() => this.#client.call('computers.join', entry))
  }

  leave(): Promise<void> {
    return this.#change(() => this.#client.call('computers.leave'))
  }

  choose({ item, field }: ComputerConflict, { computer, counter }: ConflictOption): Promise<void> {
    return this.#change(() => this.#client.call('computers.choose', { item, field, computer, counter }))
  }

  async check(): Promise<void> {
    await this.#actions.run('check', () => this.#client.call('computers.check'))
    await this.state.refresh()
  }

  async #change(action: () => Promise<unknown>): Promise<void> {
    const isDone = await this.#actions.run('change', action)
    await this.state.refresh()
    if (isDone) this.drop()
  }
}
