import { m } from '#shared/messages/messages.js'
import type { CashComparison, PositionComparison, Reconciliation } from '#shared/model/ledger/ledger.ts'
import { plainCauseText } from '#shared/text/figures/cause-text.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import type { Call, Command } from '../command/command.ts'
import { accountOption } from '../command/options.ts'
import { causeWords, comparedWords, comparisonWords } from '../output/code-words.ts'
import { amount, code, detail, key, text, time, type Column } from '../output/column.ts'

interface Row {
  readonly accountId: string
  readonly of: 'position' | 'cash'
  /** A symbol or a currency. */
  readonly key: string
  readonly name: string | null
  readonly compared: PositionComparison | CashComparison
  readonly statedAt: number
}

const stateOf = ({ difference, causes }: Row['compared']): string => {
  if (difference === null) return 'unknown'
  if (!/[1-9]/.test(difference)) return 'agrees'
  return causes[0]?.kind === 'rounding' ? 'rounding' : 'differs'
}

const columns: readonly Column<Row>[] = [
  key('account', ({ accountId }) => accountId),
  code('of', (row) => row.of, comparedWords),
  key('key', ({ key }) => key),
  text('name', ({ name }) => name ?? ''),
  code('state', ({ compared }) => stateOf(compared), comparisonWords),
  amount('stated', ({ compared }) => compared.stated),
  amount('replayed', ({ compared }) => compared.replayed),
  amount('difference', ({ compared }) => compared.difference),
  code('likeliest_cause', ({ compared }) => compared.causes[0]?.kind ?? '', causeWords),
  // The text may contain amounts.
  { ...text('cause_words', ({ compared }) => plainCauseText(compared.causes[0]?.reasons ?? [])), isAmount: true },
  detail(text('transactions', ({ compared }) => compared.causes[0]?.transactionIds.join(' ') ?? '')),
  detail(time('stated_time', ({ statedAt }) => statedAt)),
]

export const reconcile: Command = {
  name: 'reconcile',
  summary: m.cli_reconcile,
  needs: ['listTransactions', 'getAccount'],
  options: [accountOption, { name: 'all', words: m.cli_reconcile_all }],
  notes: [m.cli_reconcile_note],
  examples: ['reconcile', 'reconcile --all --format json'],
  run,
}

async function run({ values, reading, output }: Call) {
  const read = await reading.call('reconciliation.read', { accountId: values.text('account') })
  for (const { accountId, coverage } of read)
    if (coverage === 'partial') output.remark(m.cli_reconcile_not_compared({ accountId }))
  const rows = read.flatMap(rowsOf)
  const wanted = values.isGiven('all') ? rows : rows.filter(({ compared }) => stateOf(compared) !== 'agrees')
  await output.rows(columns, [wanted], rows.length === 0 ? m.cli_nothing_to_compare : m.cli_no_differences)
  return read.some(({ differenceCount }) => (differenceCount ?? 0) > 0) ? exitCodes.differences : exitCodes.fine
}

const rowsOf = ({ accountId, statedAt, positions, cash }: Reconciliation): Row[] => [
  ...positions.map((compared) => ({
    accountId,
    statedAt,
    compared,
    of: 'position' as const,
    key: compared.symbol,
    name: compared.name,
  })),
  ...cash.map((compared) => ({
    accountId,
    statedAt,
    compared,
    of: 'cash' as const,
    key: compared.currency,
    name: null,
  })),
]
