import type { Client } from '../../shared/client.ts'
import type { AppError } from '../../shared/errors.ts'
import type { Cancellation, CancelPlan, CancelScope } from '../../shared/model/order-cancel.ts'
import { asAppError } from '../lib/failure.ts'
import { Query } from '../lib/query.svelte.ts'

/** The way of a cancel through its dialog: read, ask, confirm once, follow. Closing it stops nothing that was confirmed. */
export class CancelFlow {
  #phase = $state<'closed' | 'reading' | 'asking' | 'confirming' | 'following'>('closed')
  #plan = $state.raw<CancelPlan>()
  #error = $state.raw<AppError>()
  #leftOut = $state(0)
  #scope: CancelScope | undefined
  /** An answer that comes after the dialog was closed, or asked anew, is nobody's. */
  #turn = 0
  readonly #client: Client
  readonly #log: Query<Cancellation[]>

  constructor(client: Client) {
    this.#client = client
    this.#log = new Query(client, 'cancels.changed', () => client.call('cancels.list', { accountId: null, limit: 500 }))
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
  /** Orders that another window is cancelling by now. */
  get leftOut(): number {
    return this.#leftOut
  }
  /** What this confirmation has begun, and where it stands. */
  get begun(): readonly Cancellation[] {
    return this.#log.current?.filter(({ planId }) => planId === this.#plan?.id) ?? []
  }

  get isOpen(): boolean {
    return this.#phase !== 'closed'
  }
  set isOpen(isOpen: boolean) {
    if (isOpen) return
    this.#turn++
    this.#phase = 'closed'
  }

  /** Asks for what a cancel of this scope would mean now. */
  ask(scope: CancelScope): Promise<void> {
    this.#scope = scope
    return this.readAgain()
  }

  async readAgain(): Promise<void> {
    if (this.#scope === undefined) return
    const turn = ++this.#turn
    this.#phase = 'reading'
    this.#plan = undefined
    this.#error = undefined
    try {
      const plan = await this.#client.call('cancels.prepare', { scope: this.#scope })
      if (turn !== this.#turn) return
      this.#plan = plan
    } catch (cause) {
      if (turn !== this.#turn) return
      this.#error = asAppError(cause)
    }
    this.#phase = 'asking'
  }

  /** Confirms the plan that is shown, once. */
  async confirm(): Promise<void> {
    if (this.#phase !== 'asking' || this.#plan === undefined) return
    const turn = this.#turn
    this.#phase = 'confirming'
    try {
      const { leftOut } = await this.#client.call('cancels.confirm', { planId: this.#plan.id })
      if (turn !== this.#turn) return
      this.#leftOut = leftOut
      this.#phase = 'following'
    } catch (cause) {
      if (turn !== this.#turn) return
      this.#plan = undefined
      this.#error = asAppError(cause)
      this.#phase = 'asking'
    }
  }
}
