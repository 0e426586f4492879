import { dayMs } from '#shared/durations.ts'
import type { DescribedRow, DescribedRows } from '#shared/model/ledger/cause-reason.ts'
import { formatUnits, magnitude } from '../../lots/units.ts'
import { piecesOf, type LedgerRow } from '../row.ts'

const contentOf = (row: LedgerRow): string =>
  [row.at, row.kind, row.name, row.symbol, row.currency, row.money, piecesOf(row)].join('\n')

/** Finds rows with a twin: a row of equal content and another id. Twins may be correct, as two fills of one order. */
export function findTwins(rows: readonly LedgerRow[]): readonly LedgerRow[] {
  const groups = Map.groupBy(rows, contentOf)
  return [...groups.values()].filter(({ length }) => length > 1).flat()
}

/** The difference in cash, in units, if a row is removed (`times` 1) or changes its sign (`times` 2). */
export const cashEffectOf = ({ currency, money }: LedgerRow, times: 1n | 2n) =>
  currency === null || money === null ? { currency: '', money: 0n } : { currency, money: -money * times }

/** Whether removing any one of these rows has the same effect on cash. */
export const haveSameMoney = (rows: readonly LedgerRow[]): boolean =>
  rows.every(({ currency, money }) => currency === rows[0]?.currency && money === rows[0].money)

/** Whether a row is a trade whose pieces and money both come in or both go out. */
export function isContradictory(row: LedgerRow): boolean {
  const pieces = piecesOf(row) ?? 0n
  const isTrade = row.trade !== null || row.kind === 'buy' || row.kind === 'sell'
  return isTrade && pieces !== 0n && row.money !== null && row.money !== 0n && pieces < 0n === row.money < 0n
}

const saturday = 6
const sunday = 0

/** The start (UTC ms) of the UTC day that is `days` business days before a time (UTC ms). Holidays are not known. */
export function businessDaysBefore(at: number, days: number): number {
  let day = Math.floor(at / dayMs) * dayMs
  for (let left = days; left > 0;) {
    day -= dayMs
    const weekday = new Date(day).getUTCDay()
    if (weekday !== saturday && weekday !== sunday) left--
  }
  return day
}

/** The newest rows whose amounts add up to `sum`; empty if there are none. */
export function newestRowsOf<R>(rows: readonly R[], amountOf: (row: R) => bigint, sum: bigint): readonly R[] {
  let total = 0n
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index]
    if (row === undefined) break
    total += amountOf(row)
    if (total === sum) return rows.slice(index)
  }
  return []
}

/** What a text says of a row. */
export function describeRow(row: LedgerRow): DescribedRow {
  const pieces = piecesOf(row) ?? 0n
  const hasMoney = row.money !== null && row.money !== 0n
  return {
    id: row.id,
    kind: row.kind,
    symbol: row.symbol,
    date: utcDate(row.at),
    pieces: pieces === 0n ? null : formatUnits(magnitude(pieces)),
    money: hasMoney ? { currency: row.currency ?? '', amount: formatUnits(magnitude(row.money)) } : null,
  }
}

/** What a text says of rows of which any one (`or`) or all together (`and`) are the cause. */
export const describeRows = (rows: readonly LedgerRow[], joint: DescribedRows['joint'] = 'or'): DescribedRows => ({
  first: rows.slice(0, 2).map(describeRow),
  count: rows.length,
  joint,
})

/** The UTC date of a time (UTC ms). */
export const utcDate = (at: number): string => new Date(at).toISOString().slice(0, 10)
