import { z } from 'zod'
import type { Decimal } from '../../shared/decimal.ts'
import { AppError } from '../../shared/errors.ts'
import { CancelState, type Cancellation, type CancelStep } from '../../shared/model/order-cancel.ts'
import { Order } from '../../shared/model/order.ts'
import type { Db } from '../sqlite/db.ts'
import { decimalOrNull, flag, integer, json, text, textOrNull, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'

const Answer = z.enum(['taken', 'refused', 'not-found', 'lost'])

/** What a person confirmed for one order. */
interface AskedCancel {
  readonly id: string
  readonly planId: string
  readonly scope: string
  readonly before: Order
  readonly name: string | null
}

/** An attempt that is not settled, as the machine needs it. */
export interface OpenCancel {
  readonly id: string
  readonly accountId: string
  readonly orderId: string
  readonly state: CancelState
  readonly answer: z.infer<typeof Answer> | null
  readonly saidCancelled: boolean
  readonly askedAt: number
}

/** The next step of an attempt, and what became known with it. */
export interface NextStep {
  readonly state: CancelState
  readonly words: string
  readonly answer?: z.infer<typeof Answer>
  readonly saidCancelled?: boolean
  /** What the list shows at the end. */
  readonly shown?: { readonly executed: Decimal | null; readonly remaining: Decimal | null }
}

const onItsWay: readonly CancelState[] = ['asked', 'sent', 'checking', 'unknown']
const columns =
  'id, number, plan_id, scope, account_id, order_id, state, is_settled, before, name, executed, remaining, asked_at, changed_at'

/** Attempts to cancel orders: each step is on the disk before it is taken, so that a crash leaves the truth findable. */
export function createOrderCancels(db: Db) {
  const insert = db.prepare<[string, string, string, string, string, string, string | null, number, number]>(
    `INSERT INTO order_cancel (id, plan_id, scope, account_id, order_id, before, name, asked_at, changed_at, state, is_settled)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'asked', 0)`,
  )
  const insertStep = db.prepare<[number, string, string, string]>(
    'INSERT INTO order_cancel_step (at, state, words, cancel_number) SELECT ?, ?, ?, number FROM order_cancel WHERE id = ?',
  )
  const selectBusy = db.prepare<[string, string, number], Row>(
    'SELECT 1 FROM order_cancel WHERE account_id = ? AND order_id = ? AND (is_settled = 0 OR number > ?)',
  )
  const selectLast = db.prepare<[], Row>('SELECT coalesce(max(number), 0) AS number FROM order_cancel')
  const selectOpen = db.prepare<[], Row>(
    `SELECT id, account_id, order_id, state, answer, said_cancelled, asked_at
     FROM order_cancel WHERE is_settled = 0 ORDER BY number`,
  )
  const update = db.prepare<[string, number, number, string]>(
    'UPDATE order_cancel SET state = ?, is_settled = ?, changed_at = ? WHERE id = ? AND is_settled = 0',
  )
  const putAnswer = db.prepare<[string, number, string]>(
    'UPDATE order_cancel SET answer = ?, said_cancelled = ? WHERE id = ?',
  )
  const putShown = db.prepare<[string | null, string | null, string]>(
    'UPDATE order_cancel SET executed = ?, remaining = ? WHERE id = ?',
  )
  const selectOne = db.prepare<[string], Row>(`SELECT ${columns} FROM order_cancel WHERE id = ?`)
  const selectAll = db.prepare<[string | null, string | null, number], Row>(
    `SELECT ${columns} FROM order_cancel WHERE ? IS NULL OR account_id = ? ORDER BY number DESC LIMIT ?`,
  )
  const selectSteps = db.prepare<[number], Row>(
    'SELECT at, state, words FROM order_cancel_step WHERE cancel_number = ? ORDER BY number',
  )
  const selectState = db.prepare<[string, string], Row>(
    'SELECT state FROM order_cancel WHERE account_id = ? AND order_id = ? ORDER BY number DESC LIMIT 1',
  )

  function get(id: string): Cancellation {
    const row = selectOne.get(id)
    if (row === undefined) throw new AppError('not-found', 'There is no such cancellation.')
    return read(row)
  }

  const read = (row: Row): Cancellation => ({
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
    askedAt: integer(row, 'asked_at'),
    changedAt: integer(row, 'changed_at'),
    steps: selectSteps.all(integer(row, 'number')).map(readStep),
  })

  return {
    get,
    /** Of one account, or of all with `null`; newest first. */
    list: (accountId: string | null, limit: number): Cancellation[] =>
      selectAll.all(accountId, accountId, limit).map(read),
    /** Those that are not settled, oldest first. */
    listOpen: (): OpenCancel[] => selectOpen.all().map(readOpen),
    /** Where the latest attempt to cancel an order stands. */
    stateOf(accountId: string, orderId: string): CancelState | null {
      const row = selectState.get(accountId, orderId)
      return row === undefined ? null : CancelState.parse(text(row, 'state'))
    },
    /** The number of the latest attempt: what has a larger one came after. */
    lastNumber: (): number => integer(selectLast.get() ?? {}, 'number'),
    /** Whether an attempt is on its way, or one came after `number`. */
    isBusy: (accountId: string, orderId: string, number: number): boolean =>
      selectBusy.get(accountId, orderId, number) !== undefined,
    /** Keeps what was confirmed, all of it at once, before anything is sent. */
    ask(asked: readonly AskedCancel[], at: number): void {
      transact(db, () => {
        for (const { id, planId, scope, before, name } of asked) {
          const { accountId, id: orderId } = before
          insert.run(id, planId, scope, accountId, orderId, JSON.stringify(before), name, at, at)
          insertStep.run(at, 'asked', `Confirmed: ${scope}.`, id)
        }
      })
    },
    /** Keeps the next step. False: it is settled already, and stays as it is. */
    step: (id: string, { state, words, answer, saidCancelled = false, shown }: NextStep, at: number): boolean =>
      transact(db, () => {
        if (update.run(state, onItsWay.includes(state) ? 0 : 1, at, id).changes === 0) return false
        insertStep.run(at, state, words, id)
        if (answer !== undefined) putAnswer.run(answer, saidCancelled ? 1 : 0, id)
        if (shown !== undefined) putShown.run(shown.executed, shown.remaining, id)
        return true
      }),
  }
}

const readOpen = (row: Row): OpenCancel => {
  const answer = textOrNull(row, 'answer')
  return {
    id: text(row, 'id'),
    accountId: text(row, 'account_id'),
    orderId: text(row, 'order_id'),
    state: CancelState.parse(text(row, 'state')),
    answer: answer === null ? null : Answer.parse(answer),
    saidCancelled: flag(row, 'said_cancelled'),
    askedAt: integer(row, 'asked_at'),
  }
}

const readStep = (row: Row): CancelStep => ({
  at: integer(row, 'at'),
  state: CancelState.parse(text(row, 'state')),
  words: text(row, 'words'),
})
