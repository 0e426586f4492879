import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { QuoteRow } from '#shared/model/watchlist.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import type { Call, Command } from '../command/command.ts'
import { UsageError } from '../command/options.ts'
import { marketStateWords } from '../output/code-words.ts'
import { amount, code, detail, figure, key, text, time, type Column } from '../output/column.ts'

const columns: readonly Column<QuoteRow>[] = [
  key('symbol', ({ symbol }) => symbol),
  text('instrument', ({ name }) => name),
  key('currency', ({ currency }) => currency),
  figure('last', ({ quote }) => quote?.last ?? null),
  { ...figure('change_percent', ({ changePercent }) => changePercent), isProfit: true },
  detail(figure('bid', ({ quote }) => quote?.bid ?? null)),
  detail(figure('ask', ({ quote }) => quote?.ask ?? null)),
  detail(figure('close', ({ quote }) => quote?.close ?? null)),
  detail(figure('volume', ({ quote }) => quote?.volume ?? null)),
  detail(amount('held', ({ heldQuantity }) => heldQuantity)),
  code('market', ({ market }) => market.state, marketStateWords),
  detail(figure('delay_minutes', ({ delayMinutes }) => delayMinutes)),
  time('time', ({ quote }) => quote?.at ?? null),
  detail(time('updated', ({ fetchedAt }) => fetchedAt)),
]

export const quotes: Command = {
  name: 'quotes',
  summary: m.cli_quotes,
  needs: ['getQuote'],
  takes: '[SYMBOL …]',
  options: [{ name: 'watchlist', value: 'NAME', words: m.cli_quotes_watchlist }],
  notes: [m.cli_quotes_nothing_is_requested],
  examples: ['quotes', 'quotes SBER@MISX AAPL@XNAS', 'quotes --watchlist Bonds --format tsv'],
  run,
}

/** The maximum number of symbols in one request. */
const symbolsPerChunk = 500

async function run(call: Call) {
  const { reading, output } = call
  const symbols = await readSymbols(call)
  async function* chunks(): AsyncGenerator<readonly QuoteRow[]> {
    for (let first = 0; first < symbols.length; first += symbolsPerChunk)
      yield await reading.call('quotes.list', { symbols: symbols.slice(first, first + symbolsPerChunk) })
  }
  await output.rows(columns, chunks(), m.cli_no_quotes)
  return exitCodes.fine
}

/** The symbols of the arguments, of a watchlist, or of all positions. Throws `not-found` for an unknown list. */
export async function readSymbols({ values, reading }: Pick<Call, 'values' | 'reading'>): Promise<string[]> {
  const name = values.text('watchlist')
  if (name !== null && values.positionals.length > 0) throw new UsageError(m.cli_quotes_not_both())
  if (values.positionals.length > 0) return [...new Set(values.positionals)]
  if (name === null) {
    const held = await reading.call('positions.list', { accountId: null })
    return [...new Set(held.map(({ symbol }) => symbol))]
  }
  const lists = await reading.call('watchlists.list')
  const found = lists.filter((list) => list.name === name)
  if (found.length > 0) return [...new Set(found.flatMap(({ symbols }) => symbols))]
  throw new AppError(
    'not-found',
    m.cli_quotes_there_is_no_watchlist({ name, names: lists.map((list) => list.name).join(', ') }),
  )
}
