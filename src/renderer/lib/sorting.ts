import { compare, type Decimal } from '../../shared/decimal.ts'

/** The direction in which a column is sorted. */
export type Direction = 'ascending' | 'descending'

/** Sorts rows by a value; unknown values come last in both directions. */
export function nullsLast<T, V>(pick: (row: T) => V | null, order: (a: V, b: V) => number) {
  return (direction: Direction) =>
    (a: T, b: T): number => {
      const left = pick(a)
      const right = pick(b)
      if (left === null || right === null) return Number(left === null) - Number(right === null)
      return direction === 'ascending' ? order(left, right) : order(right, left)
    }
}

/** Sorts by an exact decimal. */
export const byDecimal = <T>(pick: (row: T) => Decimal | null) => nullsLast(pick, compare)
/** Sorts by a float or an instant. */
export const byNumber = <T>(pick: (row: T) => number | null) => nullsLast(pick, (a, b) => a - b)
/** Sorts by text, with 2 before 10. */
export const byText = <T>(pick: (row: T) => string | null) =>
  nullsLast(pick, new Intl.Collator(undefined, { numeric: true }).compare)
