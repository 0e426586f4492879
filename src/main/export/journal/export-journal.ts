import type { JournalFormat } from '#shared/model/transaction/history.ts'
import { beancountDialect } from './beancount-dialect.ts'
import { survey, type Dialect, type JournalHead, type Survey } from './dialect.ts'
import { noCurrency, type DayPrice } from './entry.ts'
import { JournalRows, type JournalRowsOptions } from './journal-rows.ts'
import { plainDialect } from './plain-dialect.ts'

export interface JournalOptions extends JournalRowsOptions {
  readonly format: JournalFormat
  /** The name of an instrument; `null` if it is not known. */
  readonly nameOf: (symbol: string) => string | null
  /** Prices in addition to those of own trades. They come later, so they replace a trade price of the same day. */
  readonly quotes: (symbols: readonly string[], rows: JournalRows) => Iterable<DayPrice>
  /** Plain sentences about what the journal lacks. */
  readonly remarks: readonly string[]
}

/** Text to write, and the number of rows processed so far. Each row is read twice, first for the declarations. */
interface JournalChunk {
  readonly text: string
  readonly rowsRead: number
}

/** The exported journal in chunks of bounded size. Write them in this order. Each transaction is contained exactly once. */
export function* exportJournal(options: JournalOptions): Generator<JournalChunk, Survey> {
  const rows = new JournalRows(options)
  let rowsRead = 0
  const surveying = survey(rows.chunks())
  let step = surveying.next()
  for (; step.done !== true; step = surveying.next()) {
    rowsRead += step.value.rowCount
    yield { text: '', rowsRead }
  }
  const found = step.value
  const priced = { ...found, currencies: new Map(found.currencies) }
  const symbols = [...found.symbols.keys()]
  for (const { currency } of options.quotes(symbols, rows))
    if (!priced.currencies.has(currency)) priced.currencies.set(currency, 0)
  const dialect = dialectOf(options.format, {
    survey: priced,
    nameOf: options.nameOf,
    remarks: remarksOf(options, rows, found),
  })
  yield { text: dialect.head(), rowsRead }
  for (const chunk of rows.chunks()) {
    rowsRead += chunk.rowCount
    yield { text: chunk.entries.map(dialect.entry).join('') + chunk.prices.map(dialect.price).join(''), rowsRead }
  }
  yield* writePrices(options.quotes(symbols, rows), dialect, rowsRead)
  return found
}

const pricesInChunk = 1_000

function* writePrices(prices: Iterable<DayPrice>, dialect: Dialect, rowsRead: number): Generator<JournalChunk> {
  let lines: string[] = []
  for (const price of prices) {
    lines.push(dialect.price(price))
    if (lines.length < pricesInChunk) continue
    yield { text: lines.join(''), rowsRead }
    lines = []
  }
  yield { text: lines.join(''), rowsRead }
}

const dialectOf = (format: JournalFormat, head: JournalHead): Dialect =>
  format === 'beancount' ? beancountDialect(head) : plainDialect(format, head)

function remarksOf(
  { choices, remarks }: JournalOptions,
  rows: JournalRows,
  { rowCount, unknownCount, assumedCurrencyCount, unknownCurrencyCount }: Survey,
): string[] {
  return [
    `Tidemark journal of ${rows.accountIds.join(' ')}: ${rowCount} transactions. Dates are UTC.`,
    `Lots are closed by the method ${choices.method}; sales beyond what was held are short lots.`,
    'Income and profit are negative, expenses positive. Pieces without a cost have a cost that is not known.',
    ...(unknownCount === 0
      ? []
      : [`The kind of ${unknownCount} transactions is not known: they are in Equity Clearing UnknownKind.`]),
    ...(assumedCurrencyCount === 0
      ? []
      : [`The service states no currency of ${assumedCurrencyCount} amounts: it is assumed (tag currency_source).`]),
    ...(unknownCurrencyCount === 0
      ? []
      : [`The currency of ${unknownCurrencyCount} amounts is not known: they are in ${noCurrency}.`]),
    ...remarks,
  ]
}
