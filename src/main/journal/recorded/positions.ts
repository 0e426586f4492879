import { minuteMs } from '../../../shared/durations.ts'
import type { Decimal } from '../../../shared/decimal.ts'
import type { Db } from '../../sqlite/db.ts'
import { letOthersRun } from '../../sqlite/yield-to-event-loop.ts'
import { decimalOrNull, integer, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { createSpanRecord, type Span } from './span-record.ts'

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

/** Prices change with every reading, and more than one point a minute would be thinned out anyway. */
const pricesEveryMs = minuteMs
const noHolding: Holding = { quantity: '0' as Decimal, averagePrice: null, price: null }

/** The recorded positions of each account: the service keeps no history of them. */
export function createRecordedPositions(db: Db) {
  const lastReadings = new Map<string, { readonly at: number; readonly held: string }>()
  const spans = createSpanRecord<number, Holding>(db, {
    table: 'recorded_position',
    key: 'holding',
    columns: ['quantity', 'average_price', 'price'],
    write: ({ quantity, averagePrice, price }) => [quantity, averagePrice, price],
    read: (row) => ({
      quantity: decimalOrNull(row, 'quantity'),
      averagePrice: decimalOrNull(row, 'average_price'),
      price: decimalOrNull(row, 'price'),
    }),
  })
  const selectOfAccount = db.prepare<[string], Row>('SELECT key, symbol FROM recorded_holding WHERE account_id = ?')
  const selectOfSymbol = db.prepare<[string], Row>(
    'SELECT key, account_id FROM recorded_holding WHERE symbol = ? ORDER BY account_id',
  )
  const selectNext = db.prepare<[number], Row>('SELECT key FROM recorded_holding WHERE key > ? ORDER BY key LIMIT 1')
  const add = db.prepare<[string, string]>('INSERT INTO recorded_holding (account_id, symbol) VALUES (?, ?)')

  function write(
    accountId: string,
    at: number,
    positions: readonly SeenPosition[],
    previousAt: number | null,
  ): boolean {
    const gone = new Map(selectOfAccount.all(accountId).map((row) => [text(row, 'symbol'), integer(row, 'key')]))
    let isWritten = false
    for (const { symbol, quantity, averagePrice, currentPrice } of positions) {
      const known = gone.get(symbol)
      if (quantity === '0') continue
      gone.delete(symbol)
      const key = known ?? Number(add.run(accountId, symbol).lastInsertRowid)
      const seen = { quantity, averagePrice, price: currentPrice }
      isWritten = spans.record(key, at, seen, previousAt) || isWritten
    }
    // A closed position is recorded once; it counts as closed until it appears again.
    for (const key of gone.values()) {
      const last = spans.latest(key, at)
      if (last !== null && last.quantity !== '0') isWritten = spans.record(key, at, noHolding, previousAt) || isWritten
    }
    return isWritten
  }

  return {
    /**
     * Records all positions of an account at a time (UTC ms): a changed quantity or average price at once, prices once a
     * minute. Returns whether anything was written.
     */
    record(accountId: string, at: number, positions: readonly SeenPosition[]): boolean {
      const held = JSON.stringify(positions.map((one) => [one.symbol, one.quantity, one.averagePrice]))
      const last = lastReadings.get(accountId)
      if (last?.held === held && at >= last.at && at - last.at < pricesEveryMs) return false
      const isWritten = transact(db, () => write(accountId, at, positions, last?.at ?? null))
      lastReadings.set(accountId, { at, held })
      return isWritten
    },
    /**
     * The spans of an instrument from `from` to `to` (UTC ms, exclusive) in one account or, with `null`, in all, oldest first
     * per account. The first span is the one known at `from`. A quantity of zero means that it was no longer held.
     */
    history: (accountId: string | null, symbol: string, from: number, to: number): RecordedPosition[] =>
      selectOfSymbol.all(symbol).flatMap((row) => {
        const id = text(row, 'account_id')
        if (accountId !== null && accountId !== id) return []
        return spans.history(integer(row, 'key'), from, to).map((span) => ({ accountId: id, ...span }))
      }),
    /** Keeps one point a minute for a day, one an hour for a month, one a day after that. Yields to the event loop between positions. */
    async thin(now: number): Promise<void> {
      for (let row = selectNext.get(0); row !== undefined; row = selectNext.get(integer(row, 'key'))) {
        const key = integer(row, 'key')
        transact(db, () => spans.thin(key, now))
        await letOthersRun()
      }
    },
  }
}
