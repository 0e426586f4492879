/** The maximum number of instruments in a watchlist; a window can report no more to the host. */
export const maxListSymbols = 500
/** The maximum number of watchlists. */
export const maxLists = 100
