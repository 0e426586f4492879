import type { Decimal } from '../../shared/decimal.ts'
import type { Db } from '../sqlite/db.ts'
import { letOthersRun } from '../sqlite/let-others-run.ts'
import { decimalOrNull, integer, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import { createSpanRecord, type Span } from './span-record.ts'

/** Signed pieces and prices as the service stated them; `null` is not stated. */
interface Holding {
  readonly quantity: Decimal | null
  readonly averagePrice: Decimal | null
  readonly price: Decimal | null
}

/** A position as an account's answer carries it. */
interface SeenPosition {
  readonly symbol: string
  readonly quantity: Decimal | null
  readonly averagePrice: Decimal | null
  readonly currentPrice: Decimal | null
}

interface RecordedPosition extends Holding, Span {
  readonly accountId: string
}

/** Prices move with every look: more than a point a minute is thinned out anyhow. */
const pricesEveryMs = 60_000
const nothing: Holding = { quantity: '0' as Decimal, averagePrice: null, price: null }

/** What each account held over the years: the service has no history of it. */
export function createRecordedPositions(db: Db) {
  const lastLooks = new Map<string, { readonly at: number; readonly held: string }>()
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

  function write(accountId: string, at: number, positions: readonly SeenPosition[], lookedAt: number | null): boolean {
    const gone = new Map(selectOfAccount.all(accountId).map((row) => [text(row, 'symbol'), integer(row, 'key')]))
    let isWritten = false
    for (const { symbol, quantity, averagePrice, currentPrice } of positions) {
      const known = gone.get(symbol)
      if (quantity === '0') continue
      gone.delete(symbol)
      const key = known ?? Number(add.run(accountId, symbol).lastInsertRowid)
      const seen = { quantity, averagePrice, price: currentPrice }
      isWritten = spans.record(key, at, seen, lookedAt) || isWritten
    }
    // What is gone is said once: it stays gone until it is seen again.
    for (const key of gone.values()) {
      const last = spans.latest(key, at)
      if (last !== null && last.quantity !== '0') isWritten = spans.record(key, at, nothing, lookedAt) || isWritten
    }
    return isWritten
  }

  return {
    /**
     * Notes all that an account holds at a moment (UTC ms): a quantity or an average that changed at once, prices once a
     * minute; whether anything was written.
     */
    record(accountId: string, at: number, positions: readonly SeenPosition[]): boolean {
      const held = JSON.stringify(positions.map((one) => [one.symbol, one.quantity, one.averagePrice]))
      const last = lastLooks.get(accountId)
      if (last?.held === held && at >= last.at && at - last.at < pricesEveryMs) return false
      const isWritten = transact(db, () => write(accountId, at, positions, last?.at ?? null))
      lastLooks.set(accountId, { at, held })
      return isWritten
    },
    /**
     * What was recorded of an instrument from `from` to `to` (UTC ms, exclusive), in one account or in all, oldest first
     * within an account; begins with what was known at `from`. A quantity of zero says that it was no longer held.
     */
    history: (accountId: string | null, symbol: string, from: number, to: number): RecordedPosition[] =>
      selectOfSymbol.all(symbol).flatMap((row) => {
        const id = text(row, 'account_id')
        if (accountId !== null && accountId !== id) return []
        return spans.history(integer(row, 'key'), from, to).map((span) => ({ accountId: id, ...span }))
      }),
    /** Keeps minutes for a day, hours for a month, days for ever. Lets others run between positions. */
    async thin(now: number): Promise<void> {
      for (let row = selectNext.get(0); row !== undefined; row = selectNext.get(integer(row, 'key'))) {
        const key = integer(row, 'key')
        transact(db, () => spans.thin(key, now))
        await letOthersRun()
      }
    },
  }
}
