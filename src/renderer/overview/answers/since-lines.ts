import type { SinceVisit } from '../../../shared/model/visit.ts'
import type { Money } from '../../../shared/model/values.ts'
import { describeNotice, noticeHref, type FigureStyle } from '../../../shared/text/alert-words.ts'
import { kindTitles } from '../../../shared/text/transaction-kinds.ts'
import { sideWords } from '../../lib/words/order-words.ts'
import { titleOf } from '../../lib/words/service-names.ts'
import { instrumentHref } from '../../navigation/instrument-address.ts'
import { rowHref } from '../../navigation/transactions-address.ts'

/** One thing that happened. */
export interface SinceLine {
  readonly key: string
  /** UTC ms, or a date alone. */
  readonly at: number | string
  readonly words: string
  readonly of: string
  readonly amount: Money | null
  readonly href: string
}

/** Alerts first, because they were asked for, then executions, events and transactions; each newest first. */
export function sinceLines(happened: SinceVisit, style: FigureStyle): SinceLine[] {
  const { notices, executions, events, transactions } = happened
  return [
    ...notices.map((notice) => ({
      ...{ key: `notice ${notice.id}`, at: notice.at, words: describeNotice(notice, style).title },
      ...{ of: '', amount: null, href: noticeHref(notice) },
    })),
    ...executions.map(({ number, seenAt, kind, side, filledBy, name, symbol }) => ({
      ...{ key: `order ${number}`, at: seenAt, of: name ?? symbol, amount: null, href: '#/orders' },
      words: [
        kind === 'filled' ? 'Executed:' : 'Partly executed:',
        sideWords(side),
        filledBy === null ? '' : style.isPrivate ? '•••' : style.format.quantity(filledBy),
      ].join(' '),
    })),
    ...events.map(({ kind, symbol, name, date, amount, currency }, index) => ({
      ...{ key: `event ${index}`, at: date, words: titleOf(kind, 'Event'), of: name ?? symbol },
      amount: amount === null ? null : { amount, currency },
      href: instrumentHref(symbol),
    })),
    ...transactions.rows.map((row) => ({
      ...{ key: `row ${row.accountId} ${row.transaction.id}`, at: row.transaction.at, words: kindTitles[row.kind] },
      ...{ of: row.instrumentName ?? row.transaction.symbol, amount: row.transaction.change, href: rowHref(row) },
    })),
  ]
}

/** What happened in numbers: "12 transactions, 1 alert". */
export function sinceCounts({ notices, executions, events, transactions }: SinceVisit): string {
  const { rows, isMore } = transactions
  const parts: [number, string, string][] = [
    [notices.length, 'alert', 'alerts'],
    [executions.length, 'execution', 'executions'],
    [events.length, 'event', 'events'],
    [rows.length, 'transaction', isMore ? 'transactions or more' : 'transactions'],
  ]
  return parts
    .flatMap(([count, one, several]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : several}`]))
    .join(', ')
}
