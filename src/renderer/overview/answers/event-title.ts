import { m } from '../../../shared/messages/messages.js'
import type { IncomeKind } from '../../../shared/model/ledger/income.ts'
import { incomeKinds } from '../../../shared/text/income-words.ts'
import { titleOf } from '../../lib/words/service-names.ts'

const isIncomeKind = (kind: string): kind is IncomeKind => Object.hasOwn(incomeKinds, kind)

/** The title of an event; the name that the service uses if the kind is unknown. */
export const eventTitle = (kind: string): string =>
  kind === 'other' ? m.day_other() : isIncomeKind(kind) ? incomeKinds[kind] : titleOf(kind, m.overview_event())
