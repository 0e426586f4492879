import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import type { WithdrawnTransaction } from '#shared/model/transaction/withdrawn-row.ts'
import { conditionsNow } from '#shared/period.ts'
import { kindTitle } from '#shared/text/transaction-kinds.ts'
import { currencySource } from '../../export/csv.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import { compareRows } from '../../insight/ledger/row.ts'
import type { Call, Command } from '../command/command.ts'
import { UsageError, type Option } from '../command/options.ts'
import { matches } from '../filter/matches.ts'
import { filterNotes, filterOptions, readFilter } from '../filter/transaction-filter.ts'
import { currencySourceWords, serviceWords } from '../output/code-words.ts'
import {
  amount,
  code,
  detail,
  figure,
  forPrograms,
  key,
  marked,
  profit,
  text,
  time,
  type Column,
} from '../output/column.ts'

const columns: readonly Column<TransactionRow>[] = [
  time('time', ({ transaction }) => transaction.at),
  key('account', ({ accountId }) => accountId),
  detail(key('id', ({ transaction }) => transaction.id)),
  code('kind', ({ kind }) => kind, kindTitle),
  detail(code('category', ({ transaction }) => transaction.category, serviceWords)),
  text('name', ({ transaction }) => transaction.name),
  detail(key('symbol', ({ transaction }) => transaction.symbol)),
  text('instrument', ({ instrumentName }) => instrumentName),
  profit('amount', ({ transaction }) => transaction.change?.amount ?? null),
  marked(
    key('currency', ({ transaction }) => transaction.change?.currency ?? null),
    ({ isCurrencyAssumed }) => (isCurrencyAssumed === true ? '*' : ''),
  ),
  forPrograms(code('currency_source', currencySource, currencySourceWords)),
  detail(amount('quantity', ({ transaction }) => transaction.changeQuantity)),
  detail(amount('trade_size', ({ transaction }) => transaction.trade?.size ?? null)),
  detail(figure('trade_price', ({ transaction }) => transaction.trade?.price ?? null)),
  detail(amount('accrued_interest', ({ transaction }) => transaction.trade?.accruedInterest ?? null)),
]

const withdrawnColumns: readonly Column<WithdrawnTransaction>[] = [
  ...columns,
  time('withdrawn_since', ({ since }) => since),
]

/** Lists the transactions that the service no longer sends, and no others. */
export const withdrawnOption: Option = { name: 'withdrawn', words: m.cli_transactions_withdrawn }

export const transactions: Command = {
  name: 'transactions',
  summary: m.cli_transactions,
  needs: ['listTransactions'],
  options: [
    ...filterOptions,
    {
      name: 'order',
      value: 'ORDER',
      words: m.cli_transactions_order,
      choices: ['newest', 'oldest'],
    },
    { name: 'limit', value: 'COUNT', words: m.cli_transactions_limit },
    withdrawnOption,
  ],
  notes: filterNotes,
  examples: [
    'transactions --period year --kind dividend',
    'transactions --text сбербанк --max -1000 --format ndjson',
    'transactions --withdrawn',
  ],
  run,
}

async function run(call: Call) {
  const { values, output } = call
  const direction = values.choice('order', ['newest', 'oldest'])
  const question = { filter: readFilter(values), direction, limit: values.count('limit') }
  if (values.isGiven(withdrawnOption.name)) {
    await output.rows(withdrawnColumns, [await readWithdrawn(call, question)], m.cli_no_withdrawn_transactions)
    return exitCodes.fine
  }
  const seen = { isAnyAssumed: false }
  function* noted(): Generator<readonly TransactionRow[]> {
    for (const rows of readTransactions(call, question)) {
      seen.isAnyAssumed ||= rows.some(({ isCurrencyAssumed }) => isCurrencyAssumed === true)
      yield rows
    }
  }
  await output.rows(columns, noted(), m.cli_no_transactions)
  if (output.isTable && seen.isAnyAssumed) output.remark(m.cli_assumed_currency())
  return exitCodes.fine
}

/** Rows of a larger page survive the garbage collection of young objects, so memory would grow with a million of them. */
const pageRows = 200

interface Question {
  readonly filter: TransactionFilter
  readonly direction: 'newest' | 'oldest'
  /** `null`: all. */
  readonly limit: number | null
}

/** The rows of a filter, page by page. Throws `not-found` for an unknown account. */
export function* readTransactions(
  { reading, clock }: Pick<Call, 'reading' | 'clock'>,
  { filter, direction, limit }: Question,
): Generator<readonly TransactionRow[]> {
  const { transactions } = reading.profile.cache
  assertAccounts(filter, transactions.facets().accounts)
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

/**
 * The transactions of a filter that the service no longer sends. Throws `not-found` for an unknown account, and UsageError for
 * a filter with words.
 */
export async function readWithdrawn(
  { reading, clock }: Pick<Call, 'reading' | 'clock'>,
  { filter, direction, limit }: Question,
): Promise<readonly WithdrawnTransaction[]> {
  if (filter.text !== '') throw new UsageError(m.cli_transactions_withdrawn_without_text())
  const withdrawn = await reading.call('transactions.withdrawn')
  const known = reading.profile.cache.transactions.facets().accounts
  assertAccounts(filter, [...known, ...withdrawn.map(({ accountId }) => accountId)])
  const conditions = conditionsNow(filter.conditions, clock.now())
  const sign = direction === 'newest' ? -1 : 1
  return withdrawn
    .filter((row) => conditions.every((condition) => matches(row, condition)))
    .sort((a, b) => sign * compareRows(a.transaction, b.transaction))
    .slice(0, limit ?? undefined)
}

/** Throws for an unknown account: a mistyped account must not look like an account without rows. */
export function assertAccounts({ conditions }: TransactionFilter, known: readonly string[]): void {
  const asked = conditions.flatMap((each) => (each.field === 'account' ? each.values : []))
  const wrong = asked.find((id) => !known.includes(id))
  if (wrong !== undefined) throw new AppError('not-found', m.cli_transactions_no_account({ account: wrong }))
}
