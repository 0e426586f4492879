import type { Cache } from '../../cache/cache.ts'
import type { InstrumentFacts } from '../../cache/instrument-facts.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Db } from '../../sqlite/db.ts'
import { instantOrNull, instantText } from '../copy-text.ts'
import { smallUnit, type Unit } from './subject.ts'

/** A range that contains all possible times (UTC ms). */
const [begin, end] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
const symbolsAtOnce = 500

function* inChunks(symbols: readonly string[]): Generator<readonly string[]> {
  for (let first = 0; first < symbols.length; first += symbolsAtOnce) yield symbols.slice(first, first + symbolsAtOnce)
}

/** The newest quote of each instrument. */
export function* quoteUnits(db: Db, cache: Pick<Cache, 'quotes'>): Generator<Unit> {
  const symbols = db.prepare<[], string>('SELECT symbol FROM quote ORDER BY symbol').pluck().all()
  for (const chunk of inChunks(symbols))
    for (const { quote, fetchedAt } of cache.quotes.getMany(chunk)) {
      const { symbol, at, atText, bid, ask, last, lastSize, open, high, low, close, change, volume, turnover } = quote
      yield smallUnit(symbol, fetchedAt, 'quote', [
        [
          symbol,
          instantOrNull(at),
          atText,
          bid,
          ask,
          last,
          lastSize,
          open,
          high,
          low,
          close,
          change,
          volume,
          turnover,
          instantText(fetchedAt),
        ],
      ])
    }
}

/** The instruments of rows, positions, quotes and records, if their name or type is known. */
export function* instrumentUnits(
  db: Db,
  cache: Pick<Cache, 'instruments' | 'instrumentDetails'>,
  recorded: readonly string[],
): Generator<Unit> {
  const stored = db
    .prepare<[], string>(
      `SELECT symbol FROM transaction_subject WHERE symbol <> '' UNION SELECT symbol FROM position UNION SELECT symbol FROM quote`,
    )
    .pluck()
    .all()
  const symbols = [...new Set([...stored, ...recorded])].sort()
  for (const chunk of inChunks(symbols)) {
    const factsOf = readFacts(cache, chunk)
    for (const symbol of chunk) yield* instrumentUnit(symbol, factsOf(symbol))
  }
}

/** Reference data has no time of its own: it is the same on all computers. */
function* instrumentUnit(symbol: string, { name, type }: InstrumentFacts): Generator<Unit> {
  if (name !== null || type !== null) yield smallUnit(symbol, 0, 'instrument', [[symbol, name, type]])
}

/** The equity that this computer recorded. */
export function* recordedEquityUnits({ equity }: Pick<Journal, 'equity'>): Generator<Unit> {
  for (const [unit, spans] of Map.groupBy(equity.history(null, begin, end), ({ accountId }) => accountId)) {
    const rows = spans.map((span) => [unit, instantText(span.at), instantText(span.until), span.equity])
    yield smallUnit(unit, 0, 'recorded_equity', rows)
  }
}

/** The prices that this computer recorded. */
export function* recordedQuoteUnits({ quotes }: Pick<Journal, 'quotes'>): Generator<Unit> {
  for (const unit of quotes.symbols()) {
    const rows = quotes.history(unit, begin, end).map(({ at, last }) => [unit, instantText(at), last])
    yield smallUnit(unit, 0, 'recorded_quote', rows)
  }
}
