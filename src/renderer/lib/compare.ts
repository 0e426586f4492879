import { compare, type Decimal } from '../../shared/decimal.ts'

/** Orders decimals, the unknown lowest: largest first, which is how figures are read, leaves it at the end. */
export function compareDecimals(a: Decimal | null, b: Decimal | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return compare(a, b)
}

/** Orders numbers, the unknown lowest. */
export function compareNumbers(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return a - b
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Orders names as people do: without regard to case, 2 before 10. */
export const compareTexts = (a: string | null, b: string | null): number => collator.compare(a ?? '', b ?? '')
