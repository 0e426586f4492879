import { sign } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { TransactionTotals } from '#shared/model/transaction/history.ts'
import type { Money } from '#shared/model/values.ts'
import { counted } from '#shared/text/counted.ts'
import { createFormat } from '#shared/text/format.ts'
import { kindTitle } from '#shared/text/transaction-kinds.ts'
import { hasUnknownCurrency } from '#shared/unknown-currency.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import type { Call, Command } from '../command/command.ts'
import { filterNotes, filterOptions, readFilter } from '../filter/transaction-filter.ts'
import { serviceWords } from '../output/code-words.ts'
import { code, figure, key, profit, type Column } from '../output/column.ts'
import { remarkUnknownCurrency } from '../output/unknown-currency.ts'
import { assertAccounts } from './transactions.ts'

type Sum = Money & { readonly count: number; readonly group: string }

const groupings = ['currency', 'category', 'kind'] as const

const columnsBy = (by: (typeof groupings)[number]): readonly Column<Sum>[] => [
  ...(by === 'currency' ? [] : [code<Sum>(by, ({ group }) => group, by === 'kind' ? kindTitle : serviceWords)]),
  // Rows without money have neither currency nor sum. Money of unknown currency has a sum.
  profit('amount', ({ currency, amount }) => (currency === '' && sign(amount) === 0 ? null : amount)),
  key('currency', ({ currency }) => (currency === '' ? null : currency)),
  figure('count', ({ count }) => count),
]

export const totals: Command = {
  name: 'totals',
  summary: m.cli_totals,
  needs: ['listTransactions'],
  options: [
    ...filterOptions,
    {
      name: 'by',
      value: 'GROUP',
      words: () => m.cli_totals_by({ groupings: groupings.join(', ') }),
      choices: groupings,
    },
  ],
  notes: filterNotes,
  examples: ['totals --period last-year --by kind', 'totals --symbol SBER@MISX --format json'],
  run,
}

async function run({ values, reading, output }: Call) {
  const filter = readFilter(values)
  assertAccounts(filter, reading.profile.cache.transactions.facets().accounts)
  const read = await reading.call('transactions.totals', { filter })
  const by = values.choice('by', groupings)
  if (read.unreviewedCount > 0)
    output.remark(
      m.cli_totals_kinds_to_be_found({
        transactions: m.common_count_transactions(counted(read.unreviewedCount, createFormat({ locale: null }))),
      }),
    )
  remarkUnknownCurrency(output, hasUnknownCurrency(read.byCurrency))
  await output.rows(columnsBy(by), [sumsBy(read, by)], m.cli_no_transactions)
  return exitCodes.fine
}

function sumsBy({ byCurrency, byCategory, byKind }: TransactionTotals, by: (typeof groupings)[number]): Sum[] {
  switch (by) {
    case 'currency':
      return byCurrency.map((each) => ({ ...each, group: each.currency }))
    case 'category':
      return byCategory.map((each) => ({ ...each, group: each.category }))
    case 'kind':
      return byKind.map((each) => ({ ...each, group: each.kind }))
  }
}
