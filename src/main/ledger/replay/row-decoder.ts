import type { LedgerRows, LedgerDimension, RawRow } from '../../cache/ledger/rows.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import type { LedgerRow } from '../../insight/ledger/row.ts'
import { kindOfRow } from '../kind-of-row.ts'

/** A row with the place that the cache gives it, and its account's key. */
export interface PlacedRow {
  readonly key: number
  readonly account: number
  readonly row: LedgerRow
}

/** Units of 10⁻¹⁸ in a billionth. */
const unitsInNano = 1_000_000_000n

/** Reads stored rows for the replay. It remembers dimensions: use one decoder for one reading. */
export class RowDecoder {
  readonly #rows: Pick<LedgerRows, 'dimension'>
  readonly #dimensions = new Map<number, LedgerDimension | null>()

  constructor(rows: Pick<LedgerRows, 'dimension'>, known: readonly LedgerDimension[] = []) {
    this.#rows = rows
    for (const dimension of known) this.#dimensions.set(dimension.key, dimension)
  }

  /** Null where the dimension is gone: its rows moved to another one meanwhile. */
  dimension(key: number): LedgerDimension | null {
    let dimension = this.#dimensions.get(key)
    if (dimension === undefined) this.#dimensions.set(key, (dimension = this.#rows.dimension(key)))
    return dimension
  }

  /** Null for a row whose dimension is gone. */
  decode(raw: RawRow): PlacedRow | null {
    const [key, dimensionKey, id, at, units, nanos, changeQuantity, size, price, accrued] = raw
    const dimension = this.dimension(dimensionKey)
    if (dimension === null) return null
    const money = units === null || nanos === null ? null : (BigInt(units) * unitsInNano + BigInt(nanos)) * unitsInNano
    const moneySign = money === null || money === 0n ? 0 : money < 0n ? -1 : 1
    const quantitySign = changeQuantity === null ? 0 : Math.sign(Number(changeQuantity))
    const trade = dimension.hasTrade
      ? { size: readUnits(size), price: readUnits(price), accruedInterest: readUnits(accrued) }
      : null
    const { account, name, symbol, currency } = dimension
    const kind = kindOfRow(dimension, moneySign, quantitySign)
    const row: LedgerRow = {
      id,
      at,
      kind,
      name,
      symbol,
      currency,
      money,
      changeQuantity: readUnits(changeQuantity),
      trade,
    }
    return { key, account, row }
  }

  /** Whether a row can change pieces or lots; most rows cannot, and need no reading. */
  mayMovePieces(raw: RawRow): boolean {
    const dimension = this.dimension(raw[1])
    if (dimension === null || dimension.symbol === '') return false
    return dimension.hasTrade || raw[6] !== null || kindOfRow(dimension, 1, 0) === 'amortization'
  }
}

const readUnits = (text: string | null): bigint | null => (text === null ? null : parseUnits(text))
