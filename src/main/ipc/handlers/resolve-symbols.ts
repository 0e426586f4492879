import { AppError } from '../../../shared/errors.ts'
import type { ResolvedInput } from '../../../shared/model/watchlist.ts'
import { maxListSymbols } from '../../../shared/watchlist-limits.ts'
import { parseWatchlistText } from '../../../shared/watchlist-text.ts'
import type { Cache } from '../../cache/cache.ts'
import { isIsin, matchInput, tickerOf } from '../../insight/symbol-matches.ts'

/** More names than two full lists are a mistake of the clipboard. */
const mostInputs = 2 * maxListSymbols

/** What the names in a text mean, each once, in their order. Throws AppError 'invalid' for more than 1,000 of them. */
export async function resolveSymbols(
  text: string,
  cache: Pick<Cache, 'instrumentNames' | 'instrumentDetails'>,
): Promise<ResolvedInput[]> {
  const { inputs } = parseWatchlistText(text)
  if (inputs.length > mostInputs)
    throw new AppError('invalid', `The text has ${inputs.length} names: at most ${mostInputs} are read at a time.`)
  const tickers = inputs.map(tickerOf)
  const listed = cache.instrumentNames.ofTickers([...new Set([...tickers, ...tickers.map((one) => one.toUpperCase())])])
  const isins = inputs.map((input) => input.toUpperCase()).filter(isIsin)
  const byIsin = isins.length > 0 ? await cache.instrumentNames.ofIsins(isins) : []
  // What was looked at or held is known, though the long list may not be here yet.
  const seen = cache.instrumentDetails.getMany(inputs).map(({ details }) => ({ ...details, isArchived: false }))
  const candidates = new Map([...seen, ...byIsin, ...listed].map((one) => [one.symbol, one]))
  const byKey = groupByNames([...candidates.values()])
  return inputs.map((input) => matchInput(input, byKey.get(input.toLowerCase()) ?? []))
}

/** By each name in small letters, so that a long text need not go through all for each of its names. */
function groupByNames<T extends { readonly symbol: string; readonly ticker: string; readonly isin: string }>(
  instruments: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const instrument of instruments) {
    const names = [instrument.symbol, instrument.ticker, instrument.isin].map((name) => name.toLowerCase())
    for (const name of new Set(names)) {
      const group = groups.get(name)
      if (group === undefined) groups.set(name, [instrument])
      else group.push(instrument)
    }
  }
  return groups
}
