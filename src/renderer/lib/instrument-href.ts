/** The address of an instrument's screen. */
export const instrumentHref = (symbol: string): string => `#/instrument/${encodeURIComponent(symbol)}`
