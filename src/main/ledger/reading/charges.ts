import { dayMs } from '#shared/durations.ts'
import { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import type { RawRow } from '../../cache/ledger/row-statements.ts'
import { keyBehind, firstKeyAt } from '../../cache/transactions/rows/time-key.ts'
import { taxDaysAfter, taxDaysBefore } from '../../insight/income/taxes.ts'
import {
  attributeCharges,
  commissionAfterMs,
  isCharge,
  isTaxed,
  noTaxOwners,
  rowsOf,
  taxAroundMs,
  type AttributedCharge,
  type TaxOwners,
} from '../../insight/ledger/attribute-charges.ts'
import { concerns } from '../../insight/ledger/charge-totals.ts'
import { compareRows, type LedgerRow } from '../../insight/ledger/row.ts'
import type { Db } from '../../sqlite/db.ts'
import { ReplayOrder } from '../replay/replay-order.ts'
import { RowDecoder } from '../replay/row-decoder.ts'

/** A time range: `from` included, `to` excluded, UTC ms. */
export interface TimeWindow {
  readonly from: number
  readonly to: number
}

/** Charges with their owners in chunks, in time order. Each chunk takes a few milliseconds. */
export type ChargeChunks = Generator<readonly AttributedCharge[], void, undefined>

/** An account, and who its taxes belong to. */
interface ChargeScope {
  /** The key in `transaction_account`. */
  readonly account: number
  readonly owners: TaxOwners
  readonly decoder: RowDecoder
}

/** Rows between two pauses. */
const rowsPerChunk = 1_000

/**
 * Finds the owners of an account's commissions and taxes from the rows near each, and from its income (`owners`). The
 * result is not stored.
 */
export class ChargeReader {
  readonly #rows
  readonly #accountKey

  constructor(db: Db) {
    this.#rows = new LedgerRows(db)
    this.#accountKey = db.prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?').pluck()
  }

  /** The charges booked in a time range. */
  chargesOf(accountId: string, from: number, to: number, owners = noTaxOwners): ChargeChunks {
    return this.#within(this.#scopeOf(accountId, owners), { from, to })
  }

  /** The charges that name an instrument, belong to rows of it or may belong to them. */
  *chargesOfInstrument(accountId: string, symbol: string, owners = noTaxOwners): ChargeChunks {
    const scope = this.#scopeOf(accountId, owners)
    const windows = this.#windowsOfTaxes(scope, (row) => row.symbol === symbol)
    for (const raw of this.#ofSymbol(scope.account, symbol, { from: -Infinity, to: Infinity })) {
      const dimension = scope.decoder.dimension(raw[1])
      const at = raw[3]
      if (dimension?.hasTrade === true) windows.push({ from: at, to: at + commissionAfterMs + 1 })
      else if (dimension?.kind === 'commission' || dimension?.kind === 'tax') windows.push({ from: at, to: at + 1 })
    }
    for (const window of merge(windows)) {
      for (const chunk of this.#within(scope, window)) yield chunk.filter((each) => concerns(each, symbol))
    }
  }

  /** The charges around one row: the row itself if it is a charge; otherwise those that (may) belong to it or its neighbours. */
  *chargesNear({ accountId, id, at, kind, symbol, trade }: NearRow, owners = noTaxOwners): ChargeChunks {
    const scope = this.#scopeOf(accountId, owners)
    const isOne = kind === 'commission' || kind === 'tax'
    const windows: TimeWindow[] = [{ from: at, to: at + (trade && !isOne ? commissionAfterMs : 0) + 1 }]
    if (!isOne) windows.push(...this.#windowsOfTaxes(scope, (row) => row.id === id))
    if (!isOne && isTaxed({ kind, symbol })) {
      for (const raw of this.#ofSymbol(scope.account, symbol, around(at))) {
        if (scope.decoder.dimension(raw[1])?.kind === 'tax') windows.push({ from: raw[3], to: raw[3] + 1 })
      }
    }
    for (const window of merge(windows)) yield* this.#within(scope, window)
  }

  #scopeOf(accountId: string, owners: TaxOwners): ChargeScope {
    return { account: this.#accountKey.get(accountId) ?? -1, owners, decoder: new RowDecoder(this.#rows) }
  }

  /** The times of the taxes that belong, or may belong, to a payment. */
  #windowsOfTaxes({ owners }: ChargeScope, isMeant: (row: LedgerRow) => boolean): TimeWindow[] {
    return [...owners.values()].flatMap(({ at, owner }) =>
      rowsOf(owner).some(isMeant) ? [{ from: at, to: at + 1 }] : [],
    )
  }

  *#within({ account, owners, decoder }: ChargeScope, { from, to }: TimeWindow): ChargeChunks {
    let arrived: LedgerRow[] = []
    /** Trades before `arrived` to which a later commission may belong. */
    let earlier: LedgerRow[] = []
    const order = new ReplayOrder(this.#rows.overflowMs(), ({ row }) => arrived.push(row))
    const attribute = (): AttributedCharge[] => {
      const rows = [...earlier, ...arrived]
      const charges = new Set(arrived.filter((row) => isCharge(row) && row.at >= from && row.at < to))
      const lastAt = rows.at(-1)?.at ?? -Infinity
      earlier = rows.filter((row) => row.trade !== null && row.at >= lastAt - commissionAfterMs)
      arrived = []
      if (charges.size === 0) return []
      const known = this.#withTaxed(account, rows, charges, decoder)
      return attributeCharges(known, owners).filter(({ charge }) => charges.has(charge))
    }
    const endKey = keyBehind(to, this.#rows.overflowMs())
    let last = firstKeyAt(from - commissionAfterMs) - 1
    for (;;) {
      const chunk = this.#rows.nextBefore(last, endKey, rowsPerChunk)
      for (const raw of chunk) {
        const dimension = decoder.dimension(raw[1])
        if (dimension?.account !== account) continue
        if (!dimension.hasTrade && dimension.kind !== 'commission' && dimension.kind !== 'tax') continue
        const placed = decoder.decode(raw)
        if (placed !== null) order.push(placed)
      }
      last = chunk.at(-1)?.[0] ?? last
      if (chunk.length < rowsPerChunk) break
      yield attribute()
    }
    order.flush()
    yield attribute()
  }

  /** The rows, with the payments to which the taxes among these charges may belong. */
  #withTaxed(
    account: number,
    rows: readonly LedgerRow[],
    charges: ReadonlySet<LedgerRow>,
    decoder: RowDecoder,
  ): readonly LedgerRow[] {
    const taxes = [...charges].filter(({ kind, symbol }) => kind === 'tax' && symbol !== '')
    if (taxes.length === 0) return rows
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const [symbol, own] of Map.groupBy(taxes, (tax) => tax.symbol)) {
      for (const window of merge(own.map(({ at }) => around(at)))) {
        for (const raw of this.#ofSymbol(account, symbol, window)) {
          if (byId.has(raw[2])) continue
          const row = decoder.decode(raw)?.row
          if (row !== undefined && isTaxed(row)) byId.set(row.id, row)
        }
      }
    }
    return [...byId.values()].sort(compareRows)
  }

  *#ofSymbol(account: number, symbol: string, { from, to }: TimeWindow): Generator<RawRow> {
    const keys = this.#rows.keysOf(account, symbol, from, keyBehind(to, this.#rows.overflowMs()))
    for (let first = 0; first < keys.length; first += rowsPerChunk) {
      for (const raw of this.#rows.byKeys(keys.slice(first, first + rowsPerChunk))) {
        if (raw[3] >= from && raw[3] < to) yield raw
      }
    }
  }
}

