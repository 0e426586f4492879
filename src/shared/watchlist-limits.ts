/** How many instruments a watchlist holds at most: a window can tell the host of no more. */
export const maxListSymbols = 500
/** How many watchlists there may be. */
export const maxLists = 100
