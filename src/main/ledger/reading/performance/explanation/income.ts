import type { LedgerRows } from '#main/cache/ledger/rows.ts'
import { compareRows, isLending } from '#main/insight/ledger/row.ts'
import { accruedIn, sumOfKind } from '#main/insight/ledger/series/running-point.ts'
import type { PlacedRow, RowDecoder } from '#main/ledger/replay/row-decoder.ts'
import type { ScopeReader } from '../scope.ts'

/**
 * Returns what a row between two times (UTC ms) adds to the income, in units of 10⁻¹⁸: its money, the accrued interest in a
 * trade, or what the two rows of a repo or of a reversal leave, which belongs to the second one.
 */
export function createIncome(
  rows: LedgerRows,
  decoder: RowDecoder,
  scope: ScopeReader,
  [from, to]: readonly [number, number],
): (placed: PlacedRow) => bigint {
  const known = new Map<string, ReadonlyMap<number, bigint>>()
  /** By the key of the row. The series has one entry for each row of the instrument, in the order of the replay. */
  const read = (account: number, symbol: string): ReadonlyMap<number, bigint> => {
    const own = rows
      .byKeys(rows.keysOf(account, symbol, from))
      .flatMap((raw) => decoder.decode(raw) ?? [])
      .filter(({ row }) => row.at >= from && row.at < to)
      .sort((a, b) => compareRows(a.row, b.row))
    const entries = scope.entries(account, symbol, from, to)
    return new Map(own.map(({ key }, index) => [key, entries[index]?.step.sums.accrued ?? 0n]))
  }
  return ({ key, account, row }) => {
    if (sumOfKind(row.kind) === 'income') return row.money ?? 0n
    if (!isLending(row.kind)) return accruedIn(row)
    const name = `${account} ${row.symbol}`
    const results = known.get(name) ?? read(account, row.symbol)
    known.set(name, results)
    return results.get(key) ?? 0n
  }
}
