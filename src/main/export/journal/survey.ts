import { placesOf } from '../../insight/lots/units.ts'
import type { Place, Posting } from './entry.ts'
import type { JournalPart } from './journal-rows.ts'

/** What a journal declares before its first entry. */
export interface Survey {
  readonly firstAt: number | null
  readonly rowCount: number
  /** Entries whose kind is not known. */
  readonly unknownCount: number
  /** Decimal places by currency, and by symbol. */
  readonly currencies: ReadonlyMap<string, number>
  readonly symbols: ReadonlyMap<string, number>
  readonly places: readonly Place[]
}

const isOfMoney = (posting: Posting): posting is Extract<Posting, { money: bigint }> => 'money' in posting

/** Looks through all entries once; bounded by accounts, currencies and instruments. */
export function* survey(parts: Iterable<JournalPart>): Generator<{ readonly rowCount: number }, Survey> {
  const [currencies, symbols, places] = [new Map<string, number>(), new Map<string, number>(), new Map<string, Place>()]
  const note = (decimals: Map<string, number>, name: string, units: bigint): void =>
    void decimals.set(name, Math.max(decimals.get(name) ?? 0, placesOf(units)))
  let [firstAt, rowCount, unknownCount]: [number | null, number, number] = [null, 0, 0]
  for (const part of parts) {
    for (const { at, kind, id, postings } of part.entries) {
      firstAt = Math.min(firstAt ?? at, at)
      if (id !== null) rowCount++
      if (kind === 'unknown') unknownCount++
      for (const posting of postings) {
        const { root, accountId, path } = posting.place
        places.set(JSON.stringify([root, accountId, path]), posting.place)
        if (isOfMoney(posting)) note(currencies, posting.currency, posting.money)
        else {
          note(symbols, posting.symbol, posting.pieces)
          if (posting.lot !== null) note(currencies, posting.lot.currency, posting.lot.total)
        }
      }
    }
    for (const { symbol, currency } of part.prices) {
      note(symbols, symbol, 0n)
      note(currencies, currency, 0n)
    }
    yield { rowCount: part.rowCount }
  }
  return { firstAt, rowCount, unknownCount, currencies, symbols, places: [...places.values()] }
}
