import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { ResolvedInput } from '#shared/model/watchlist.ts'
import { maxListSymbols, parseWatchlistText } from '#shared/watchlist-text.ts'
import type { Cache } from '../cache/cache.ts'
import { isIsin, matchInput, tickerOf } from '../insight/symbol-matches.ts'

/** The maximum number of names: a text with more names than two full lists was pasted by mistake. */
const maxInputs = 2 * maxListSymbols
/** The maximum number of names without an exact match that are searched for. */
const maxSearches = 50
/** The maximum number of similar instruments that are offered for a name. */
const maxSimilar = 6

/**
 * Finds the instruments that a text names, each name once, in the order of the text. A name that is no symbol, ticker or ISIN
 * is searched for as in the search field, and the results are offered; no instrument is chosen by similarity. Throws `invalid`
 * for more than `maxInputs` names.
 */
export async function resolveSymbols(
  text: string,
  cache: Pick<Cache, 'instrumentNames' | 'instrumentDetails' | 'instruments'>,
): Promise<ResolvedInput[]> {
  const { inputs, lines } = parseWatchlistText(text)
  if (inputs.length > maxInputs)
    throw new AppError('invalid', m.errors_the_text_has_count_names_the_maximum({ count: inputs.length, maxInputs }))
  const exact = await matchExactly(inputs, cache)
  const isKnown = (input: string): boolean => {
    const found = exact.get(input)
    return found !== undefined && (found.symbol !== null || found.candidates.length > 0)
  }
  // Words of which none names an instrument form one name, such as `Apple Inc`.
  const names = new Set(
    lines.flatMap((line) => (line.some((part) => isKnown(part) || part.includes('@')) ? line : [line.join(' ')])),
  )
  const resolved: ResolvedInput[] = []
  let searches = 0
  for (const input of names) {
    const found = exact.get(input) ?? { input, symbol: null, name: null, candidates: [] }
    // A name with a market means exactly that symbol.
    const isSearched = !isKnown(input) && !input.includes('@') && searches < maxSearches
    if (isSearched) searches += 1
    resolved.push(isSearched ? { ...found, candidates: await findSimilar(input, cache) } : found)
  }
  return resolved
}

async function findSimilar(text: string, cache: Pick<Cache, 'instruments'>): Promise<ResolvedInput['candidates']> {
  const found = await cache.instruments.search({ text, limit: maxSimilar, held: [], watched: [] })
  return found.map(({ symbol, name, type, isArchived }) => ({ symbol, name, type, isArchived }))
}

/** The instruments whose symbol, ticker or ISIN is one of the inputs, by input. */
async function matchExactly(
  inputs: readonly string[],
  cache: Pick<Cache, 'instrumentNames' | 'instrumentDetails'>,
): Promise<ReadonlyMap<string, ResolvedInput>> {
  const tickers = inputs.map(tickerOf)
  const listed = cache.instrumentNames.ofTickers([
    ...new Set([...tickers, ...tickers.map((ticker) => ticker.toUpperCase())]),
  ])
  const isins = inputs.map((input) => input.toUpperCase()).filter(isIsin)
  const byIsin = isins.length > 0 ? await cache.instrumentNames.ofIsins(isins) : []
  // Instruments that were shown or held are known before the list of all instruments is read.
  const known = cache.instrumentDetails.getMany(inputs).map(({ details }) => ({ ...details, isArchived: false }))
  const candidates = new Map([...known, ...byIsin, ...listed].map((instrument) => [instrument.symbol, instrument]))
  const byKey = groupByNames([...candidates.values()])
  return new Map(inputs.map((input) => [input, matchInput(input, byKey.get(input.toLowerCase()) ?? [])]))
}

/** Instruments by each of their names in lower case. A long text is then resolved in linear time. */
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
