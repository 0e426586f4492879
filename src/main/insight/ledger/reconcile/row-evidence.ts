import { dayMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import { kindTitles } from '#shared/text/transaction-kinds.ts'
import type { Marks } from '../../wording.ts'
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

/** Describes a row, for example "the purchase of 10 SBER@MISX for 1000 RUB on 2024-03-05 (row 123)". */
export function describeRow(marks: Marks, row: LedgerRow): string {
  const own = { kind: nameOf(row), symbol: row.symbol, date: marks.date(row.at), id: row.id }
  const units = piecesOf(row) ?? 0n
  const pieces = units === 0n ? null : marks.number(units)
  if (row.money === null || row.money === 0n)
    return pieces === null ? m.causes_row(own) : m.causes_row_of_pieces({ ...own, pieces })
  const currency = row.currency ?? ''
  const money = { money: marks.money(row.money, currency), currency }
  return pieces === null
    ? m.causes_row_of_money({ ...own, ...money })
    : m.causes_row_of_pieces_for_money({ ...own, ...money, pieces })
}

const names: Partial<Record<LedgerRow['kind'], () => string>> = {
  buy: m.causes_purchase,
  sell: m.causes_sale,
  unknown: m.causes_transaction_of_unknown_kind,
}
const nameOf = ({ kind }: LedgerRow): string => names[kind]?.() ?? kindTitles[kind].toLowerCase()

/**
 * Describes rows, for example "the purchase … (row 1) or the sale … (row 2)"; for more rows, with the number of the
 * others.
 */
export function describeRows(marks: Marks, rows: readonly LedgerRow[], joint: 'and' | 'or' = 'or'): string {
  const [first = '', second] = rows.slice(0, 2).map((row) => describeRow(marks, row))
  if (second === undefined) return first
  const count = rows.length - 2
  if (joint === 'and')
    return count > 0
      ? m.causes_first_second_and_more({ first, second, count })
      : m.causes_first_and_second({ first, second })
  return count > 0
    ? m.causes_first_second_or_more({ first, second, count })
    : m.causes_first_or_second({ first, second })
}
