import type { LedgerRow } from '#main/insight/ledger/row.ts'
import type { UnitClosing } from '#main/insight/lots/open-lots.ts'
import { formatUnits, parseUnits } from '#main/insight/lots/units.ts'
import { realizedLot } from '#main/insight/performance/realized-lots.ts'
import { dayMs } from '#shared/durations.ts'
import type { RealizedLot } from '#shared/model/ledger/realized-lots.ts'
import { CompressedRows } from '../compressed-rows.ts'

/** Lots that were closed within this time are packed together. */
const groupMs = 30 * dayMs

type ClosedBy = Pick<LedgerRow, 'at' | 'symbol' | 'currency'>
type Units = string | null
type PackedLot = [
  ...[accountId: string, symbol: string, currency: string | null, closedAt: number, openedAt: number | null],
  ...[quantity: Units, cost: Units, proceeds: Units],
]

/** Realized lots, packed. Half a million of them take 10 MB; as objects they take 300 MB. */
export class PackedLots {
  readonly #rows = new CompressedRows<PackedLot>()
  #count = 0
  /** The group that was read last, because pages are read one after the other. */
  #last: { readonly key: number; readonly count: number; readonly lots: readonly PackedLot[] } | null = null

  get count(): number {
    return this.#count
  }

  /** Adds the lots that a row of an account closed. */
  add(accountId: string, { at, symbol, currency }: ClosedBy, closing: UnitClosing): void {
    const { quantity, cost, proceeds, openedAt } = closing
    const format = (units: bigint | null): Units => (units === null ? null : formatUnits(units))
    const units = [format(quantity), format(cost), format(proceeds)] as const
    this.#rows.add(Math.floor(at / groupMs), [accountId, symbol, currency, at, openedAt, ...units])
    this.#count++
  }

  /** Latest first. Lots with the same time are in the order in which they were added. */
  page(offset: number, limit: number): RealizedLot[] {
    const found: PackedLot[] = []
    let first = 0
    for (const key of this.#rows.keys.reverse()) {
      const count = this.#rows.countOf(key)
      const [from, to] = [offset - first, offset + limit - first]
      first += count
      if (to <= 0) break
      if (from < count) found.push(...this.#read(key, count).slice(Math.max(0, from), to))
    }
    return found.map(unpack)
  }

  #read(key: number, count: number): readonly PackedLot[] {
    if (this.#last?.key !== key || this.#last.count !== count)
      this.#last = { key, count, lots: [...this.#rows.read(key)].sort((a, b) => b[3] - a[3]) }
    return this.#last.lots
  }
}

function unpack([accountId, symbol, currency, at, openedAt, quantity, cost, proceeds]: PackedLot): RealizedLot {
  const units = { quantity: readUnits(quantity) ?? 0n, cost: readUnits(cost), proceeds: readUnits(proceeds) }
  return realizedLot(accountId, { at, symbol, currency }, { ...units, openedAt })
}

const readUnits = (text: Units): bigint | null => (text === null ? null : parseUnits(text))
