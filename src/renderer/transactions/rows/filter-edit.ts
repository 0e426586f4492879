import type { FilterCondition, TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { periodNow, type Period } from '#shared/period.ts'

/** The key of a condition: each field occurs at most once as "is" and once as "is not". */
export const conditionKey = ({ field, isNot }: Pick<FilterCondition, 'field' | 'isNot'>): string =>
  `${isNot ? 'not ' : ''}${field}`

export const isPlain = (filter: TransactionFilter): boolean =>
  filter.conditions.length === 0 && filter.text.trim() === ''

/** Replaces `replaced`, or a condition with the same key, by a condition; otherwise adds it at the end. */
export function withCondition(
  filter: TransactionFilter,
  condition: FilterCondition,
  replaced: string = conditionKey(condition),
): TransactionFilter {
  const key = conditionKey(condition)
  const at = filter.conditions.findIndex((other) => conditionKey(other) === replaced)
  const conditions = filter.conditions.map((other, index) => (index === at ? condition : other))
  const place = at < 0 ? conditions.push(condition) - 1 : at
  return { ...filter, conditions: conditions.filter((other, index) => index === place || conditionKey(other) !== key) }
}

export const withoutCondition = (filter: TransactionFilter, key: string): TransactionFilter => ({
  ...filter,
  conditions: filter.conditions.filter((condition) => conditionKey(condition) !== key),
})

/** The filter limited to one account. If the filter excludes that account, it finds nothing. */
export function withinAccount(filter: TransactionFilter, accountId: string | null): TransactionFilter {
  if (accountId === null) return filter
  const chosen = filter.conditions.find(({ field, isNot }) => field === 'account' && !isNot)
  const isLeftOut = chosen?.field === 'account' && !chosen.values.includes(accountId)
  const only = { field: 'account' as const, values: [accountId] }
  const scoped = withCondition(filter, { ...only, isNot: false })
  return isLeftOut ? withCondition(scoped, { ...only, isNot: true }) : scoped
}

/** The current period of a filter. A negated period is ignored. */
export function periodOf(filter: TransactionFilter, now: number): Period {
  const period = filter.conditions.find(({ field, isNot }) => field === 'period' && !isNot)
  return period?.field === 'period' ? periodNow(period, now) : { from: null, to: null }
}

/** Whether a filter can find rows of this account or symbol. */
export const concerns = (filter: TransactionFilter, field: 'account' | 'symbol', value: string): boolean =>
  filter.conditions.every(
    (condition) => condition.field !== field || condition.values.includes(value) !== condition.isNot,
  )
