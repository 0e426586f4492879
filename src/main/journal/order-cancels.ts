import { z } from 'zod'
import type { Decimal } from '#shared/decimal.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { CancelState, type Cancellation, type CancelStep } from '#shared/model/order/cancel.ts'
import { Order } from '#shared/model/order/order.ts'
import { cancelWords, keepCancelWords } from '#shared/text/cancel-words.ts'
import type { Db } from '../sqlite/db.ts'
import { decimalOrNull, flag, integer, json, text, textOrNull, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

const CancelResponse = z.enum(['taken', 'refused', 'not-found', 'lost'])

/** A cancellation of one order that the user confirmed. */
interface ConfirmedCancel {
  readonly id: string
  readonly planId: string
  readonly scope: string
  readonly before: Order
  readonly name: string | null
}

/** A cancellation without a final state, with the fields that the state machine needs. */
export interface OpenCancel {
  readonly id: string
  readonly accountId: string
  readonly orderId: string
  readonly state: CancelState
  readonly response: z.infer<typeof CancelResponse> | null
  readonly saidCancelled: boolean
  readonly requestedAt: number
}

/** The next step of a cancellation, and the new information that came with it. */
export interface NextStep {
  readonly state: CancelState
  /** The text in the form of `keepCancelWords`. */
  readonly words: string
  readonly response?: z.infer<typeof CancelResponse>
  readonly saidCancelled?: boolean
  /** The quantities that the list of orders shows at the end. */
  readonly shown?: { readonly executed: Decimal | null; readonly remaining: Decimal | null }
}

const unsettledStates: readonly CancelState[] = ['asked', 'sent', 'checking', 'unknown']
const columns =
  'id, number, plan_id, scope, account_id, order_id, state, is_settled, before, name, executed, remaining, requested_at, changed_at'

const prepareStatements = (db: Db) => ({
  insert: db.prepare<[string, string, string, string, string, string, string | null, number, number]>(
    `INSERT INTO order_cancel (id, plan_id, scope, account_id, order_id, before, name, requested_at, changed_at, state, is_settled)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'asked', 0)`,
  ),
  insertStep: db.prepare<[number, string, string, string]>(
    'INSERT INTO order_cancel_step (at, state, words, cancel_number) SELECT ?, ?, ?, number FROM order_cancel WHERE id = ?',
  ),
  selectBusy: db.prepare<[string, string, number], Row>(
    'SELECT 1 FROM order_cancel WHERE account_id = ? AND order_id = ? AND (is_settled = 0 OR number > ?)',
  ),
  selectLast: db.prepare<[], Row>('SELECT coalesce(max(number), 0) AS number FROM order_cancel'),
  selectOpen: db.prepare<[], Row>(
    `SELECT id, account_id, order_id, state, answer, said_cancelled, requested_at
     FROM order_cancel WHERE is_settled = 0 ORDER BY number`,
  ),
  update: db.prepare<[string, number, number, string]>(
    'UPDATE order_cancel SET state = ?, is_settled = ?, changed_at = ? WHERE id = ? AND is_settled = 0',
  ),
  putResponse: db.prepare<[string, number, string]>(
    'UPDATE order_cancel SET answer = ?, said_cancelled = ? WHERE id = ?',
  ),
  putShown: db.prepare<[string | null, string | null, string]>(
    'UPDATE order_cancel SET executed = ?, remaining = ? WHERE id = ?',
  ),
  selectOne: db.prepare<[string], Row>(`SELECT ${columns} FROM order_cancel WHERE id = ?`),
  selectAll: db.prepare<[string | null, string | null, number], Row>(
    `SELECT ${columns} FROM order_cancel WHERE ? IS NULL OR account_id = ? ORDER BY number DESC LIMIT ?`,
  ),
  selectSteps: db.prepare<[number], Row>(
    'SELECT at, state, words FROM order_cancel_step WHERE cancel_number = ? ORDER BY number',
  ),
  selectState: db.prepare<[string, string], Row>(
    'SELECT state FROM order_cancel WHERE account_id = ? AND order_id = ? ORDER BY number DESC LIMIT 1',
  ),
})

/** Cancellations of orders. Each step is stored before it is taken, so that the state is known after a crash. */
export class OrderCancels {
  readonly #db: Db
  readonly #sql

  constructor(db: Db) {
    this.#db = db
    this.#sql = prepareStatements(db)
  }

  /** Throws `not-found` when there is no such cancellation. */
  get(id: string): Cancellation {
    const row = this.#sql.selectOne.get(id)
    if (row === undefined) throw new AppError('not-found', m.journal_this_cancellation_does_not_exist())
    return this.#read(row)
  }

  /** Cancellations of one account, or of all with `null`, newest first. */
  list(accountId: string | null, limit: number): Cancellation[] {
    return this.#sql.selectAll.all(accountId, accountId, limit).map((row) => this.#read(row))
  }

  /** All unsettled cancellations, oldest first. */
  listOpen(): OpenCancel[] {
    return this.#sql.selectOpen.all().map(readOpen)
  }

  /** The state of the latest cancellation of an order; null when there is none. */
  stateOf(accountId: string, orderId: string): CancelState | null {
    const row = this.#sql.selectState.get(accountId, orderId)
    return row === undefined ? null : CancelState.parse(text(row, 'state'))
  }

  /** The number of the latest cancellation. Numbers increase. */
  lastNumber(): number {
    return integer(this.#sql.selectLast.get() ?? {}, 'number')
  }

  /** Whether the order has an unsettled cancellation, or one newer than `number`. */
  isBusy(accountId: string, orderId: string, number: number): boolean {
    return this.#sql.selectBusy.get(accountId, orderId, number) !== undefined
  }

  /** Stores confirmed cancellations in one transaction, before anything is sent. */
  ask(confirmed: readonly ConfirmedCancel[], at: number): void {
    transact(this.#db, () => {
      for (const { id, planId, scope, before, name } of confirmed) {
        const { accountId, id: orderId } = before
        this.#sql.insert.run(id, planId, scope, accountId, orderId, JSON.stringify(before), name, at, at)
        this.#sql.insertStep.run(at, 'asked', keepCancelWords('confirmed', scope), id)
      }
    })
  }

  /** Stores the next step. Returns false when the cancellation is already settled; then nothing changes. */
  step(id: string, { state, words, response, saidCancelled = false, shown }: NextStep, at: number): boolean {
    return transact(this.#db, () => {
      const isSettled = unsettledStates.includes(state) ? 0 : 1
      if (this.#sql.update.run(state, isSettled, at, id).changes === 0) return false
      this.#sql.insertStep.run(at, state, words, id)
      if (response !== undefined) this.#sql.putResponse.run(response, saidCancelled ? 1 : 0, id)
      if (shown !== undefined) this.#sql.putShown.run(shown.executed, shown.remaining, id)
      return true
    })
  }

  #read(row: Row): Cancellation {
    return {
      id: text(row, 'id'),
      planId: text(row, 'plan_id'),
      scope: text(row, 'scope'),
      accountId: text(row, 'account_id'),
      orderId: text(row, 'order_id'),
      state: CancelState.parse(text(row, 'state')),
      isSettled: flag(row, 'is_settled'),
      before: json(row, 'before', Order),
      name: textOrNull(row, 'name'),
      executed: decimalOrNull(row, 'executed'),
      remaining: decimalOrNull(row, 'remaining'),
      requestedAt: integer(row, 'requested_at'),
      changedAt: integer(row, 'changed_at'),
      steps: this.#sql.selectSteps.all(integer(row, 'number')).map(readStep),
    }
  }
}

const readOpen = (row: Row): OpenCancel => {
  const response = textOrNull(row, 'answer')
  return {
    id: text(row, 'id'),
    accountId: text(row, 'account_id'),
    orderId: text(row, 'order_id'),
    state: CancelState.parse(text(row, 'state')),
    response: response === null ? null : CancelResponse.parse(response),
    saidCancelled: flag(row, 'said_cancelled'),
    requestedAt: integer(row, 'requested_at'),
  }
}

const readStep = (row: Row): CancelStep => ({
  at: integer(row, 'at'),
  state: CancelState.parse(text(row, 'state')),
  words: cancelWords(text(row, 'words')),
})