/** The fields of a row that are needed to search around it. */
export interface NearRow {
  readonly accountId: string
  readonly id: string
  /** UTC ms. */
  readonly at: number
  readonly kind: LedgerRow['kind']
  readonly symbol: string
  /** Whether it is a trade. */
  readonly trade: boolean
}

/** The time range that must be loaded before the charges around a row are known. */
export const decidingWindow = ({ at, kind }: Pick<NearRow, 'at' | 'kind'>): TimeWindow => {
  if (kind === 'commission') return { from: at - commissionAfterMs, to: at + 1 }
  if (kind === 'tax') return { from: at - taxDaysAfter * dayMs, to: at + taxDaysBefore * dayMs + 1 }
  if (kind === 'buy') return { from: at - commissionAfterMs, to: at + commissionAfterMs + 1 }
  const nearMs = (taxDaysBefore + taxDaysAfter) * dayMs
  return { from: at - nearMs, to: at + nearMs + 1 }
}

const around = (at: number): TimeWindow => ({ from: at - taxAroundMs, to: at + taxAroundMs + 1 })

/** Windows without overlaps, oldest first. */
function merge(windows: readonly TimeWindow[]): TimeWindow[] {
  const merged: TimeWindow[] = []
  for (const { from, to } of [...windows].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else merged.push({ from, to })
  }
  return merged
}
