import { wordingOf } from '#main/insight/wording.ts'
import { m } from '#shared/messages/messages.js'
import type { PerformanceFigure, PerformanceExplanation } from '#shared/model/ledger/explanation.ts'
import { texts } from '#shared/texts.ts'
import { readPerformance } from '../performance-reader.ts'
import { isLoaded, wholeDays, type PerformanceQuestion, type ReaderSource } from '../question.ts'
import { readPeriod, type ReadPeriod } from '../read-period.ts'
import { explanationInputs } from './inputs.ts'
import { explanationRows } from './rows.ts'

/** How each figure is calculated, in plain words. */
const formulas: Readonly<Record<PerformanceFigure, string>> = texts({
  begin: m.explanation_begin,
  end: m.explanation_end,
  netDeposits: m.explanation_net_deposits,
  realized: m.explanation_realized,
  unrealized: m.explanation_unrealized,
  income: m.explanation_income,
  fees: m.explanation_fees,
  taxes: m.explanation_taxes,
  remainder: m.explanation_remainder,
  xirr: m.explanation_xirr,
  twr: m.explanation_twr,
  drawdown: m.explanation_drawdown,
  volatility: m.explanation_volatility,
  contribution: m.explanation_contribution,
})

interface ExplanationQuestion extends PerformanceQuestion {
  readonly figure: PerformanceFigure
  /** The currency of the figure; `null`: the currency of the figures at the top. */
  readonly figureCurrency: string | null
}

/** Explains a figure: formula, inputs, the newest rows, and amounts that are not included. The caller adds names. */
export function* explainFigure(
  source: ReaderSource,
  requested: ExplanationQuestion,
): Generator<void, PerformanceExplanation> {
  const question = wholeDays({ ...requested, currency: requested.figureCurrency ?? requested.currency })
  const { figure } = question
  const nothing = { figure, formula: formulas[figure], inputs: [], rows: [], rowCount: 0, leftOut: [] }
  if (question.accountIds.length === 0 || !isLoaded(source, question) || question.from >= question.to) return nothing
  const needsDays = figure === 'twr' || figure === 'drawdown' || figure === 'volatility'
  const answer = yield* readPerformance(source, {
    ...question,
    isQuick: !needsDays,
  })
  const period = yield* readPeriod(source, question)
  return {
    ...nothing,
    inputs: explanationInputs(figure, question, period, answer),
    ...explanationRows(figure, question, period),
    leftOut: leftOut(period, answer.differing),
  }
}

function leftOut({ unpriced, instruments }: ReadPeriod, differing: readonly string[]) {
  const unknown = instruments.filter(({ unknownClosed }) => unknownClosed > 0n)
  const pieces = unknown.reduce((total, { unknownClosed }) => total + unknownClosed, 0n)
  const all = [
    {
      words: [m.explanation_unpriced({ names: listOf(unpriced.map(({ symbol }) => symbol)) })],
      count: unpriced.length,
    },
    {
      words: wordingOf(({ number }) =>
        m.explanation_unknown_cost({ pieces: number(pieces), names: listOf(unknown.map(({ symbol }) => symbol)) }),
      ),
      count: unknown.length,
    },
    { words: [m.explanation_differing({ names: listOf(differing) })], count: differing.length },
  ]
  return all.filter(({ count }) => count > 0)
}

const shown = 5
const listOf = (names: readonly string[]): string => {
  const unique = [...new Set(names)]
  const more = unique.length - shown
  return unique.slice(0, shown).join(', ') + (more > 0 ? m.common_and_count_more({ count: more }) : '')
}
