/**
 * Decimals that say nothing of how much the person has: prices, rates and percentages, which privacy mode shows as well. Any
 * other decimal is an amount, also one that the contract gets later.
 */
const publicFigures: ReadonlySet<string> = new Set([
  ...['averagePrice', 'currentPrice', 'price', 'limitPrice', 'stopPrice', 'stopLossPrice', 'takeProfitPrice'],
  ...['takeProfitGuardSpread', 'changePercent', 'each', 'rate', 'yieldInBase', 'yieldOnCost'],
])

/** Objects of the market: nothing in them belongs to the person. */
const publicObjects: ReadonlySet<string> = new Set(['quote', 'market'])

/** Texts of Tidemark that name amounts. */
export const isAmountText = (key: string): boolean => key === 'words'

/** `path`: the fields from the answer down to the decimal. */
export const isPublicFigure = (path: readonly string[]): boolean =>
  publicFigures.has(path.at(-1) ?? '') || path.some((field) => publicObjects.has(field))
