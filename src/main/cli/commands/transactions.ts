import type { TransactionRow } from '../../../shared/model/transaction/transaction.ts'
import type { Call, Command } from '../command/command.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { filterNotes, filterOptions, readFilter } from '../filter/transaction-filter.ts'
import { amount, detail, figure, key, profit, text, time, type Column } from '../output/column.ts'
import { readTransactions } from './transaction-pages.ts'

const columns: readonly Column<TransactionRow>[] = [
  time('time', ({ transaction }) => transaction.at),
  key('account', ({ accountId }) => accountId),
  detail(key('id', ({ transaction }) => transaction.id)),
  text('kind', ({ kind }) => kind),
  detail(text('category', ({ transaction }) => transaction.category)),
  text('name', ({ transaction }) => transaction.name),
  detail(key('symbol', ({ transaction }) => transaction.symbol)),
  text('instrument', ({ instrumentName }) => instrumentName),
  profit('amount', ({ transaction }) => transaction.change?.amount ?? null),
  key('currency', ({ transaction }) => transaction.change?.currency ?? null),
  detail(amount('quantity', ({ transaction }) => transaction.changeQuantity)),
  detail(amount('trade_size', ({ transaction }) => transaction.trade?.size ?? null)),
  detail(figure('trade_price', ({ transaction }) => transaction.trade?.price ?? null)),
  detail(amount('accrued_interest', ({ transaction }) => transaction.trade?.accruedInterest ?? null)),
]

export const transactions: Command = {
  name: 'transactions',
  summary: 'Transactions, by the filter of the app',
  options: [
    ...filterOptions,
    {
      name: 'order',
      value: 'ORDER',
      words: 'newest or oldest first; newest without it',
      choices: ['newest', 'oldest'],
    },
    { name: 'limit', value: 'COUNT', words: 'at most so many' },
  ],
  notes: filterNotes,
  examples: ['transactions --period year --kind dividend', 'transactions --text сбербанк --max -1000 --format ndjson'],
  run,
}

async function run(call: Call) {
  const { values, output } = call
  const direction = values.choice('order', ['newest', 'oldest'])
  const question = { filter: readFilter(values), direction, limit: values.count('limit') }
  await output.rows(columns, readTransactions(call, question))
  return exitCodes.fine
}
