import { m } from '../../../shared/messages/messages.js'
import type { IncomeKind } from '../../../shared/model/ledger/income.ts'
import { incomeKinds } from '../../../shared/text/income-words.ts'
import { titleOf } from '../../lib/words/service-names.ts'

const isIncomeKind = (kind: string): kind is IncomeKind => Object.hasOwn(incomeKinds, kind)

/** What an event is called; the name of the service where it is none of these. */
export const eventTitle = (kind: string): string =>
  kind === 'other' ? m.day_other() : isIncomeKind(kind) ? incomeKinds[kind] : titleOf(kind, m.overview_event())
