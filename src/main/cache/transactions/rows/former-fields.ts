import type { Transaction, UnreadableField } from '#shared/model/transaction/transaction.ts'

/** These fields state pieces together, so they are taken together. */
const ofPieces: ReadonlySet<UnreadableField> = new Set<UnreadableField>([
  'quantity',
  'trade',
  'size',
  'price',
  'accrued-interest',
])

/**
 * A row with the fields that cannot be read now and could be read before: `former` is what is stored of it. What cannot be
 * read does not replace what is known.
 */
export function withFormerFields(row: Transaction, former: Transaction): Transaction {
  if (row.unreadable === undefined) return row
  const { unreadable, ...readable } = row
  const lacked = new Set(former.unreadable)
  const hasFormerPieces = !former.unreadable?.some((field) => ofPieces.has(field))
  const isLeft = (field: UnreadableField): boolean => (ofPieces.has(field) ? !hasFormerPieces : lacked.has(field))
  const left = unreadable.filter(isLeft)
  const takes = (field: UnreadableField): boolean => unreadable.includes(field) && !isLeft(field)
  const takesPieces = hasFormerPieces && unreadable.some((field) => ofPieces.has(field))
  return {
    ...readable,
    ...(takes('category') && { category: former.category }),
    ...(takes('name') && { name: former.name }),
    ...(takes('symbol') && { symbol: former.symbol }),
    ...(takesPieces && { changeQuantity: former.changeQuantity, trade: former.trade }),
    ...(left.length > 0 && { unreadable: left }),
  }
}
