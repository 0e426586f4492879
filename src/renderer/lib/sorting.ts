import { compare, type Decimal } from '#shared/decimal.ts'

/** The direction in which a column is sorted. */
export type Direction = 'ascending' | 'descending'

/** Sorts rows by a value; unknown values come last in both directions. */
function nullsLast<T, V>(pick: (row: T) => V | null, order: (a: V, b: V) => number) {
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

/** Compares decimals; unknown values are lowest, so that they come last when the largest come first. */
export function compareDecimals(a: Decimal | null, b: Decimal | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return compare(a, b)
}

/** Compares numbers; unknown values are lowest. */
export function compareNumbers(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return a - b
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Compares names: case-insensitive, and 2 before 10. */
export const compareTexts = (a: string | null, b: string | null): number => collator.compare(a ?? '', b ?? '')
