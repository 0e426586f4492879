import { z } from 'zod'
import { requests } from '#shared/contract/contract.ts'
import { IncomeGrouping } from '#shared/model/ledger/income.ts'
import { CashComparison, DifferenceCause, PositionComparison, Reconciliation } from '#shared/model/ledger/ledger.ts'
import { plainCauseText } from '#shared/text/figures/cause-text.ts'
import { englishIncomeRule } from '#shared/text/income-rule.ts'
import { hasUnknownCurrency } from '#shared/unknown-currency.ts'
import { accountOption, type Option } from '../../command/options.ts'
import { incomeListOptions, incomePeriod } from '../../commands/income.ts'
import { performanceOptions, performanceScope } from '../../commands/performance.ts'
import { figuresTool, listTool, remarkCurrency, remarkHistory, type Tool } from './tool.ts'

const income = listTool(
  requests['income.list'].result.element.extend({ rule: z.string() }),
  {
    name: 'income',
    title: 'Income',
    options: incomeListOptions,
    description:
      'Dividends, coupons, repayments, and expiries of options and futures, oldest first: received, late, missing and to come.',
  },
  async (call) => {
    const [accountId, symbol] = [call.values.text('account'), call.values.text('symbol')]
    const rows = await call.reading.call('income.list', { accountId, symbol, ...incomePeriod(call) })
    return {
      rows: rows.map((row) => ({ ...row, rule: englishIncomeRule(row.rule) })),
      remarks: await remarkHistory(call),
    }
  },
)

const isOfUnknownCurrency = ({ currency }: { readonly currency: string }): boolean => currency === ''

const by = (choices: readonly string[]): Option => ({
  name: 'by',
  value: 'GROUP',
  words: () => choices.join(', '),
  choices,
})

const incomeSummary = figuresTool(
  z.object({ summary: requests['income.summary'].result }),
  {
    name: 'income_summary',
    title: 'Sums of income',
    options: [accountOption, by(IncomeGrouping.options)],
    description:
      'Income of all time by instrument, account, year or currency (without by), with the last 12 months and yields.',
  },
  async (call) => {
    const { reading, values } = call
    const question = {
      accountId: values.text('account'),
      by: values.choice('by', ['currency', ...IncomeGrouping.options]),
    }
    const summary = await reading.call('income.summary', question)
    const isUnknown = summary.total.some(isOfUnknownCurrency) || hasUnknownCurrency(summary.unassigned)
    return { value: { summary }, remarks: [...(await remarkHistory(call)), ...remarkCurrency(isUnknown)] }
  },
)

const performance = figuresTool(
  z.object({ performance: requests['performance.read'].result }),
  {
    name: 'performance',
    title: 'Performance',
    options: performanceOptions,
    description:
      'The change of value over a period as a sum that adds up, and returns with their coverage. Returns are shares: 0.1 is 10 %.',
  },
  async (call) => {
    const read = await call.reading.call('performance.read', await performanceScope(call))
    const remarks = [...(await remarkHistory(call)), ...remarkCurrency(read.byCurrency.some(isOfUnknownCurrency))]
    return { value: { performance: read }, remarks }
  },
)

const table = listTool(
  requests['performance.table'].result.element,
  {
    name: 'performance_table',
    title: 'Performance by year or month',
    options: [...performanceOptions, by(['year', 'month'])],
    description: 'Performance of each year (or month, with by) of a period, latest first.',
  },
  async (call) => {
    const question = { ...(await performanceScope(call)), by: call.values.choice('by', ['year', 'month']) }
    const rows = await call.reading.call('performance.table', question)
    const isUnknown = rows.some(({ byCurrency }) => byCurrency.some(isOfUnknownCurrency))
    return { rows, remarks: [...(await remarkHistory(call)), ...remarkCurrency(isUnknown)] }
  },
)

const causes = z.array(DifferenceCause.omit({ reasons: true }).extend({ words: z.string() }))
const PlainReconciliation = Reconciliation.extend({
  positions: z.array(PositionComparison.extend({ causes })),
  cash: z.array(CashComparison.extend({ causes })),
})

const plainCauses = <T extends { readonly causes: readonly DifferenceCause[] }>(compared: readonly T[]) =>
  compared.map((each) => ({
    ...each,
    causes: each.causes.map(({ reasons, ...cause }) => ({ ...cause, words: plainCauseText(reasons) })),
  }))

const reconcile = listTool(
  PlainReconciliation,
  {
    name: 'reconcile',
    title: 'Reconciliation',
    options: [accountOption],
    description:
      'What the service states against what the transactions give, by account, with ranked causes of each difference.',
  },
  async ({ reading, values }) => {
    const rows = await reading.call('reconciliation.read', { accountId: values.text('account') })
    const partial = rows.filter(({ coverage }) => coverage === 'partial')
    return {
      rows: rows.map((row) => ({ ...row, positions: plainCauses(row.positions), cash: plainCauses(row.cash) })),
      remarks: partial.map(
        ({ accountId }) => `Not all history of account ${accountId} is loaded: nothing of it is compared.`,
      ),
    }
  },
)

export const ledgerTools: readonly Tool[] = [income, incomeSummary, performance, table, reconcile]
