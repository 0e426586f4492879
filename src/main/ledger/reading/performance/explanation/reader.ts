import type { PerformanceExplanation, PerformanceFigure } from '../../../../../shared/model/ledger/explanation.ts'
import { formulas } from '../../../../insight/performance/formulas.ts'
import { formatUnits } from '../../../../insight/lots/units.ts'
import { explanationInputs } from './inputs.ts'
import { explanationRows } from './rows.ts'
import { isWhole, wholeDays, type PerformanceQuestion, type ReaderSource } from '../question.ts'
import { readPerformance } from '../performance-reader.ts'
import { readPeriod, type ReadPeriod } from '../read-period.ts'

export interface ExplanationQuestion extends PerformanceQuestion {
  readonly figure: PerformanceFigure
  /** The currency of the figure; `null`: the one at the top. */
  readonly of: string | null
}

/** How a figure came about: formula, inputs, the newest rows, and what was left out. Names are left to the caller. */
export function* explainFigure(
  source: ReaderSource,
  asked: ExplanationQuestion,
): Generator<void, PerformanceExplanation> {
  const question = wholeDays({ ...asked, currency: asked.of ?? asked.currency })
  const { figure } = question
  const nothing = { figure, formula: formulas[figure], inputs: [], rows: [], rowCount: 0, leftOut: [] }
  if (question.accountIds.length === 0 || !isWhole(source, question) || question.from >= question.to) return nothing
  const needsDays = figure === 'twr' || figure === 'drawdown' || figure === 'volatility'
  const answer = yield* readPerformance(source, {
    ...question,
    isQuick: !needsDays,
  })
  const period = yield* readPeriod(source, question)
  return {
    ...nothing,
    inputs: explanationInputs(figure, question, period, answer),
    ...explanationRows(source.db, figure, question, period),
    leftOut: leftOut(period, answer.inDoubt),
  }
}

function leftOut({ unpriced, instruments }: ReadPeriod, inDoubt: readonly string[]) {
  const unknown = instruments.filter(({ unknownClosed }) => unknownClosed > 0n)
  const pieces = unknown.reduce((total, { unknownClosed }) => total + unknownClosed, 0n)
  const all = [
    {
      words: `Held instruments without a known price at one end: ${listOf(unpriced.map(({ symbol }) => symbol))}`,
      count: unpriced.length,
    },
    {
      words: `Pieces that were closed and whose cost is not known (${formatUnits(pieces)} of ${listOf(unknown.map(({ symbol }) => symbol))})`,
      count: unknown.length,
    },
    { words: `The rows do not give what the service states: ${listOf(inDoubt)}`, count: inDoubt.length },
  ]
  return all.filter(({ count }) => count > 0)
}

const shown = 5
const listOf = (names: readonly string[]): string => {
  const unique = [...new Set(names)]
  const more = unique.length - shown
  return unique.slice(0, shown).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
