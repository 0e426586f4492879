import type { UnreadableField } from '#shared/model/transaction/transaction.ts'
import type { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import type { LedgerDimension, RawRow } from '../../cache/ledger/row-statements.ts'
import type { LedgerGroup, LedgerRow } from '../../insight/ledger/row.ts'
import { parseUnits } from '../../insight/lots/units.ts'

/** A row with its key in the cache and the key of its account. */
export interface PlacedRow {
  readonly key: number
  readonly account: number
  /** Whether the service states no currency of its money, and that of the row is the only one of the account. */
  readonly isCurrencyAssumed: boolean
  readonly row: LedgerRow
}

/** Units of 10⁻¹⁸ in a billionth. */
const unitsInNano = 1_000_000_000n

/** Decodes stored rows for the replay. It keeps dimensions, so use one decoder for one reading. */
export class RowDecoder {
  readonly #rows: Pick<LedgerRows, 'dimension' | 'group'>
  readonly #dimensions = new Map<number, LedgerDimension | null>()
  readonly #groups = new Map<number, LedgerGroup | undefined>()

  constructor(rows: Pick<LedgerRows, 'dimension' | 'group'>, known: readonly LedgerDimension[] = []) {
    this.#rows = rows
    for (const dimension of known) this.#dimensions.set(dimension.key, dimension)
  }

  /** Null if the dimension no longer exists: its rows have moved to another one. */
  dimension(key: number): LedgerDimension | null {
    let dimension = this.#dimensions.get(key)
    if (dimension === undefined) this.#dimensions.set(key, (dimension = this.#rows.dimension(key)))
    return dimension
  }

  /** Null for a row whose dimension no longer exists. */
  decode(raw: RawRow): PlacedRow | null {
    const [key, dimensionKey, id, at, units, nanos, changeQuantity, size, price, accrued, unreadable, chosenGroup] = raw
    const dimension = this.dimension(dimensionKey)
    if (dimension === null) return null
    const money = units === null || nanos === null ? null : (BigInt(units) * unitsInNano + BigInt(nanos)) * unitsInNano
    const trade = dimension.hasTrade
      ? { size: readUnits(size), price: readUnits(price), accruedInterest: readUnits(accrued) }
      : null
    const { account, name, symbol, currency, isCurrencyAssumed, kind } = dimension
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
      group: chosenGroup === null ? undefined : this.#group(chosenGroup),
    }
    if (unreadable === null || !lacksPieces(unreadable, row)) return { key, account, isCurrencyAssumed, row }
    return { key, account, isCurrencyAssumed, row: { ...row, hasUnreadablePieces: true } }
  }

  #group(key: number): LedgerGroup | undefined {
    if (!this.#groups.has(key)) {
      const stored = this.#rows.group(key)
      const share = stored === null ? null : readUnits(stored.costShare)
      const spinOff = stored === null || share === null ? null : { from: stored.from, share }
      this.#groups.set(key, stored === null ? undefined : { key, spinOff })
    }
    return this.#groups.get(key)
  }

  /** Whether a row belongs to a holding; a row of money only does not. */
  isOfHolding(raw: RawRow): boolean {
    const dimension = this.dimension(raw[1])
    return dimension !== null && dimension.symbol !== ''
  }
}

const fieldsOfPieces: ReadonlySet<string> = new Set(['quantity', 'trade', 'size'] satisfies UnreadableField[])

/** Whether a field that states pieces could not be read and no other one states them. */
const lacksPieces = (unreadable: string, { changeQuantity, trade }: LedgerRow): boolean =>
  (changeQuantity ?? 0n) === 0n &&
  (trade?.size ?? 0n) === 0n &&
  unreadable.split(' ').some((field) => fieldsOfPieces.has(field))

const readUnits = (text: string | null): bigint | null => (text === null ? null : parseUnits(text))
