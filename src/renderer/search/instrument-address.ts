/** The address of an instrument's own screen, for a link. */
export const instrumentHref = (symbol: string): `#/${string}` => `#/instrument/${encodeURIComponent(symbol)}`
