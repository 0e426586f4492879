import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'

/** A filter that matches every row. */
export const all: TransactionFilter = { conditions: [], text: '' }

/** A filter that matches the rows with one value of a field. */
export const filterBy = (field: 'category' | 'kind', value: string): TransactionFilter => ({
  conditions: [{ field, values: [value], isNot: false }],
  text: '',
})
