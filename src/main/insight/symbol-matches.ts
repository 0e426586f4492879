import type { ResolvedInput } from '#shared/model/watchlist.ts'

/** The names of an instrument. */
interface Named {
  readonly symbol: string
  readonly ticker: string
  readonly isin: string
  readonly type: string
  readonly name: string
  readonly isArchived: boolean
}

/**
 * Whether a text has the form of an ISIN: two letters for the country, nine letters or digits, one check digit. The
 * check digit is not verified.
 */
export const isIsin = (text: string): boolean => /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)

/** Returns the ticker of a symbol `ticker@mic`; the whole text if it contains no `@`. */
export const tickerOf = (text: string): string => (text.includes('@') ? text.slice(0, text.lastIndexOf('@')) : text)

/**
 * Finds the candidate that an input names: first by exact symbol, then by symbol, ticker or ISIN without regard to
 * case. If exactly one active instrument matches, archived ones are ignored. With several matches `symbol` is `null`,
 * and `candidates` lists them for the user to choose from.
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
