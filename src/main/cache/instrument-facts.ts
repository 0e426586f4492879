import type { Cache } from './cache.ts'

/** Facts that tables show about an instrument. `null`: not known. */
export interface InstrumentFacts {
  readonly name: string | null
  readonly type: string | null
  /** The number of decimal places of a price. */
  readonly priceDecimals: number | null
}

const noFacts: InstrumentFacts = { name: null, type: null, priceDecimals: null }

/**
 * Reads names and types from the reference data, or else from the list of all instruments. An empty name is unknown
 * (`null`).
 */
export function readFacts(
  cache: Pick<Cache, 'instruments' | 'instrumentDetails'>,
  symbols: readonly string[],
): (symbol: string) => InstrumentFacts {
  const wanted = [...new Set(symbols)]
  const facts = new Map<string, InstrumentFacts>()
  for (const { symbol, name, type } of cache.instruments.getMany(wanted))
    facts.set(symbol, { name: name || null, type: type || null, priceDecimals: null })
  for (const { details } of cache.instrumentDetails.getMany(wanted)) {
    const listed = facts.get(details.symbol)
    facts.set(details.symbol, {
      name: details.name || (listed?.name ?? null),
      type: details.type || (listed?.type ?? null),
      priceDecimals: details.decimals,
    })
  }
  return (symbol) => facts.get(symbol) ?? noFacts
}
