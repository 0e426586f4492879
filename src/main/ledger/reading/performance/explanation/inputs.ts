import type { Decimal } from '../../../../../shared/decimal.ts'
import type { Performance } from '../../../../../shared/model/ledger/performance.ts'
import type { PerformanceExplanation, PerformanceFigure } from '../../../../../shared/model/ledger/explanation.ts'
import { formatUnits } from '../../../../insight/lots/units.ts'
import type { CashAmount, InstrumentPeriod } from '../../../../insight/performance/period-parts.ts'
import type { ScopeAt } from '../instrument-period.ts'
import type { PerformanceQuestion } from '../question.ts'
import type { ReadPeriod } from '../read-period.ts'

type Input = PerformanceExplanation['inputs'][number]

/** The maximum number of inputs: the largest are shown. */
const maxInputs = 200

/** What went into a figure, in the currencies in which it is known; rates come first. */
export function explanationInputs(
  figure: PerformanceFigure,
  question: PerformanceQuestion,
  period: ReadPeriod,
  answer: Performance,
): Input[] {
  const rates = question.currency === null ? (answer.base?.rates ?? []) : []
  const inputs = rates.map(({ currency, symbol, rate, at }) =>
    input(`Rate of ${currency}`, {
      symbol,
      amount: rate,
      currency: answer.currency,
      at,
      source: 'price of the rate instrument',
    }),
  )
  const own = inputsOf(figure, question, period, answer).filter(
    ({ currency }) => question.currency === null || currency === null || currency === question.currency,
  )
  own.sort((a, b) => Math.abs(Number(b.amount ?? 0)) - Math.abs(Number(a.amount ?? 0)))
  return [...inputs, ...own.slice(0, maxInputs)]
}

function inputsOf(
  figure: PerformanceFigure,
  question: PerformanceQuestion,
  period: ReadPeriod,
  answer: Performance,
): Input[] {
  switch (figure) {
    case 'begin':
      return [...cashOf(period.cash?.begin ?? null), ...valuesOf(period.begin)]
    case 'end':
      return [...cashOf(period.cash?.end ?? null), ...valuesOf(period.end)]
    case 'realized':
      return movedOf(period.instruments, ({ realized, margin }) => realized + margin)
    case 'income':
      return movedOf(period.instruments, ({ income, accrued }) => income + accrued)
    case 'fees':
      return movedOf(period.instruments, ({ fees }) => fees)
    case 'taxes':
      return movedOf(period.instruments, ({ taxes }) => taxes)
    case 'netDeposits':
      return period.flows.pieces.map(({ symbol, at, worth }) =>
        input('Value of pieces that came in', {
          ...{ symbol, at, amount: worth === null ? null : formatUnits(worth.amount) },
          ...{ currency: worth?.currency ?? null, source: 'newest price of that time' },
        }),
      )
    case 'remainder':
      return answer.remainderParts.map(({ reason, amount, symbols }) =>
        input(reason.replaceAll('-', ' '), { amount, currency: answer.currency, symbol: symbols[0] ?? null }),
      )
    case 'contribution':
      return answer.contribution.map(({ symbol, amount }) =>
        input('Contribution', { symbol, amount, currency: answer.currency }),
      )
    case 'unrealized':
    case 'xirr':
      return sumInputs(answer)
    case 'twr':
    case 'drawdown':
    case 'volatility':
      return [...sumInputs(answer).slice(0, 2), ...dayInputs(answer, question)]
  }
}

const sumInputs = (answer: Performance): Input[] =>
  (
    [
      ['Value at the start', answer.begin, answer.from],
      ['Value at the end', answer.end, answer.to],
      ['Net deposits', answer.netDeposits, null],
      ['Realized profit', answer.realized, null],
      ['Income', answer.income, null],
      ['Fees', answer.fees, null],
      ['Taxes', answer.taxes, null],
    ] as const
  ).map(([label, amount, at]) => input(label, { amount, at, currency: answer.currency }))

const dayInputs = ({ twr, drawdown, coveredDays }: Performance, { knownDay }: PerformanceQuestion): Input[] => [
  input(
    `The value of a day is known where ${knownDay.minPricedPercent} % of it has a price of the last ${knownDay.maxPriceAgeDays} days`,
    {},
  ),
  input(`Days with a known return: ${coveredDays}`, {}),
  ...(twr?.gaps.map(({ from, to }) =>
    input('No known value until', { at: to, source: `from ${new Date(from).toISOString().slice(0, 10)} on` }),
  ) ?? []),
  ...(drawdown === null ? [] : [input('Peak', { at: drawdown.peakAt }), input('Lowest point', { at: drawdown.lowAt })]),
]

const cashOf = (cash: ReadonlyMap<string, CashAmount | null> | null): Input[] =>
  [...(cash ?? [])].flatMap(([currency, known]) => {
    if (known === null) return [input('Cash is not known', { currency })]
    if (known.amount === 0n) return []
    const source = known.difference === 0n ? 'sum of all rows' : 'as the service states it'
    return [input('Cash', { amount: formatUnits(known.amount), currency, source })]
  })

const valuesOf = ({ values }: ScopeAt): Input[] =>
  [...values].flatMap(([symbol, { amounts, currency, priceAt, priceSource }]) => {
    if (amounts === null) return [input('Value is not known', { symbol, currency })]
    return [...amounts].map(([own, amount]) =>
      input('Value', { symbol, amount: formatUnits(amount), currency: own, at: priceAt, source: priceSource }),
    )
  })

function movedOf(
  instruments: readonly InstrumentPeriod[],
  read: (sums: InstrumentPeriod['moved'][number]) => bigint,
): Input[] {
  return instruments.flatMap(({ symbol, moved }) =>
    moved.flatMap((sums) => {
      const amount = read(sums)
      return amount === 0n
        ? []
        : [input('Instrument', { symbol, amount: formatUnits(amount), currency: sums.currency })]
    }),
  )
}

const input = (
  label: string,
  { symbol = null, amount = null, currency = null, at = null, source = null }: Partial<Omit<Input, 'label'>>,
): Input => ({ label, symbol, amount: amount satisfies Decimal | null, currency, at, source })
