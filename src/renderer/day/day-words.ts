import type { DayCash, DayNote } from '../../shared/model/ledger/day-profit.ts'
import type { PastDayAccount, PastDayNote } from '../../shared/model/ledger/past-day.ts'
import type { Format } from '../../shared/text/format.ts'

/** Why a part of today’s profit is not said, or what is special about it. */
export const dayNoteWords: Readonly<Record<DayNote, string>> = {
  'not-stated': 'The service states no profit of the day',
  'no-close': 'The previous close is not known',
  'no-price': 'No price is known',
  'no-formula': 'The reference data that gives it a value is not known',
  'not-loaded': 'The transactions of the day are not loaded yet',
  'unknown-trade': 'A transaction of the day does not say what it cost',
  split: 'Pieces were split or converted that day',
  'other-session': 'The profit is that of an earlier session',
  delayed: 'Delayed price',
  'all-from-close': 'The service counts pieces bought today from the previous close',
  sold: 'Sold today: no longer in the stated profit',
  'cash-apart': 'Income and charges are not in the stated profit',
}

/** Income and charges. */
export const dayCashTitles: Readonly<Record<DayCash['kind'], string>> = {
  income: 'Income',
  fees: 'Fees',
  taxes: 'Taxes',
}

/** Why a past position has no value, or one to doubt. */
export const pastNoteWords: Readonly<Record<PastDayNote, string>> = {
  'unknown-pieces': 'an earlier transaction does not say how many pieces it moved',
  'not-replayed': 'the transactions until then are not known whole',
  'no-price': 'no price until that day is known',
  'old-price': 'the price is more than 400 days old',
  'no-face-value': 'the face value of that day is not known',
  future: 'a future has no value; its profit is in the cash',
}

/** What is missing of an account on a day; `null` where nothing is. */
export function coverageText({ coverage }: PastDayAccount, format: Format): string | null {
  const { state, readAt } = coverage
  switch (state) {
    case 'whole':
      return null
    case 'before':
      return 'Nothing had happened in this account until then.'
    case 'partial':
      return 'Some transactions until then are not loaded, so no figures are calculated.'
    case 'not-read': {
      const since = readAt === null ? '' : ` They were read on ${format.dateTime(readAt)}.`
      return `By the end of that day not all earlier transactions had been read, so what was known then is not known.${since}`
    }
  }
}

/** How many transactions were read later; `null` without any. */
export function lateText({ coverage: { lateRows } }: PastDayAccount, format: Format): string | null {
  if (lateRows === 0) return null
  const rows = lateRows === 1 ? '1 transaction' : `${format.count(lateRows)} transactions`
  return `${rows} until then ${lateRows === 1 ? 'was' : 'were'} read or changed only later, and left out.`
}
