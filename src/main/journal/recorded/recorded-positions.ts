import type { Decimal } from '#shared/decimal.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Db } from '../../sqlite/db.ts'
import { decimalOrNull, integer, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { letOthersRun } from '../../time/clock.ts'
import { SpanRecord, type Span } from './span-record.ts'

/** Signed pieces and prices as reported by the service; `null` when not reported. */
interface Holding {
  readonly quantity: Decimal | null
  readonly averagePrice: Decimal | null
  readonly price: Decimal | null
}

/** A position in the service's account response. */
interface SeenPosition {
  readonly symbol: string
  readonly quantity: Decimal | null
  readonly averagePrice: Decimal | null
  readonly currentPrice: Decimal | null
}

interface RecordedPosition extends Holding, Span {
  readonly accountId: string
}

/** Prices change with every reading, and more than one point a minute would be deleted later. */
const pricesEveryMs = minuteMs
const noHolding: Holding = { quantity: '0' as Decimal, averagePrice: null, price: null }

const holdingTable = {
  table: 'recorded_position',
  key: 'holding',
  columns: ['quantity', 'average_price', 'price'],
  write: ({ quantity, averagePrice, price }: Holding) => [quantity, averagePrice, price],
  read: (row: Row): Holding => ({
    quantity: decimalOrNull(row, 'quantity'),
    averagePrice: decimalOrNull(row, 'average_price'),
    price: decimalOrNull(row, 'price'),
  }),
}

const prepareStatements = (db: Db) => ({
  selectOfAccount: db.prepare<[string], Row>('SELECT key, symbol FROM recorded_holding WHERE account_id = ?'),
  selectOfSymbol: db.prepare<[string], Row>(
    'SELECT key, account_id FROM recorded_holding WHERE symbol = ? ORDER BY account_id',
  ),
  selectNext: db.prepare<[number], Row>('SELECT key FROM recorded_holding WHERE key > ? ORDER BY key LIMIT 1'),
  add: db.prepare<[string, string]>('INSERT INTO recorded_holding (account_id, symbol) VALUES (?, ?)'),
})

/** The recorded positions of each account. The service keeps no history of them. */
export class RecordedPositions {
  readonly #db: Db
  readonly #sql
  readonly #spans: SpanRecord<number, Holding>
  readonly #lastReadings = new Map<string, { readonly at: number; readonly held: string }>()

  constructor(db: Db) {
    this.#db = db
    this.#sql = prepareStatements(db)
    this.#spans = new SpanRecord(db, holdingTable)
  }

  /**
   * Records all positions of an account at a time (UTC ms): a changed quantity or average price at once, prices once a
   * minute. Returns whether anything was written.
   */
  record(accountId: string, at: number, positions: readonly SeenPosition[]): boolean {
    const held = JSON.stringify(positions.map(({ symbol, quantity, averagePrice }) => [symbol, quantity, averagePrice]))
    const last = this.#lastReadings.get(accountId)
    if (last?.held === held && at >= last.at && at - last.at < pricesEveryMs) return false
    const isWritten = transact(this.#db, () => this.#write(accountId, at, positions, last?.at ?? null))
    this.#lastReadings.set(accountId, { at, held })
    return isWritten
  }

  /**
   * The spans of an instrument from `from` to `to` (UTC ms, exclusive) in one account or, with `null`, in all, oldest first per
   * account. The first span is the value known at `from`. A quantity of zero means that the instrument was no longer held.
   */
  history(accountId: string | null, symbol: string, from: number, to: number): RecordedPosition[] {
    return this.#sql.selectOfSymbol.all(symbol).flatMap((row) => {
      const id = text(row, 'account_id')
      if (accountId !== null && accountId !== id) return []
      return this.#spans.history(integer(row, 'key'), from, to).map((span) => ({ accountId: id, ...span }))
    })
  }

  /** The last recorded holdings of an account from `from` to `to` (UTC ms, exclusive), by symbol. */
  lastOf(accountId: string, from: number, to: number): ReadonlyMap<string, Holding> {
    const rows = this.#sql.selectOfAccount.all(accountId)
    return new Map(
      rows.flatMap((row) => {
        const last = this.#spans.history(integer(row, 'key'), from, to).at(-1)
        return last === undefined ? [] : [[text(row, 'symbol'), last] as const]
      }),
    )
  }

  /** Keeps one point a minute for a day, one an hour for a month, one a day after that. Yields to the event loop between positions. */
  async thin(now: number): Promise<void> {
    const { selectNext } = this.#sql
    for (let row = selectNext.get(0); row !== undefined; row = selectNext.get(integer(row, 'key'))) {
      const key = integer(row, 'key')
      transact(this.#db, () => this.#spans.thin(key, now))
      await letOthersRun()
    }
  }

  #write(accountId: string, at: number, positions: readonly SeenPosition[], previousAt: number | null): boolean {
    const rows = this.#sql.selectOfAccount.all(accountId)
    const gone = new Map(rows.map((row) => [text(row, 'symbol'), integer(row, 'key')]))
    let isWritten = false
    for (const { symbol, quantity, averagePrice, currentPrice } of positions) {
      const known = gone.get(symbol)
      if (quantity === '0') continue
      gone.delete(symbol)
      const key = known ?? Number(this.#sql.add.run(accountId, symbol).lastInsertRowid)
      const seen = { quantity, averagePrice, price: currentPrice }
      isWritten = this.#spans.record(key, at, seen, previousAt) || isWritten
    }
    // A closed position is recorded once. It counts as closed until it appears again.
    for (const key of gone.values()) {
      const last = this.#spans.latest(key, at)
      if (last === null || last.quantity === '0') continue
      isWritten = this.#spans.record(key, at, noHolding, previousAt) || isWritten
    }
    return isWritten
  }
}
