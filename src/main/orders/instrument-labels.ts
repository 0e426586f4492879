import type { Cache } from '../cache/cache.ts'

/** What a line says of an instrument besides its symbol; `null` where it is not known. */
export interface InstrumentLabel {
  readonly name: string | null
  readonly priceDecimals: number | null
}

const unknownLabel: InstrumentLabel = { name: null, priceDecimals: null }

/** Looks up names and decimals of many instruments at once; the details know better than the list. */
export function labelInstruments(
  cache: Pick<Cache, 'instruments' | 'instrumentDetails'>,
  symbols: readonly string[],
): (symbol: string) => InstrumentLabel {
  const wanted = [...new Set(symbols)]
  const listed = new Map(cache.instruments.getMany(wanted).map(({ symbol, name }) => [symbol, name] as const))
  const detailed = new Map(
    cache.instrumentDetails.getMany(wanted).map(({ details }) => [details.symbol, details] as const),
  )
  return (symbol) => {
    const details = detailed.get(symbol)
    if (details === undefined) return { ...unknownLabel, name: listed.get(symbol) ?? null }
    return { name: details.name, priceDecimals: details.decimals }
  }
}
