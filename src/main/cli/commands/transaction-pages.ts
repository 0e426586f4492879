import type { TransactionFilter } from '../../../shared/model/transaction/kind-choice.ts'
import type { TransactionRow } from '../../../shared/model/transaction/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import { conditionsNow } from '../../../shared/period.ts'
import { collectPromptly } from '../../host/v8-settings.ts'
import type { Call } from '../command/command.ts'

/** Rows of a larger page outlive the collection of short-lived objects, and with a million of them memory grows. */
const pageRows = 200

interface Question {
  readonly filter: TransactionFilter
  readonly direction: 'newest' | 'oldest'
  /** `null`: all. */
  readonly limit: number | null
}

/** The rows that a filter finds, page by page. Throws `not-found` for an account that is not known. */
export function* readTransactions(
  { reading, clock }: Pick<Call, 'reading' | 'clock'>,
  { filter, direction, limit }: Question,
): Generator<readonly TransactionRow[]> {
  const { transactions } = reading.profile.cache
  assertAccounts(filter, transactions.facets().accounts)
  collectPromptly()
  const resolved = { ...filter, conditions: conditionsNow(filter.conditions, clock.now()) }
  let left = limit ?? Infinity
  for (let after: string | null = null; left > 0;) {
    const request = { filter: resolved, direction, after, limit: Math.min(pageRows, left) }
    const page = transactions.pages.page(request, 'unbounded')
    if (page === null) return
    yield page.rows
    left -= page.rows.length
    if (page.next === null) return
    after = page.next
  }
}

/** A mistyped account must not look like one without rows. */
export function assertAccounts({ conditions }: TransactionFilter, known: readonly string[]): void {
  const asked = conditions.flatMap((each) => (each.field === 'account' ? each.values : []))
  const wrong = asked.find((id) => !known.includes(id))
  if (wrong !== undefined) throw new AppError('not-found', `No transaction of an account ${wrong} is here.`)
}
