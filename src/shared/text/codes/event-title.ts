import { m } from '../../messages/messages.js'
import type { IncomeKind } from '../../model/ledger/income.ts'
import { incomeKinds } from '../income-words.ts'
import { titleOf } from '../service-words.ts'

const isIncomeKind = (kind: string): kind is IncomeKind => Object.hasOwn(incomeKinds, kind)

/** What an event is called; the name of the service where it is none of these. */
export const eventTitle = (kind: string): string =>
  kind === 'other' ? m.day_other() : isIncomeKind(kind) ? incomeKinds[kind] : titleOf(kind, m.overview_event())
