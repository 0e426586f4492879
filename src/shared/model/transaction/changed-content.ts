import type { Transaction } from './transaction.ts'

/** Whether the service states something else now, and not only in another form or readable for the first time. */
export function isChanged(former: Transaction, row: Transaction): boolean {
  if (former.unreadable !== undefined || row.unreadable !== undefined) return false
  return !isSame({ ...former, atText: '' }, { ...row, atText: '' })
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const [own, other] = [Object.entries(a), new Map(Object.entries(b))]
  return own.length === other.size && own.every(([name, value]) => other.has(name) && isSame(value, other.get(name)))
}
