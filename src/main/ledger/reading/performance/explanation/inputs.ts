import { formatUnits } from '#main/insight/lots/units.ts'
import type { CashAmount, InstrumentPeriod } from '#main/insight/performance/period-parts.ts'
import { wordingOf } from '#main/insight/wording.ts'
import type { Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { PerformanceExplanation, PerformanceFigure } from '#shared/model/ledger/explanation.ts'
import type { Performance } from '#shared/model/ledger/performance.ts'
import { twrReasons } from '#shared/text/codes/twr-reasons.ts'
import { remainderReasons } from '#shared/text/remainder-reasons.ts'
import type { PriceSource, ScopeAt } from '../instrument-period.ts'
import type { PerformanceQuestion } from '../question.ts'
import type { ReadPeriod } from '../read-period.ts'

type Input = PerformanceExplanation['inputs'][number]

/** The maximum number of inputs. The largest are shown. */
const maxInputs = 200

/** The inputs of a figure, in the currencies in which they are known. Rates come first. */
export function explanationInputs(
  figure: PerformanceFigure,
  question: PerformanceQuestion,
  period: ReadPeriod,
  answer: Performance,
): Input[] {
  const rates = question.currency === null ? (answer.base?.rates ?? []) : []
  const inputs = rates.map(({ currency, symbol, rate, at }) =>
    input(m.explanation_rate_of({ currency }), {
      symbol,
      amount: rate,
      currency: answer.currency,
      at,
      source: [m.explanation_price_of_the_rate_instrument()],
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
      return period.flows.pieces.map(({ symbol, at, value }) =>
        input(m.explanation_pieces_that_came_in(), {
          symbol,
          at,
          amount: value === null ? null : formatUnits(value.amount),
          currency: value?.currency ?? null,
          source: [m.explanation_newest_price()],
        }),
      )
    case 'remainder':
      return answer.remainderParts.map(({ reason, amount, symbols }) =>
        input(remainderReasons[reason], { amount, currency: answer.currency, symbol: symbols[0] ?? null }),
      )
    case 'contribution':
      return answer.contribution.map(({ symbol, amount }) =>
        input(m.common_contribution(), { symbol, amount, currency: answer.currency }),
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
      [m.performance_value_at_the_beginning(), answer.begin, answer.from],
      [m.performance_value_at_the_end(), answer.end, answer.to],
      [m.performance_net_deposits(), answer.netDeposits, null],
      [m.performance_realized_profit(), answer.realized, null],
      [m.common_income(), answer.income, null],
      [m.common_fees(), answer.fees, null],
      [m.common_taxes(), answer.taxes, null],
    ] as const
  ).map(([label, amount, at]) => input(label, { amount, at, currency: answer.currency }))

const dayInputs = ({ twr, drawdown, coveredDays }: Performance, { knownDay }: PerformanceQuestion): Input[] => [
  input(m.explanation_known_day({ percent: knownDay.minPricedPercent, days: knownDay.maxPriceAgeDays }), {}),
  input(m.explanation_days_with_a_return({ count: coveredDays }), {}),
  ...(twr?.gaps.map(({ from, to, reason }) =>
    input(m.explanation_no_return_until(), {
      at: to,
      source: [...wordingOf(({ date }) => m.explanation_from_date_on({ date: date(from) })), `. ${twrReasons[reason]}`],
    }),
  ) ?? []),
  ...(drawdown === null
    ? []
    : [
        input(m.explanation_peak(), { at: drawdown.peakAt }),
        input(m.explanation_lowest_point(), { at: drawdown.lowAt }),
      ]),
]

const cashOf = (cash: ReadonlyMap<string, CashAmount | null> | null): Input[] =>
  [...(cash ?? [])].flatMap(([currency, known]) => {
    if (known === null) return [input(m.explanation_cash_is_not_known(), { currency })]
    if (known.amount === 0n) return []
    const source = [known.difference === 0n ? m.explanation_sum_of_all_rows() : m.explanation_as_stated()]
    return [input(m.common_cash(), { amount: formatUnits(known.amount), currency, source })]
  })

const sourceWords = (source: PriceSource | null): Input['source'] =>
  source === null ? null : [source === 'own-trade' ? m.explanation_own_trade() : m.explanation_recorded_quote()]

const valuesOf = ({ values }: ScopeAt): Input[] =>
  [...values].flatMap(([symbol, { amounts, currency, priceAt, priceSource }]) => {
    if (amounts === null) return [input(m.explanation_value_is_not_known(), { symbol, currency })]
    return [...amounts].map(([own, amount]) =>
      input(m.common_value(), {
        symbol,
        amount: formatUnits(amount),
        currency: own,
        at: priceAt,
        source: sourceWords(priceSource),
      }),
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
        : [input(m.common_instrument(), { symbol, amount: formatUnits(amount), currency: sums.currency })]
    }),
  )
}

const input = (
  label: string,
  { symbol = null, amount = null, currency = null, at = null, source = null }: Partial<Omit<Input, 'label'>>,
): Input => ({ label, symbol, amount: amount satisfies Decimal | null, currency, at, source })
