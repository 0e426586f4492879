import type { FilterCondition, TransactionFilter } from '../../../shared/model/transaction/kind-choice.ts'
import { periodNow, type Period } from '../../../shared/period.ts'

/** What a condition is known by: a field stands at most once as "is" and once as "is not". */
export const conditionKey = ({ field, isNot }: Pick<FilterCondition, 'field' | 'isNot'>): string =>
  `${isNot ? 'not ' : ''}${field}`

export const isPlain = (filter: TransactionFilter): boolean =>
  filter.conditions.length === 0 && filter.text.trim() === ''

/** Puts a condition in the place of `replaced`, and of one that says the same of the same field; otherwise at the end. */
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

/** The filter within one account: of an account that it leaves out, nothing. */
export function withinAccount(filter: TransactionFilter, accountId: string | null): TransactionFilter {
  if (accountId === null) return filter
  const chosen = filter.conditions.find(({ field, isNot }) => field === 'account' && !isNot)
  const isLeftOut = chosen?.field === 'account' && !chosen.values.includes(accountId)
  const only = { field: 'account' as const, values: [accountId] }
  const scoped = withCondition(filter, { ...only, isNot: false })
  return isLeftOut ? withCondition(scoped, { ...only, isNot: true }) : scoped
}

/** The period that a filter asks for now; what it leaves out is not counted. */
export function periodOf(filter: TransactionFilter, now: number): Period {
  const period = filter.conditions.find(({ field, isNot }) => field === 'period' && !isNot)
  return period?.field === 'period' ? periodNow(period, now) : { from: null, to: null }
}

/** Whether a filter can find rows of an account. */
export const concernsAccount = (filter: TransactionFilter, accountId: string): boolean =>
  filter.conditions.every(
    (condition) => condition.field !== 'account' || condition.values.includes(accountId) !== condition.isNot,
  )
