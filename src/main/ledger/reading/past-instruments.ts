import type { Cache } from '../../cache/cache.ts'
import type { LedgerDimension } from '../../cache/ledger/rows.ts'
import type { PricedInstrument } from '../../insight/history/past-price.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import type { Instruments } from '../replay/basis.ts'

/** What is known of the instruments of rows, each read once. Without reference data only the type may be known. */
export function createPastInstruments(
  { instrumentDetails }: Pick<Cache, 'instrumentDetails'>,
  instruments: Pick<Instruments, 'factsOf'>,
  dimensions: readonly LedgerDimension[],
): (symbol: string) => PricedInstrument {
  const types = new Map(dimensions.map(({ symbol, type }) => [symbol, type]))
  const known = new Map<string, PricedInstrument>()
  return (symbol) => {
    const existing = known.get(symbol)
    if (existing !== undefined) return existing
    const details = instrumentDetails.get(symbol)?.details ?? null
    const type = details?.type ?? types.get(symbol) ?? null
    const isBond = type === 'BONDS'
    const instrument: PricedInstrument = {
      type,
      currency: (isBond ? details?.faceCurrency : null) ?? details?.quoteCurrency ?? null,
      face: isBond ? readUnits(details?.faceValue) : null,
      contractSize: readUnits(details?.contractSize),
      facts: instruments.factsOf(symbol),
    }
    known.set(symbol, instrument)
    return instrument
  }
}

const readUnits = (value: string | null | undefined): bigint | null => (value == null ? null : parseUnits(value))
