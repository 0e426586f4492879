/**
 * Whether a symbol names an instrument on a market, `ticker@mic`. The service states some positions without a market; no
 * request can be sent for them, so their price and reference data are unknown and not missing.
 */
export const hasMarket = (symbol: string): boolean => /^[^@]+@[^@]+$/.test(symbol)
