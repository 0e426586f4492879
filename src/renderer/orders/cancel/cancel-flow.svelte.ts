import type { Client } from '#shared/client.ts'
import type { AppError } from '#shared/errors.ts'
import type { Cancellation, CancelPlan, CancelScope } from '#shared/model/order/cancel.ts'
import { asAppError } from '../../lib/host/failure.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'

/**
 * The state of the cancel dialog: load the plan, wait for the confirmation, send it once, follow the progress.
 * Closing the dialog does not stop a confirmed cancellation.
 */
export class CancelFlow {
  #phase = $state<'closed' | 'loading' | 'ready' | 'confirming' | 'following'>('closed')
  #plan = $state.raw<CancelPlan>()
  #error = $state.raw<AppError>()
  #leftOut = $state(0)
  #scope: CancelScope | undefined
  /** Incremented for each plan and each close: a response to an earlier number is ignored. */
  #sequence = 0
  readonly #client: Client
  readonly #log: Query<Cancellation[]>

  constructor(client: Client) {
    this.#client = client
    this.#log = query(client, 'cancels.list', () => ({ accountId: null, limit: 500 }))
  }

  get phase() {
    return this.#phase
  }
  get plan(): CancelPlan | undefined {
    return this.#plan
  }
  get error(): AppError | undefined {
    return this.#error
  }
  /** The number of orders that another window is already cancelling. */
  get leftOut(): number {
    return this.#leftOut
  }
  /** The cancellations that this confirmation started, with their current state. */
  get started(): readonly Cancellation[] {
    return this.#log.current?.filter(({ planId }) => planId === this.#plan?.id) ?? []
  }

  get isOpen(): boolean {
    return this.#phase !== 'closed'
  }
  set isOpen(isOpen: boolean) {
    if (isOpen) return
    this.#sequence++
    this.#phase = 'closed'
  }

  /** Opens the dialog and loads what a cancel of this scope would affect now. */
  start(scope: CancelScope): Promise<void> {
    this.#scope = scope
    return this.reload()
  }

  async reload(): Promise<void> {
    if (this.#scope === undefined) return
    const sequence = ++this.#sequence
    this.#phase = 'loading'
    this.#plan = undefined
    this.#error = undefined
    try {
      const plan = await this.#client.call('cancels.prepare', { scope: this.#scope })
      if (sequence !== this.#sequence) return
      this.#plan = plan
    } catch (cause) {
      if (sequence !== this.#sequence) return
      this.#error = asAppError(cause)
    }
    this.#phase = 'ready'
  }

  /** Sends the confirmation of the plan that is shown, once. */
  async confirm(): Promise<void> {
    if (this.#phase !== 'ready' || this.#plan === undefined) return
    const sequence = this.#sequence
    this.#phase = 'confirming'
    try {
      const { leftOut } = await this.#client.call('cancels.confirm', { planId: this.#plan.id })
      if (sequence !== this.#sequence) return
      this.#leftOut = leftOut
      this.#phase = 'following'
    } catch (cause) {
      if (sequence !== this.#sequence) return
      this.#plan = undefined
      this.#error = asAppError(cause)
      this.#phase = 'ready'
    }
  }
}
