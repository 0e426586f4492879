import type { Decimal } from '#shared/decimal.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Db } from '../../sqlite/db.ts'
import { decimal, decimalOrNull, text, textOrNull, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import type { SharedValues } from '../shared/shared-values.ts'
import { SpanRecord, type Span } from './span-record.ts'

/**
 * An account's equity and required margin in its own currency, and the uniform price move in percent that leads to a margin
 * call. `state` and `percent` are `null` if they were unknown.
 */
interface MarginValue {
  readonly equity: Decimal
  readonly requirement: Decimal
  readonly state: 'call' | 'below' | 'none' | null
  readonly percent: Decimal | null
}

/** Figures change with every reading, and more than one point a minute would be deleted later. */
const recordEveryMs = minuteMs

const marginTable = (others: Pick<SharedValues, 'byComputer'> | null) => ({
  table: 'recorded_margin',
  key: 'account_id',
  columns: ['equity', 'requirement', 'state', 'percent'],
  write: ({ equity, requirement, state, percent }: MarginValue) => [equity, requirement, state, percent],
  read: (row: Row): MarginValue => ({
    equity: decimal(row, 'equity'),
    requirement: decimal(row, 'requirement'),
    state: stateOf(textOrNull(row, 'state')),
    percent: decimalOrNull(row, 'percent'),
  }),
  ofOthers: (key: string, from: number, to: number) => others?.byComputer('margin', key, from, to) ?? [],
})

/** The recorded distance of each account to a margin call. The service keeps no history of it. */
export class RecordedMargin {
  readonly #db: Db
  readonly #spans: SpanRecord<string, MarginValue>
  readonly #selectAccounts
  readonly #lastReadAt = new Map<string, number>()

  constructor(db: Db, others: Pick<SharedValues, 'byComputer'> | null = null) {
    this.#db = db
    this.#spans = new SpanRecord(db, marginTable(others))
    this.#selectAccounts = db.prepare<[], Row>('SELECT DISTINCT account_id FROM recorded_margin ORDER BY account_id')
  }

  /** Whether a reading at this time (UTC ms) is to be recorded: one a minute. */
  isDue(accountId: string, at: number): boolean {
    const last = this.#lastReadAt.get(accountId)
    return last === undefined || at < last || at - last >= recordEveryMs
  }

  /** Records a change, or the same value every 5 minutes; returns whether anything was written. */
  record(accountId: string, at: number, value: MarginValue): boolean {
    const previousAt = this.#lastReadAt.get(accountId) ?? null
    const isWritten = transact(this.#db, () => this.#spans.record(accountId, at, value, previousAt))
    this.#lastReadAt.set(accountId, at)
    return isWritten
  }

  /** The spans from `from` to `to` (UTC ms, exclusive), oldest first. The first span is the value known at `from`. */
  history(accountId: string, from: number, to: number): (Span & MarginValue)[] {
    return this.#spans.history(accountId, from, to)
  }

  /** Keeps one point a minute for a day, one an hour for a month, one a day after that. */
  thin(now: number): void {
    const ids = this.#selectAccounts.all().map((row) => text(row, 'account_id'))
    transact(this.#db, () => {
      for (const id of ids) this.#spans.thin(id, now)
    })
  }
}

const stateOf = (stored: string | null): MarginValue['state'] =>
  stored === 'call' || stored === 'below' || stored === 'none' ? stored : null
