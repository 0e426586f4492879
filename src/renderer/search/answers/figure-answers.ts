import { m } from '#shared/messages/messages.js'
import { dayHref } from '../../navigation/day-address.ts'
import { incomeHash } from '../../navigation/income-address.ts'
import { allocationHash, overviewPath } from '../../navigation/overview-address.ts'
import type { PanelName } from '../../navigation/panels.ts'
import { defaultPerformance, performanceHash } from '../../navigation/performance-address.ts'
import { positionsHash } from '../../navigation/positions-address.ts'

/** A question that the palette knows, with the address of the screen that answers it. */
export interface Answer {
  readonly title: string
  /** Additional words that find it. */
  readonly words: string
  readonly hash: string
  /** The part of the screen that answers it. */
  readonly panel: PanelName
}

/** Questions about the present that a screen answers in a certain order or selection. */
export const figureAnswers = (): Answer[] => [
  {
    title: m.search_largest_losses(),
    words: m.search_largest_losses_words(),
    hash: positionsHash({ key: 'unrealized', isDescending: false }),
    panel: 'positions',
  },
  {
    title: m.search_largest_gains(),
    words: m.search_largest_gains_words(),
    hash: positionsHash({ key: 'unrealized', isDescending: true }),
    panel: 'positions',
  },
  {
    title: m.search_fell_most_of_day(),
    words: m.search_fell_most_of_day_words(),
    hash: positionsHash({ key: 'day', isDescending: false }),
    panel: 'positions',
  },
  {
    title: m.search_rose_most_of_day(),
    words: m.search_rose_most_of_day_words(),
    hash: positionsHash({ key: 'day', isDescending: true }),
    panel: 'positions',
  },
  {
    title: m.search_largest_positions(),
    words: m.search_largest_positions_words(),
    hash: positionsHash({ key: 'value', isDescending: true }),
    panel: 'positions',
  },
  {
    title: m.search_what_brought_most_this_year(),
    words: m.search_what_brought_most_words(),
    hash: performanceHash({ ...defaultPerformance, period: { name: 'year' } }),
    panel: 'contribution',
  },
  {
    title: m.search_days_change(),
    words: m.search_days_change_words(),
    hash: dayHref(),
    panel: 'day',
  },
  {
    title: m.search_overdue_payments(),
    words: m.search_overdue_payments_words(),
    hash: incomeHash('overdue'),
    panel: 'income',
  },
  {
    title: m.search_cash_by_currency(),
    words: m.search_cash_words(),
    hash: overviewPath,
    panel: 'cash',
  },
  {
    title: m.search_allocation_by_currency(),
    words: m.search_allocation_by_currency_words(),
    hash: allocationHash('currency'),
    panel: 'allocation',
  },
  {
    title: m.search_allocation_by_type(),
    words: m.search_allocation_by_type_words(),
    hash: allocationHash('type'),
    panel: 'allocation',
  },
]
