import { dayMs } from '../../../shared/durations.ts'
import type {
  Performance,
  PerformanceFigures,
  PerformanceRow,
  PerformanceSums,
} from '../../../shared/model/ledger/performance.ts'
import type { Call, Command } from '../command/command.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { accountOption, type Option } from '../command/options.ts'
import { utcPeriod } from '../filter/dates.ts'
import { amount, figure, key, profit, text, time, type Column } from '../output/column.ts'

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
  text('scope', ({ scope }) => scope),
  key('currency', ({ currency }) => currency),
  ...sums<Named<PerformanceFigures>>(),
  // A rate is the annual return only if it is the only rate.
  figure('money_weighted', ({ xirr }) => (xirr.reason === null ? (xirr.roots[0] ?? null) : null)),
  text('money_weighted_unknown', ({ xirr }) => xirr.reason ?? ''),
  figure('time_weighted', ({ twr }) => twr?.total ?? null),
  figure('time_weighted_covered', ({ twr }) => twr?.coveredShare ?? null),
  figure('drawdown', ({ drawdown }) => drawdown?.share ?? null),
  figure('volatility', ({ volatility }) => volatility),
]

interface PeriodRow extends PerformanceSums {
  readonly from: number
  readonly to: number
  readonly twr: number | null
}

const tableColumns: readonly Column<PeriodRow>[] = [
  time('from', ({ from }) => from),
  time('to', ({ to }) => to),
  key('currency', ({ currency }) => currency),
  ...sums<PeriodRow>(),
  figure('time_weighted', ({ twr }) => twr),
]

/** The days and the scope of a question about performance. */
export const performanceOptions: readonly Option[] = [
  accountOption,
  { name: 'from', value: 'DATE', words: 'first UTC day; without it the beginning' },
  { name: 'to', value: 'DATE', words: 'last UTC day; without it today' },
  { name: 'symbol', value: 'SYMBOL', words: 'only this instrument' },
  { name: 'type', value: 'TYPE', words: 'only instruments of this type, as the service names it' },
  { name: 'currency', value: 'CODE', words: 'only what is in this currency' },
]

/** "All" begins where the oldest known history begins, as on screen. */
export async function performanceScope({ values, reading, clock }: Pick<Call, 'values' | 'reading' | 'clock'>) {
  const accountId = values.text('account')
  const period = utcPeriod((name) => values.text(name), { from: 'from', to: 'to' })
  const today = Math.floor(clock.now() / dayMs) * dayMs
  const coverage = await reading.call('transactions.coverage')
  const inScope = coverage.filter((each) => accountId === null || each.accountId === accountId)
  // If one beginning is not known, "all" begins before any transaction.
  const begins = inScope.length === 0 ? 0 : Math.min(...inScope.map(({ beginsAt }) => beginsAt ?? 0))
  const beginsAt = Math.floor(begins / dayMs) * dayMs
  const [symbol, type, currency] = [values.text('symbol'), values.text('type'), values.text('currency')]
  const to = period.to ?? today + dayMs
  return { accountId, symbol, type, currency, from: period.from ?? Math.min(beginsAt, to - dayMs), to }
}

export const performance: Command = {
  name: 'performance',
  summary: 'How a scope did over a period: profit, income, charges and returns',
  options: [
    ...performanceOptions,
    { name: 'by', value: 'PERIOD', words: 'a row for each year or month', choices: ['year', 'month'] },
  ],
  notes: ['Returns are shares: 0.1 is 10 %. With a base currency there are figures in it, at one rate each.'],
  examples: ['performance --from 2026-01-01', 'performance --by year --format csv'],
  run,
}

async function run(call: Call) {
  const { values, reading, output } = call
  const scope = await performanceScope(call)
  if (values.isGiven('by')) {
    const by = values.choice('by', ['year', 'month'])
    const rows = await reading.call('performance.table', { ...scope, by })
    await output.rows(tableColumns, [rows.flatMap(rowsOf)])
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

/** Each currency by itself. */
const rowsOf = ({ from, to, twr, byCurrency }: PerformanceRow): PeriodRow[] =>
  byCurrency.map((sum) => ({ ...sum, from, to, twr: byCurrency.length === 1 ? twr : null }))

const reasons = {
  'no-account': 'There is no account.',
  'not-loaded': 'A part of the history is not loaded: no figure is known.',
  'several-currencies': 'There are several currencies and no base currency: each has its own figures.',
  nothing: 'Nothing happened in this period.',
} as const

function remark({ output }: Call, { reason, inDoubt, unpriced, unknownCost }: Performance): void {
  if (reason !== null) output.remark(reasons[reason])
  if (inDoubt.length > 0)
    output.remark(`The transactions do not give what the service states of: ${inDoubt.join(', ')}.`)
  if (unpriced.length > 0) output.remark(`Without a known price: ${namesOf(unpriced)}.`)
  if (unknownCost.length > 0) output.remark(`Closed pieces of unknown cost: ${namesOf(unknownCost)}.`)
}

const namesOf = (all: readonly { readonly symbol: string }[]): string =>
  [...new Set(all.map(({ symbol }) => symbol))].join(', ')
