import { m } from '../../messages/messages.js'
import type { IncomeKind } from '../../model/ledger/income.ts'
import { incomeKinds } from '../income-words.ts'
import { titleOf } from '../service-words.ts'

const isIncomeKind = (kind: string): kind is IncomeKind => Object.hasOwn(incomeKinds, kind)

/** The title of an event; the name that the service uses if the kind is unknown. */
export const eventTitle = (kind: string): string =>
  kind === 'other' ? m.day_other() : isIncomeKind(kind) ? incomeKinds[kind] : titleOf(kind, m.overview_event())
