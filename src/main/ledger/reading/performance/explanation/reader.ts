import type { PerformanceFigure, PerformanceExplanation } from '../../../../../shared/model/ledger/explanation.ts'
import { formatUnits } from '../../../../insight/lots/units.ts'
import { explanationInputs } from './inputs.ts'
import { explanationRows } from './rows.ts'
import { isWhole, wholeDays, type PerformanceQuestion, type ReaderSource } from '../question.ts'
import { readPerformance } from '../performance-reader.ts'
import { readPeriod, type ReadPeriod } from '../read-period.ts'

/** How each figure is calculated, in plain words. */
const formulas: Readonly<Record<PerformanceFigure, string>> = {
  begin: 'Cash at the start of the first day, plus the pieces of each instrument times its newest price of that time.',
  end: 'Cash at the end of the last day, plus the pieces of each instrument times its newest price of that time.',
  netDeposits:
    'Money and pieces that came in from outside, less what left. Transfers between the chosen accounts do not count. Of an instrument: the money put into it, less the money taken out.',
  realized:
    'For each lot that was closed: proceeds minus cost, without accrued interest and fees. Plus the variation margin of futures.',
  unrealized:
    'The change of the value of all instruments, plus the money of their trades, less the pieces that came in, less realized profit.',
  income: 'Dividends, coupons, interest and other income, plus accrued interest received, less accrued interest paid.',
  fees: 'Commissions and fines.',
  taxes: 'Taxes that were withheld, less those that were returned.',
  remainder: 'Changes of the value that belong to none of the other parts, each with its reason.',
  xirr: 'The annual rate at which the value at the start and all deposits, with interest by the day (actual/365), become the withdrawals and the value at the end.',
  twr: 'The returns of all windows between days with a known value, multiplied. A deposit counts from the start of its day.',
  drawdown: 'The deepest fall of the time-weighted index from a peak before it.',
  volatility: 'The standard deviation of the daily returns, times the square root of 365.',
  contribution:
    'For each instrument: the change of its value plus all its money, less pieces that came in from outside.',
}

interface ExplanationQuestion extends PerformanceQuestion {
  readonly figure: PerformanceFigure
  /** The currency of the figure; `null`: the one at the top. */
  readonly of: string | null
}

/** How a figure is calculated: formula, inputs, the newest rows, and what is not included. The caller adds names. */
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
