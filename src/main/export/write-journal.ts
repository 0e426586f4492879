import type { Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import { createCache } from '../cache/cache.ts'
import { readFacts } from '../cache/instrument-facts.ts'
import { LedgerRows } from '../cache/ledger/ledger-rows.ts'
import { quotedPrice, valueOf } from '../insight/history/past-price.ts'
import { parseUnits } from '../insight/lots/units.ts'
import { openJournalReader } from '../journal/open-reader.ts'
import type { Db } from '../sqlite/db.ts'
import { decimal, integer, type Row } from '../sqlite/row.ts'
import { letOthersRun } from '../time/clock.ts'
import { onePiece, rounded } from './journal/day-prices.ts'
import type { DayPrice } from './journal/entry.ts'
import { exportJournal } from './journal/export-journal.ts'
import type { JournalRows } from './journal/journal-rows.ts'
import type { JournalExport } from './messages.ts'
import { historyRemarks } from './remarks.ts'
import type { WriterInput } from './writer-input.ts'

/** Reads the last recorded price of each UTC day of an instrument, oldest first; times in UTC ms. */
function createDayQuotes(db: Db) {
  // SQLite takes the other columns of a group from the row with the maximum.
  const select = db.prepare<[string, number], Row>(
    'SELECT max(at) AS at, last FROM recorded_quote WHERE symbol = ? GROUP BY at / CAST(? AS INTEGER) ORDER BY 1',
  )
  return (symbol: string): { readonly at: number; readonly last: Decimal }[] =>
    select.all(symbol, dayMs).map((row) => ({ at: integer(row, 'at'), last: decimal(row, 'last') }))
}

/** Writes the transactions of a set of accounts as a journal of another program. Returns their number. */
export async function writeJournal({ db, append, report }: WriterInput, request: JournalExport): Promise<number> {
  const cache = createCache(db)
  const journal = openJournalReader(request.journalPath)
  try {
    const steps = exportJournal({
      db,
      tables: cache,
      choices: request.choices,
      accountIds: request.accountIds,
      format: request.format,
      nameOf: (symbol) => readFacts(cache, [symbol])(symbol).name,
      quotes: (symbols, rows) => recordedPrices(journal, symbols, rows),
      remarks: historyRemarks(cache, request),
    })
    const passes = 2
    const total = new LedgerRows(db).count()
    for (;;) {
      const step = steps.next()
      if (step.done === true) return step.value.rowCount
      const { text, rowsRead } = step.value
      if (text !== '') await append(text)
      report(Math.min(Math.floor(rowsRead / passes), total), total)
      await letOthersRun()
    }
  } finally {
    journal.close()
  }
}

/** The last recorded price of each day, for one piece. A bond is valued with its face value on the day. */
function* recordedPrices(journal: Db, symbols: readonly string[], rows: JournalRows): Generator<DayPrice> {
  const readQuotes = createDayQuotes(journal)
  for (const symbol of symbols) {
    const instrument = rows.instrumentOf(symbol)
    for (const { at, last } of readQuotes(symbol)) {
      const units = parseUnits(last)
      const quoted = units === null ? null : quotedPrice(units, at, instrument)
      const price = quoted === null ? null : valueOf(onePiece, quoted, instrument, at)
      if (quoted !== null && price !== null && price > 0n)
        yield { at, symbol, currency: quoted.currency, price: rounded(price) }
    }
  }
}
