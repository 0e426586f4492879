import type { Watchlist } from '../../shared/model/watchlist.ts'

/** The sheet that is open over the watchlists; `null` for none. */
export type ListDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'duplicate' | 'remove' | 'export'; readonly list: Watchlist }
  /** Names to be added to a list, or to a new one; without a list only to a new one. */
  | { readonly kind: 'paste'; readonly list: Watchlist | null; readonly text: string; readonly isNew: boolean }
  | null
