/** The list with `symbol` moved to `index` of the list as it is after taking it out; the same list if it is not there. */
export function moveSymbol(symbols: readonly string[], symbol: string, index: number): readonly string[] {
  if (!symbols.includes(symbol)) return symbols
  const rest = symbols.filter((other) => other !== symbol)
  const at = Math.max(0, Math.min(rest.length, index))
  return rest.toSpliced(at, 0, symbol)
}
