import type { Journal } from '../journal/journal.ts'

const firstName = 'Watchlist'

/** A new profile begins with one list, of these symbols. */
export function addFirstWatchlist(journal: Pick<Journal, 'watchlists'>, symbols: readonly string[]): void {
  if (journal.watchlists.list().length === 0) journal.watchlists.create(firstName, symbols)
}

/** Removes the list of a new profile where a person never used it, before lists of other computers arrive. */
export function removeUntouchedList({ watchlists }: Pick<Journal, 'watchlists'>): void {
  const [first, ...others] = watchlists.list()
  if (first?.name === firstName && first.symbols.length === 0 && others.length === 0) watchlists.remove(first.id)
}
