import type { PriceShock, ShockSet } from '../../shared/model/margin.ts'
import type { Client } from '../../shared/client.ts'
import { ActionRunner } from '../lib/action-runner.svelte.ts'
import { Query } from '../lib/host/query.svelte.ts'
import { sameShocks } from './shock-drafts.svelte.ts'

/** The saved sets of shocks. The last removed one can be restored. */
export class ShockSets {
  readonly list: Query<readonly ShockSet[]>
  readonly actions: ActionRunner
  #removed = $state.raw<ShockSet>()

  constructor(client: Client) {
    this.actions = new ActionRunner(client)
    this.list = new Query<readonly ShockSet[]>(client, 'settings.changed', () => client.call('shockSets.list'))
  }

  get removed(): ShockSet | undefined {
    return this.#removed
  }

  /** The saved set with these shocks. */
  matching(shocks: readonly PriceShock[]): ShockSet | undefined {
    return this.list.current?.find((set) => sameShocks(set.shocks, shocks))
  }

  /** Returns whether the set was saved under this name; one with the same name is replaced. */
  async save(name: string, shocks: readonly PriceShock[]): Promise<boolean> {
    const id = this.list.current?.find((set) => set.name === name)?.id ?? null
    return this.#run('save', (client) => client.call('shockSets.save', { id, name, shocks: [...shocks] }))
  }

  async remove(set: ShockSet): Promise<void> {
    if (await this.#run('remove', (client) => client.call('shockSets.remove', { id: set.id }))) this.#removed = set
  }

  async restore(): Promise<void> {
    if (this.#removed && (await this.save(this.#removed.name, this.#removed.shocks))) this.#removed = undefined
  }

  async #run(name: string, action: (client: Client) => Promise<unknown>): Promise<boolean> {
    const isDone = await this.actions.run(name, action)
    if (isDone) await this.list.refresh()
    return isDone
  }
}
