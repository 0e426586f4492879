import { languages } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import type { Journal } from '../../journal/journal.ts'

/** Adds the first watchlist of a new profile, with these symbols. */
export function addFirstWatchlist(journal: Pick<Journal, 'watchlists'>, symbols: readonly string[]): void {
  if (journal.watchlists.list().length === 0) journal.watchlists.create(m.profile_first_watchlist(), symbols)
}

/** Removes the first watchlist if it is unchanged, before lists of other computers arrive. */
export function removeUntouchedList({ watchlists }: Pick<Journal, 'watchlists'>): void {
  const [first, ...others] = watchlists.list()
  const isOurs = languages.some((locale) => first?.name === m.profile_first_watchlist({}, { locale }))
  if (first && isOurs && first.symbols.length === 0 && others.length === 0) watchlists.remove(first.id)
}
