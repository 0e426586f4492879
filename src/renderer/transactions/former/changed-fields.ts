import type { Transaction } from '#shared/model/transaction/transaction.ts'
import type { FormerContent } from '#shared/model/transaction/withdrawn-row.ts'

const values = {
  amount: ({ change }) => change?.amount ?? null,
  currency: ({ change }) => change?.currency ?? null,
  time: ({ at }) => at,
  category: ({ category }) => category,
  name: ({ name }) => name,
  symbol: ({ symbol }) => symbol,
  quantity: ({ changeQuantity }) => changeQuantity,
  size: ({ trade }) => trade?.size ?? null,
  price: ({ trade }) => trade?.price ?? null,
  'accrued-interest': ({ trade }) => trade?.accruedInterest ?? null,
} as const satisfies Record<string, (transaction: Transaction) => string | number | null>

export type TransactionField = keyof typeof values

/** An earlier content of a transaction, and its fields that differ from the content that replaced it. */
export interface Change extends FormerContent {
  readonly fields: readonly TransactionField[]
}

/** The changes that led to a transaction, the newest first. One of fields that are not shown is left out. */
export function changesOf(current: Transaction, former: readonly FormerContent[]): Change[] {
  return former
    .map((content, index) => ({
      ...content,
      fields: changedFields(content.transaction, former[index - 1]?.transaction ?? current),
    }))
    .filter(({ fields }) => fields.length > 0)
}

const names = Object.keys(values) as TransactionField[]

const changedFields = (earlier: Transaction, later: Transaction): TransactionField[] =>
  names.filter((field) => {
    const [before, after] = [values[field](earlier), values[field](later)]
    // A currency that the service does not state may be assumed.
    return before !== after && !(field === 'currency' && (before === '' || after === ''))
  })
