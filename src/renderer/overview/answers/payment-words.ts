import { m } from '../../../shared/messages/messages.js'
import type { IncomeKind, IncomeState } from '../../../shared/model/ledger/income.ts'
import { titleOf } from '../../lib/words/service-names.ts'
import { texts } from '../../../shared/texts.ts'

/** What each kind of payment is called. */
export const paymentKinds: Readonly<Record<IncomeKind, string>> = texts({
  dividend: m.income_dividend,
  coupon: m.income_coupon,
  amortization: m.common_amortization,
  redemption: m.income_redemption,
  offer: m.income_offer,
  split: m.common_split,
  other: m.income_other_income,
})

/** What each state of a payment is called. */
export const paymentStates: Readonly<Record<IncomeState, string>> = texts({
  received: m.income_received,
  partial: m.income_partial,
  over: m.income_over,
  pending: m.income_pending,
  missing: m.income_missing,
  ambiguous: m.income_ambiguous,
  unexpected: m.income_unexpected,
  announced: m.income_announced,
  projected: m.income_projected,
  'not-loaded': m.income_not_loaded,
  unknown: m.income_unknown,
  passed: m.income_passed,
})

const isPaymentKind = (kind: string): kind is IncomeKind => Object.hasOwn(paymentKinds, kind)

/** What an event is called; the name of the service where it is none of these. */
export const eventTitle = (kind: string): string =>
  kind === 'other' ? m.day_other() : isPaymentKind(kind) ? paymentKinds[kind] : titleOf(kind, m.overview_event())

/** A title inside a sentence. */
export const inSentence = (title: string): string => title.toLowerCase()
