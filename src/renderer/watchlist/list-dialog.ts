import type { Watchlist } from '../../shared/model/watchlist.ts'

/** The sheet that is open over the watchlists; `null` for none. */
export type ListDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename'; readonly list: Watchlist }
  | { readonly kind: 'remove'; readonly list: Watchlist }
  | { readonly kind: 'paste'; readonly list: Watchlist; readonly text: string }
  | null
