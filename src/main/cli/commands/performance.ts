import { dayMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type {
  Performance,
  PerformanceFigures,
  PerformanceRow,
  PerformanceSums,
} from '#shared/model/ledger/performance.ts'
import { currencyWords } from '#shared/text/unknown-words.ts'
import { soleCurrency } from '#shared/unknown-currency.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import type { Call, Command } from '../command/command.ts'
import { accountOption, type Option } from '../command/options.ts'
import { utcPeriod } from '../filter/dates.ts'
import { scopeWords, twrWords, xirrWords } from '../output/code-words.ts'
import { amount, code, figure, key, profit, time, type Column } from '../output/column.ts'
import { remarkUnknownCurrency } from '../output/unknown-currency.ts'

type Named<T> = T & { readonly scope: 'currency' | 'base' }

const sums = <Row extends PerformanceSums>(): readonly Column<Row>[] => [
  amount('begin', ({ begin }) => begin),
  amount('end', ({ end }) => end),
  amount('net_deposits', ({ netDeposits }) => netDeposits),
  profit('realized', ({ realized }) => realized),
  profit('unrealized', ({ unrealized }) => unrealized),
  amount('income', (row) => row.income),
  amount('fees', ({ fees }) => fees),
  amount('taxes', ({ taxes }) => taxes),
  amount('remainder', ({ remainder }) => remainder),
]

const columns: readonly Column<Named<PerformanceFigures>>[] = [
  code('scope', ({ scope }) => scope, scopeWords),
  key('currency', ({ currency }) => currency),
  ...sums<Named<PerformanceFigures>>(),
  // A rate is the annual return only if it is the only rate.
  figure('money_weighted', ({ xirr }) => (xirr.reason === null ? (xirr.roots[0] ?? null) : null)),
  code('money_weighted_unknown', ({ xirr }) => xirr.reason ?? '', xirrWords),
  figure('money_weighted_period', ({ xirr }) => xirr.periodReturn),
  figure('time_weighted', ({ twr }) => twr?.total ?? null),
  code('time_weighted_unknown', ({ twr }) => (twr === null ? 'no-value' : (twr.reason ?? '')), twrWords),
  figure('time_weighted_covered', ({ twr }) => twr?.coveredShare ?? null),
  figure('drawdown', ({ drawdown }) => drawdown?.share ?? null),
  figure('volatility', ({ volatility }) => volatility),
]

interface PeriodRow extends PerformanceSums {
  readonly from: number
  readonly to: number
  readonly twr: number | null
  readonly twrReason: PerformanceRow['twrReason']
}

const tableColumns: readonly Column<PeriodRow>[] = [
  time('from', ({ from }) => from),
  time('to', ({ to }) => to),
  key('currency', ({ currency }) => currency),
  ...sums<PeriodRow>(),
  figure('time_weighted', ({ twr }) => twr),
  code('time_weighted_unknown', ({ twrReason }) => twrReason ?? '', twrWords),
]

/** The options for the days and the scope of a question about performance. */
export const performanceOptions: readonly Option[] = [
  accountOption,
  { name: 'from', value: 'DATE', words: m.cli_from_the_beginning },
  { name: 'to', value: 'DATE', words: m.cli_to_today },
  { name: 'symbol', value: 'SYMBOL', words: m.cli_only_this_instrument },
  { name: 'type', value: 'TYPE', words: m.cli_only_this_type },
  { name: 'currency', value: 'CODE', words: m.cli_only_this_currency },
]

/** The scope of a question. "All" begins with the oldest known history, as on screen. */
export async function performanceScope({ values, reading, clock }: Pick<Call, 'values' | 'reading' | 'clock'>) {
  const accountId = values.text('account')
  const period = utcPeriod((name) => values.text(name), { from: 'from', to: 'to' })
  const today = Math.floor(clock.now() / dayMs) * dayMs
  const coverage = await reading.call('transactions.coverage')
  const inScope = coverage.filter((each) => accountId === null || each.accountId === accountId)
  // If the beginning of a history is not known, "all" begins before any transaction.
  const begins = inScope.length === 0 ? 0 : Math.min(...inScope.map(({ beginsAt }) => beginsAt ?? 0))
  const beginsAt = Math.floor(begins / dayMs) * dayMs
  const [symbol, type, currency] = [values.text('symbol'), values.text('type'), values.text('currency')]
  const to = period.to ?? today + dayMs
  return { accountId, symbol, type, currency, from: period.from ?? Math.min(beginsAt, to - dayMs), to }
}

export const performance: Command = {
  name: 'performance',
  summary: m.cli_performance,
  needs: ['getAsset', 'getAccount', 'getQuote', 'listTransactions'],
  options: [
    ...performanceOptions,
    { name: 'by', value: 'PERIOD', words: m.cli_performance_by, choices: ['year', 'month'] },
  ],
  notes: [m.cli_performance_returns],
  examples: ['performance --from 2026-01-01', 'performance --by year --format csv'],
  run,
}

async function run(call: Call) {
  const { values, reading, output } = call
  const scope = await performanceScope(call)
  if (values.isGiven('by')) {
    const by = values.choice('by', ['year', 'month'])
    const rows = await reading.call('performance.table', { ...scope, by })
    remarkUnknownCurrency(output, rows.flatMap(({ byCurrency }) => byCurrency).some(isOfUnknownCurrency))
    await output.rows(tableColumns, [rows.flatMap(rowsOf)], m.cli_performance_nothing)
    return exitCodes.fine
  }
  const read = await reading.call('performance.read', scope)
  remark(call, read)
  await output.figures(columns, [
    ...(read.base === null ? [] : [{ ...read.base, scope: 'base' as const }]),
    ...read.byCurrency.map((each) => ({ ...each, scope: 'currency' as const })),
  ])
  return exitCodes.fine
}

/** One row for each currency. */
const rowsOf = ({ from, to, byCurrency, ...row }: PerformanceRow): PeriodRow[] => {
  // The return is in the base currency or the only known currency.
  const only = soleCurrency(byCurrency.map(({ currency }) => currency))
  return byCurrency.map((sum) => {
    const { twr, twrReason } = sum.currency === only ? row : { twr: null, twrReason: null }
    return { ...sum, from, to, twr, twrReason }
  })
}

const reasons = {
  'no-account': m.cli_performance_no_account,
  'not-loaded': m.cli_performance_not_loaded,
  'several-currencies': m.cli_performance_several_currencies,
  nothing: m.cli_performance_nothing,
} as const

const isOfUnknownCurrency = ({ currency }: PerformanceSums): boolean => currency === ''

function remark({ output }: Call, { reason, base, byCurrency, differing, unpriced, unknownCost }: Performance): void {
  if (reason !== null) output.remark(reasons[reason]())
  remarkUnknownCurrency(output, byCurrency.some(isOfUnknownCurrency))
  const left = base?.notConverted.map(({ currency }) => currencyWords(currency)) ?? []
  if (left.length > 0) output.remark(m.cli_performance_not_converted({ currencies: left.join(', ') }))
  if (differing.length > 0) output.remark(m.cli_performance_differing({ names: differing.join(', ') }))
  if (unpriced.length > 0) output.remark(m.cli_performance_unpriced({ names: namesOf(unpriced) }))
  if (unknownCost.length > 0) output.remark(m.cli_performance_unknown_cost({ names: namesOf(unknownCost) }))
}

const namesOf = (all: readonly { readonly symbol: string }[]): string =>
  [...new Set(all.map(({ symbol }) => symbol))].join(', ')
