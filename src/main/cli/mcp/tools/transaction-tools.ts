import { z } from 'zod'
import { requests } from '#shared/contract/contract.ts'
import { RowGroup } from '#shared/model/transaction/row-group.ts'
import { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { Instant } from '#shared/model/values.ts'
import { hasUnknownCurrency } from '#shared/unknown-currency.ts'
import type { Option } from '../../command/options.ts'
import { groups as groupCommand, readGroups } from '../../commands/groups.ts'
import { assertAccounts, readWithdrawn, withdrawnOption } from '../../commands/transactions.ts'
import { filterOptions, readFilter } from '../../filter/transaction-filter.ts'
import {
  figuresTool,
  listTool,
  pageAt,
  pageOf,
  remarkCurrency,
  remarkHistory,
  type Tool,
  type ToolCall,
} from './tool.ts'

const order: Option = {
  name: 'order',
  value: 'ORDER',
  words: () => 'newest or oldest first; newest without it',
  choices: ['newest', 'oldest'],
}

const aboutFilter =
  'Each condition may be turned round with not_, as not_kind. Days are those of the time zone of this computer.'

function filterOf({ values, reading }: ToolCall) {
  const filter = readFilter(values)
  assertAccounts(filter, reading.profile.cache.transactions.facets().accounts)
  return filter
}

const transactions: Tool = {
  name: 'transactions',
  title: 'Transactions',
  options: [...filterOptions, order, withdrawnOption],
  isPaged: true,
  description: `Transactions that a filter finds, page by page. ${aboutFilter}`,
  output: pageOf(
    TransactionRow.extend({
      since: Instant.optional().describe('with withdrawn: when the service stopped sending it'),
    }),
  ),
  publicPaths: [],
  async read(call) {
    const { values, reading, cursor, limit } = call
    const direction = values.choice('order', ['newest', 'oldest'])
    if (values.isGiven(withdrawnOption.name)) {
      const rows = await readWithdrawn(call, { filter: readFilter(values), direction, limit: null })
      return { value: pageAt(rows, call) }
    }
    const question = { filter: filterOf(call), direction }
    const { rows, next } = await reading.call('transactions.page', { ...question, after: cursor, limit })
    return { value: { rows, next }, remarks: await remarkHistory(call) }
  },
}

const totals = figuresTool(
  z.object({ totals: requests['transactions.totals'].result }),
  {
    name: 'totals',
    title: 'Totals of transactions',
    options: filterOptions,
    description: `Count and exact sums, by currency, category and kind, of all transactions that a filter finds. ${aboutFilter}`,
  },
  async (call) => {
    const read = await call.reading.call('transactions.totals', { filter: filterOf(call) })
    const remarks = [...(await remarkHistory(call)), ...remarkCurrency(hasUnknownCurrency(read.byCurrency))]
    return { value: { totals: read }, remarks }
  },
)

const groups = listTool(
  RowGroup.extend({ transactions: z.array(TransactionRow).describe('those of rowIds that are on this computer') }),
  {
    name: 'groups',
    title: 'Groups of transactions',
    options: groupCommand.options,
    description:
      'Transactions of which the user said that they are one event: a split, a change of symbol, a spin-off and the like. costShare is the part of the cost that a spin-off moves: 0.1 is 10 %.',
    publicPaths: ['rows.costShare'],
  },
  async ({ reading, values }) => ({
    rows: readGroups(reading, values.text('account')).map(({ group, rows }) => ({
      ...group,
      transactions: rows.flatMap(({ row }) => row ?? []),
    })),
  }),
)

export const transactionTools: readonly Tool[] = [transactions, totals, groups]
