import type { Instrument } from '../../shared/model/instrument.ts'

/** What became of one line of a pasted list. */
export type Resolved =
  | { readonly kind: 'found'; readonly symbol: string }
  | { readonly kind: 'unknown'; readonly text: string }
  | { readonly kind: 'ambiguous'; readonly text: string; readonly choices: readonly string[] }

/** More than this is a mistake of the clipboard, not a list. */
export const maxPasted = 500

/** The names in a pasted text: parted by line ends, commas, semicolons, tabs or blanks; each once, in order. */
export function splitPasted(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))]
}

/** Finds the one instrument that a pasted name means: its symbol, ISIN or ticker, letter case aside. */
export function resolvePasted(text: string, candidates: readonly Instrument[]): Resolved {
  const wanted = text.toLowerCase()
  const exact = candidates.find((instrument) => instrument.symbol === text)
  if (exact) return { kind: 'found', symbol: exact.symbol }
  const matches = candidates.filter(({ symbol, isin, ticker }) =>
    [symbol, isin, ticker].some((name) => name.toLowerCase() === wanted),
  )
  const current = matches.filter(({ isArchived }) => !isArchived)
  const [only, ...others] = current.length > 0 ? current : matches
  if (only === undefined) return { kind: 'unknown', text }
  if (others.length === 0) return { kind: 'found', symbol: only.symbol }
  return { kind: 'ambiguous', text, choices: [only, ...others].map(({ symbol }) => symbol) }
}
