import { compare, type Decimal } from '#shared/decimal.ts'
import type { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { AlertRow } from '#shared/model/alert.ts'
import type { App } from '../../lib/app.svelte.ts'
import { asAppError } from '../../lib/host/failure.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'

export type PriceDirection = 'above' | 'below'
type PriceCondition = Extract<AlertCondition, { kind: 'price' }>

/** A rule with a price threshold for the instrument. */
export interface PriceAlert {
  readonly id: string
  readonly threshold: Decimal
  readonly direction: PriceDirection
  readonly row: AlertRow
}

/** The direction in which the price must move to reach a threshold; `null` if it is there already, or is unknown. */
export function directionTo(threshold: Decimal, last: Decimal | null): PriceDirection | null {
  const side = last === null ? 0 : compare(threshold, last)
  return side === 0 ? null : side > 0 ? 'above' : 'below'
}

/** The price alerts of one instrument. */
export class PriceAlerts {
  readonly #app: App
  readonly #symbol: string
  readonly #rows: Query<readonly AlertRow[]>
  /** Why the last change was refused. */
  problem = $state.raw<AppError>()
  /** What the last change did, for screen readers. */
  announcement = $state('')

  /** The alerts that can still fire: neither expired nor switched off. */
  readonly waiting = $derived.by((): readonly PriceAlert[] =>
    (this.#rows.current ?? []).flatMap((row) => {
      const condition = this.#conditionOf(row)
      const isWaiting = row.status === 'armed' || row.status === 'fired' || row.status === 'snoozed'
      if (condition === null || !isWaiting) return []
      return [{ id: row.rule.id, threshold: condition.threshold, direction: condition.direction, row }]
    }),
  )

  constructor(app: App, symbol: string) {
    this.#app = app
    this.#symbol = symbol
    this.#rows = query(app.client, 'alerts.list', {
      ignores: ['quotes.changed', 'accounts.changed', 'connection.changed'],
    })
  }

  get error(): AppError | undefined {
    return this.#rows.error
  }

  /** Adds an alert with the default options of the alert form. Returns whether it was saved. */
  add(threshold: Decimal, direction: PriceDirection): Promise<boolean> {
    const draft = {
      condition: { kind: 'price' as const, symbol: this.#symbol, direction, threshold },
      note: '',
      isEnabled: true,
      repeats: true,
      hysteresis: null,
      coolDownMinutes: 60,
      expiresAt: null,
    }
    return this.#change(
      () => this.#app.client.call('alerts.save', { id: null, draft }),
      m.instrument_page_alert_at_price_is_added({ price: threshold }),
    )
  }

  /**
   * Moves an alert to another price. If the price is on the other side of the last price, the direction is reversed.
   * Returns whether it was saved.
   */
  move({ id, row, direction }: PriceAlert, threshold: Decimal, last: Decimal | null): Promise<boolean> {
    const { id: _, createdAt: __, ...draft } = row.rule
    const condition = this.#conditionOf(row)
    if (condition === null || condition.threshold === threshold) return Promise.resolve(false)
    const next = { ...condition, threshold, direction: directionTo(threshold, last) ?? direction }
    return this.#change(
      () => this.#app.client.call('alerts.save', { id, draft: { ...draft, condition: next } }),
      m.instrument_page_the_alert_is_now_at_price({ price: threshold }),
    )
  }

  #conditionOf({ rule: { condition } }: AlertRow): PriceCondition | null {
    return condition.kind === 'price' && condition.symbol === this.#symbol ? condition : null
  }

  async #change(call: () => Promise<unknown>, words: string): Promise<boolean> {
    try {
      await call()
      this.problem = undefined
      this.announcement = words
    } catch (cause) {
      this.problem = asAppError(cause)
    }
    await this.#rows.refresh()
    return this.problem === undefined
  }
}
