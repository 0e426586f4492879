import type { Watchlist } from '#shared/model/watchlist.ts'

/** The open dialog of the watchlists; `null` for none. */
export type ListDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'duplicate' | 'remove' | 'export'; readonly list: Watchlist }
  /** Adds symbols to `list` or to a new list; only to a new one if `list` is null. */
  | { readonly kind: 'paste'; readonly list: Watchlist | null; readonly text: string; readonly isNew: boolean }
  | { readonly kind: 'target' | 'section'; readonly symbol: string }
  | { readonly kind: 'rename-section'; readonly section: string }
  | null
