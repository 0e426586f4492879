import { parseDecimal, type Decimal } from '../../../shared/decimal.ts'
import type {
  MoneyWeighted,
  Performance,
  PerformanceFigures,
  RemainderPart,
  XirrReason,
} from '../../../shared/model/ledger/performance.ts'
import type { PerformanceFigure } from '../../../shared/model/ledger/explanation.ts'
import type { LotMethod } from '../../../shared/model/ledger/ledger.ts'
import type { Format } from '../../../shared/text/format.ts'

/** The name of each figure that has an explanation. */
export const figureTitles: Readonly<Record<PerformanceFigure, string>> = {
  begin: 'Value at the beginning',
  netDeposits: 'Net deposits',
  realized: 'Realized profit',
  unrealized: 'Unrealized profit',
  income: 'Income',
  fees: 'Fees',
  taxes: 'Taxes',
  remainder: 'Unexplained remainder',
  end: 'Value at the end',
  xirr: 'Money-weighted return',
  twr: 'Time-weighted return',
  drawdown: 'Maximum drawdown',
  volatility: 'Volatility',
  contribution: 'Contribution',
}

/** Days with a known return that drawdown and volatility need. */
export const minCoveredDays = 60

/** A share as a percentage with two places: 0.1 is 10. */
export const percentOf = (share: number | null): Decimal | null =>
  share === null || !Number.isFinite(share) ? null : parseDecimal((share * 100).toFixed(2))

const xirrReasons: Readonly<Record<XirrReason, string>> = {
  'short-period': 'No annual figure for less than a year.',
  'no-flows': 'There is no value and no deposit in this period.',
  'no-rate': 'No rate of return leads from the deposits to the values.',
  'several-rates': 'None is chosen.',
  'unknown-value': 'A value or a deposit of this period is not known.',
}

/** The single rate of return, and the words below it: how many there are, or why there is none. */
export function xirrWords({ roots, reason }: MoneyWeighted, format: Format): { rate: number | null; words: string } {
  if (reason === null && roots.length === 1)
    return { rate: roots[0] ?? null, words: 'Per year, weighted by the money invested.' }
  if (roots.length > 1) {
    const rates = roots.map((root) => format.share(root, 2)).join(', ')
    return { rate: null, words: `${roots.length} rates fit the same flows: ${rates}. None is chosen.` }
  }
  return { rate: null, words: reason === null ? xirrReasons['no-rate'] : xirrReasons[reason] }
}

/** How much of the period the time-weighted return covers. */
export function coverageShareWords(twr: PerformanceFigures['twr'], format: Format): string {
  if (twr === null || twr.total === null) return 'No two days of this period have a known value.'
  const share = `${format.share(Math.floor(twr.coveredShare * 1000) / 1000, 1)} of the days have a known value`
  if (twr.gaps.length === 0) return `${share}.`
  return `${share}; ${twr.gaps.length === 1 ? '1 gap' : `${twr.gaps.length} gaps`}.`
}

/** Why there is neither drawdown nor volatility. */
export const uncoveredWords = ({ coveredDays }: Pick<PerformanceFigures, 'coveredDays'>): string =>
  coveredDays < minCoveredDays
    ? `Needs ${minCoveredDays} days with a known return; there ${coveredDays === 1 ? 'is 1' : `are ${coveredDays}`}.`
    : 'Not known for this period.'

const remainderReasons: Readonly<Record<RemainderPart['reason'], string>> = {
  'unknown-kind': 'transactions of unknown kind',
  'no-instrument': 'trades that name no instrument',
  'unknown-cost': 'pieces whose cost is not known',
  'other-currency': 'trades in another currency',
  difference: 'stated by the service beyond the transactions',
}

/** What a part of the remainder comes from. */
export function remainderWords({ reason, symbols }: RemainderPart): string {
  const named = symbols.slice(0, 3).join(', ')
  const more = symbols.length > 3 ? ` and ${symbols.length - 3} more` : ''
  return `${remainderReasons[reason]}${named === '' ? '' : ` (${named}${more})`}`
}

/** What is in the way of the figures at the top; `null` if nothing is. */
export function reasonWords({ reason }: Pick<Performance, 'reason'>): { title: string; words: string } | null {
  switch (reason) {
    case null:
      return null
    case 'no-account':
      return { title: 'No account', words: 'Accounts appear here after the first response of the service.' }
    case 'not-loaded':
      return {
        title: 'History not loaded yet',
        words: 'No figure is known until all transactions are loaded: a missing transaction would change it.',
      }
    case 'several-currencies':
      return {
        title: 'Several currencies',
        words: 'Nothing is added across currencies without a rate. The figures are shown by currency.',
      }
    case 'nothing':
      return { title: 'Nothing in this period', words: 'No value, no deposit and no transaction in this scope.' }
  }
}

/** The names of the lot methods. */
export const lotMethods: readonly { readonly value: LotMethod; readonly label: string }[] = [
  { value: 'fifo', label: 'First in, first out' },
  { value: 'lifo', label: 'Last in, first out' },
  { value: 'hifo', label: 'Highest cost first' },
  { value: 'average', label: 'Average cost' },
]
