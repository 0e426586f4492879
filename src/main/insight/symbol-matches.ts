import type { ResolvedInput } from '../../shared/model/watchlist.ts'

/** What an instrument can be called. */
interface Named {
  readonly symbol: string
  readonly ticker: string
  readonly isin: string
  readonly type: string
  readonly name: string
  readonly isArchived: boolean
}

/** Whether a text has the form of an ISIN: a country, nine letters or figures, a check figure. */
export const isIsin = (text: string): boolean => /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)

/** The ticker of a symbol, or the whole text where no market is named. */
export const tickerOf = (text: string): string => (text.includes('@') ? text.slice(0, text.lastIndexOf('@')) : text)

/**
 * Which of the candidates an input names: by its symbol, else by symbol, ticker or ISIN with letter case aside. What
 * trades goes before what is archived; between several of these nobody guesses.
 */
export function matchInput(input: string, candidates: readonly Named[]): ResolvedInput {
  const exact = candidates.find(({ symbol }) => symbol === input)
  if (exact !== undefined) return { input, symbol: exact.symbol, name: exact.name, candidates: [] }
  const wanted = input.toLowerCase()
  const matches = candidates.filter(({ symbol, ticker, isin }) =>
    [symbol, ticker, isin].some((name) => name.toLowerCase() === wanted),
  )
  const trading = matches.filter(({ isArchived }) => !isArchived)
  const [only, ...others] = trading.length > 0 ? trading : matches
  if (only !== undefined && others.length === 0) return { input, symbol: only.symbol, name: only.name, candidates: [] }
  const ordered = [...trading, ...matches.filter(({ isArchived }) => isArchived)]
  return {
    input,
    symbol: null,
    name: null,
    candidates: ordered.map(({ symbol, name, type, isArchived }) => ({ symbol, name, type, isArchived })),
  }
}
