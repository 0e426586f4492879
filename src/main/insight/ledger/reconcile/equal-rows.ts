import { piecesOf } from '../row-effect.ts'
import type { LedgerRow } from '../row.ts'

const contentOf = (row: LedgerRow): string =>
  [row.at, row.kind, row.name, row.symbol, row.currency, row.money, piecesOf(row)].join('\n')

/** Rows that have a twin: equal content, another id. Twins may be real, as two fills of one order are. */
export function findTwins(rows: readonly LedgerRow[]): readonly LedgerRow[] {
  const groups = Map.groupBy(rows, contentOf)
  return [...groups.values()].filter(({ length }) => length > 1).flat()
}

/** The difference in cash that leaving a row out (`times` 1) or turning its sign (2) makes. */
export const cashEffectOf = ({ currency, money }: LedgerRow, times: 1n | 2n) =>
  currency === null || money === null ? { currency: '', money: 0n } : { currency, money: -money * times }

/** Whether leaving out or turning each of these rows has the same effect on cash. */
export const haveSameMoney = (rows: readonly LedgerRow[]): boolean =>
  rows.every(({ currency, money }) => currency === rows[0]?.currency && money === rows[0].money)

/** A trade of which pieces and money both come in, or both go out. */
export function isContradictory(row: LedgerRow): boolean {
  const pieces = piecesOf(row) ?? 0n
  const isTrade = row.trade !== null || row.kind === 'buy' || row.kind === 'sell'
  return isTrade && pieces !== 0n && row.money !== null && row.money !== 0n && pieces < 0n === row.money < 0n
}
