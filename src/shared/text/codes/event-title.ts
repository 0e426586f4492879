import { m } from '../../messages/messages.js'
import type { IncomeKind } from '../../model/ledger/income.ts'
import type { EventRow } from '../../model/transaction/transaction.ts'
import { incomeKinds } from '../income-words.ts'
import { titleOf } from '../service-words.ts'

const isIncomeKind = (kind: string): kind is IncomeKind => Object.hasOwn(incomeKinds, kind)

/** The title of an event; the name that the service uses if the kind is unknown. */
export const eventTitle = (kind: string): string =>
  kind === 'other' ? m.day_other() : isIncomeKind(kind) ? incomeKinds[kind] : titleOf(kind, m.overview_event())

/** The ratio of a split, or the name and the price of an offer; empty for other events. */
export function eventNote({ ratio, offer }: Pick<EventRow, 'ratio' | 'offer'>): string {
  if (ratio !== null) return m.alerts_new_ratio_for_old_ratio({ newRatio: ratio.new, oldRatio: ratio.old })
  if (offer === null) return ''
  return [offer.type, offer.price === null ? '' : m.insight_offer_at_price({ price: offer.price })]
    .filter(Boolean)
    .join(' ')
}
