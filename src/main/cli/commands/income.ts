import { dayMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { IncomeFigures, IncomeRow, IncomeSummary } from '#shared/model/ledger/income.ts'
import { incomeRule } from '#shared/text/income-rule.ts'
import { hasUnknownCurrency } from '#shared/unknown-currency.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import { quarters } from '../../time/quarters.ts'
import type { Call, Command } from '../command/command.ts'
import { accountOption, UsageError, type Option } from '../command/options.ts'
import { utcPeriod } from '../filter/dates.ts'
import { incomeKindWords, incomeStateWords } from '../output/code-words.ts'
import { amount, code, detail, figure, key, text, type Column } from '../output/column.ts'
import { remarkUnknownCurrency } from '../output/unknown-currency.ts'

const columns: readonly Column<IncomeRow>[] = [
  key('date', ({ date }) => date),
  key('account', ({ accountId }) => accountId),
  key('symbol', ({ symbol }) => symbol),
  text('instrument', ({ name }) => name),
  code('kind', ({ kind }) => kind, incomeKindWords),
  code('state', ({ state }) => state, incomeStateWords),
  detail(figure('late_days', ({ lateDays }) => lateDays)),
  detail(figure('per_piece', ({ each }) => each)),
  detail(amount('pieces_low', ({ pieces }) => pieces?.low ?? null)),
  detail(amount('pieces_high', ({ pieces }) => pieces?.high ?? null)),
  detail(amount('expected_low', ({ expected }) => expected?.low ?? null)),
  detail(amount('expected_high', ({ expected }) => expected?.high ?? null)),
  detail(text('expected_currency', ({ expected }) => expected?.currency ?? null)),
  amount('gross', ({ gross }) => gross),
  amount('tax', ({ tax }) => tax),
  amount('net', ({ net }) => net),
  key('currency', ({ currency, expected }) => currency || (expected?.currency ?? null)),
  detail(text('rule', ({ rule }) => incomeRule(rule))),
]

interface GroupFigures extends IncomeFigures {
  readonly key: string
  readonly name: string | null
}

const groupColumns = (by: string): readonly Column<GroupFigures>[] => [
  ...(by === 'currency' ? [] : [text<GroupFigures>(by, ({ key }) => key)]),
  ...(by === 'instrument' ? [text<GroupFigures>('name', ({ name }) => name)] : []),
  key('currency', ({ currency }) => currency),
  amount('gross', ({ gross }) => gross),
  amount('tax', ({ tax }) => tax),
  amount('net', ({ net }) => net),
  detail(amount('gross_of_unknown_tax', ({ grossOfUnknownTax }) => grossOfUnknownTax)),
  amount('last_12_months', ({ trailing }) => trailing),
  amount('announced', ({ announced }) => announced),
  amount('projected', ({ projected }) => projected),
  amount('repaid', ({ repaid }) => repaid),
  amount('cost', ({ cost }) => cost),
  figure('yield_on_cost', ({ yieldOnCost }) => yieldOnCost),
]

const groupings = ['instrument', 'account', 'year', 'currency'] as const

/** The options that select rows of a list of income. */
export const incomeListOptions: readonly Option[] = [
  accountOption,
  { name: 'symbol', value: 'SYMBOL', words: m.cli_only_this_instrument },
  { name: 'from', value: 'DATE', words: m.cli_from_the_beginning },
  { name: 'to', value: 'DATE', words: m.cli_to_a_year_ahead },
]

/** The requested period. By default all income until one year ahead, as on screen. */
export function incomePeriod({ values, clock }: Pick<Call, 'values' | 'clock'>): { from: number; to: number } {
  const { from, to } = utcPeriod((name) => values.text(name), { from: 'from', to: 'to' })
  return { from: from ?? 0, to: to ?? Math.floor(clock.now() / dayMs) * dayMs + 367 * dayMs }
}

/** Reads the list quarter by quarter, because a list of many years takes much memory at once. */
export async function* readIncome(
  call: Pick<Call, 'values' | 'clock' | 'reading'>,
): AsyncGenerator<readonly IncomeRow[]> {
  const [accountId, symbol] = [call.values.text('account'), call.values.text('symbol')]
  const { from, to } = incomePeriod(call)
  for (const span of quarters(from, to)) yield await call.reading.call('income.list', { accountId, symbol, ...span })
}

export const income: Command = {
  name: 'income',
  summary: m.cli_income,
  needs: ['listTransactions', 'listPastBondEvents', 'listPastDividends', 'getAsset'],
  options: [
    ...incomeListOptions,
    {
      name: 'by',
      value: 'GROUP',
      words: () => m.cli_income_sums_by({ groupings: groupings.join(', ') }),
      choices: groupings,
    },
  ],
  examples: ['income --from 2026-01-01 --to 2026-12-31', 'income --by year --format csv'],
  run,
}

async function run(call: Call) {
  const { values, reading, output } = call
  const accountId = values.text('account')
  if (values.isGiven('by')) {
    if (values.isGiven('symbol')) throw new UsageError(m.cli_income_symbol_and_by())
    return writeSummary(call, accountId)
  }
  remarkCoverage(call, await reading.call('income.summary', { accountId, by: 'currency' }))
  await output.rows(columns, readIncome(call), m.cli_no_income)
  return exitCodes.fine
}

async function writeSummary(call: Call, accountId: string | null) {
  const { values, reading, output } = call
  const by = values.choice('by', groupings)
  const summary = await reading.call('income.summary', { accountId, by })
  const { groups, unassigned } = summary
  remarkCoverage(call, summary)
  if (unassigned.length > 0) output.remark(m.cli_income_in_no_group())
  const rows = groups.flatMap(({ key, name, figures }) => figures.map((each) => ({ ...each, key, name })))
  await output.rows(groupColumns(by), [rows], m.cli_no_income)
  return exitCodes.fine
}

function remarkCoverage({ output }: Call, { coverage, undatedBonds, total, unassigned }: IncomeSummary): void {
  const { partialAccounts, unreadSymbols } = coverage
  if (partialAccounts.length > 0) output.remark(m.cli_income_not_all_history({ accounts: partialAccounts.join(', ') }))
  if (unreadSymbols.length > 0) output.remark(m.cli_income_events_never_read({ symbols: unreadSymbols.join(', ') }))
  const isUnknown = total.some(({ currency }) => currency === '') || hasUnknownCurrency(unassigned)
  remarkUnknownCurrency(output, isUnknown)
  if (undatedBonds.length > 0) output.remark(m.cli_income_undated_bonds({ symbols: undatedBonds.join(', ') }))
}
