import { compare, type Decimal } from '../../shared/decimal.ts'

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
