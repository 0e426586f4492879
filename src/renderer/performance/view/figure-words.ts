import { parseDecimal, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { PerformanceFigure } from '#shared/model/ledger/explanation.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { Performance, PerformanceFigures, RemainderPart } from '#shared/model/ledger/performance.ts'
import type { MoneyWeighted } from '#shared/model/ledger/returns.ts'
import { twrReasons } from '#shared/text/codes/twr-reasons.ts'
import { xirrReasons } from '#shared/text/codes/xirr-reasons.ts'
import { counted } from '#shared/text/counted.ts'
import type { Format } from '#shared/text/format.ts'
import { remainderReasons } from '#shared/text/remainder-reasons.ts'
import { texts } from '#shared/texts.ts'

/** The name of each figure that has an explanation. */
export const figureTitles: Readonly<Record<PerformanceFigure, string>> = texts({
  begin: m.performance_value_at_the_beginning,
  netDeposits: m.performance_net_deposits,
  realized: m.performance_realized_profit,
  unrealized: m.performance_unrealized_profit,
  income: m.common_income,
  fees: m.common_fees,
  taxes: m.common_taxes,
  remainder: m.performance_unexplained_remainder,
  end: m.performance_value_at_the_end,
  xirr: m.performance_money_weighted_return,
  twr: m.performance_time_weighted_return,
  drawdown: m.performance_maximum_drawdown,
  volatility: m.performance_volatility,
  contribution: m.common_contribution,
})

/** The number of days with a known return that drawdown and volatility require. */
export const minCoveredDays = 60

/** A fraction as a percentage with two places: 0.1 is 10. */
export const percentOf = (share: number | null): Decimal | null =>
  share === null || !Number.isFinite(share) ? null : parseDecimal((share * 100).toFixed(2))

/** The rate of return if it is unique, and a text below it: the number of rates, or why there is none. */
export function xirrWords(
  { roots, reason, periodReturn }: MoneyWeighted,
  format: Format,
): { rate: number | null; words: string } {
  if (reason === null && roots.length === 1)
    return { rate: roots[0] ?? null, words: m.performance_per_year_weighted_by_the_money_invested() }
  if (roots.length > 1) {
    const rates = roots.map((root) => format.share(root, 2)).join(', ')
    return { rate: null, words: m.performance_count_rates_fit_the_same_flows_rates({ count: roots.length, rates }) }
  }
  const words = xirrReasons[reason ?? 'no-rate']
  if (periodReturn === null) return { rate: null, words }
  const share = format.share(periodReturn, 2)
  return { rate: null, words: `${m.performance_reasons_in_the_period({ share })} ${words}` }
}

/** How much of the period the time-weighted return covers. */
export function coverageShareWords(twr: PerformanceFigures['twr'], format: Format): string {
  if (twr === null) return m.performance_no_two_known_days()
  const unknown = twr.reason === null ? '' : `${twrReasons[twr.reason]} `
  const shareOf = (share: number): string => format.share(Math.floor(share * 1000) / 1000, 1)
  const share = `${unknown}${m.performance_covered_share({
    coveredShare: shareOf(twr.coveredShare),
    knownShare: shareOf(twr.knownShare),
  })}`
  if (twr.gaps.length === 0) return `${share}.`
  return `${share}; ${m.margin_count_gaps(counted(twr.gaps.length, format))}.`
}

/** Why drawdown and volatility are unknown. */
export function uncoveredWords({ coveredDays, twr }: Pick<PerformanceFigures, 'coveredDays' | 'twr'>): string {
  if (twr !== null && twr.reason !== null) return twrReasons[twr.reason]
  if (coveredDays >= minCoveredDays) return m.performance_not_known_for_this_period()
  return m.performance_needs_min_covered_days({ count: coveredDays, minCoveredDays })
}

/** The title of a part of the remainder. */
export function remainderWords({ reason, symbols }: RemainderPart): string {
  const named = symbols.slice(0, 3).join(', ')
  const more = symbols.length > 3 ? m.common_and_count_more({ count: symbols.length - 3 }) : ''
  return `${remainderReasons[reason]}${named === '' ? '' : ` (${named}${more})`}`
}

/** Why the main figures are unknown; `null` if they are known, or if there is no account. */
export function reasonWords({ reason }: Pick<Performance, 'reason'>): { title: string; words: string } | null {
  switch (reason) {
    case null:
    case 'no-account':
      return null
    case 'not-loaded':
      return {
        title: m.performance_history_not_loaded_yet(),
        words: m.performance_no_figure_is_known_until_all_transactions(),
      }
    case 'several-currencies':
      return {
        title: m.performance_several_currencies(),
        words: m.performance_by_currency_only(),
      }
    case 'nothing':
      return {
        title: m.performance_nothing_in_this_period(),
        words: m.performance_no_value_no_deposit_and_no_transaction(),
      }
  }
}

/** The names of the lot methods. */
export const lotMethods: readonly { readonly value: LotMethod; readonly label: string }[] = texts([
  { value: 'fifo', label: m.performance_first_in_first_out },
  { value: 'lifo', label: m.performance_last_in_first_out },
  { value: 'hifo', label: m.performance_highest_cost_first },
  { value: 'average', label: m.performance_average_cost },
])
