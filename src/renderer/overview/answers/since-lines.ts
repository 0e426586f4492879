import { m } from '#shared/messages/messages.js'
import type { Money } from '#shared/model/values.ts'
import type { SinceVisit } from '#shared/model/visit.ts'
import { type FigureStyle } from '#shared/text/alerts/alert-words.ts'
import { describeNotice, noticeHref } from '#shared/text/alerts/notice-words.ts'
import { eventTitle } from '#shared/text/codes/event-title.ts'
import { counted } from '#shared/text/counted.ts'
import type { Format } from '#shared/text/format.ts'
import { kindTitles } from '#shared/text/transaction-kinds.ts'
import { sideWords } from '../../lib/words/order-words.ts'
import { instrumentHref } from '../../navigation/instrument-address.ts'
import { rowHref } from '../../navigation/transactions-address.ts'

/** One event since the last visit. */
export interface SinceLine {
  readonly key: string
  /** UTC ms, or a date without time. */
  readonly at: number | string
  readonly words: string
  readonly name: string
  readonly amount: Money | null
  readonly href: string
}

/** Alerts first, because the user set them, then executions, events and transactions; each newest first. */
export function sinceLines(happened: SinceVisit, style: FigureStyle): SinceLine[] {
  const { notices, executions, events, transactions } = happened
  return [
    ...notices.map((notice) => ({
      key: `notice ${notice.id}`,
      at: notice.at,
      words: describeNotice(notice, style).title,
      name: '',
      amount: null,
      href: noticeHref(notice),
    })),
    ...executions.map(({ number, seenAt, kind, side, filledBy, name, symbol }) => ({
      key: `order ${number}`,
      at: seenAt,
      name: name ?? symbol,
      amount: null,
      href: '#/orders',
      words: executionWords(kind, [
        sideWords(side),
        filledBy === null ? '' : style.isPrivate ? '•••' : style.format.quantity(filledBy),
      ]),
    })),
    ...events.map(({ kind, symbol, name, date, amount, currency }, index) => ({
      key: `event ${index}`,
      at: date,
      words: eventTitle(kind),
      name: name ?? symbol,
      amount: amount === null ? null : { amount, currency },
      href: instrumentHref(symbol),
    })),
    ...transactions.rows.map((row) => ({
      key: `row ${row.accountId} ${row.transaction.id}`,
      at: row.transaction.at,
      words: kindTitles[row.kind],
      name: row.instrumentName ?? row.transaction.symbol,
      amount: row.transaction.change,
      href: rowHref(row),
    })),
  ]
}

function executionWords(kind: SinceVisit['executions'][number]['kind'], parts: readonly string[]): string {
  const order = parts.filter(Boolean).join(' ')
  return kind === 'filled' ? m.overview_executed_order({ order }) : m.overview_partly_executed_order({ order })
}

/** A summary in numbers: "12 transactions, 1 alert". */
export function sinceCounts(
  { notices, executions, events, transactions }: SinceVisit,
  format: Pick<Format, 'count'>,
): string {
  const { rows, isMore } = transactions
  const parts: readonly (readonly [
    things: readonly unknown[],
    words: (inputs: ReturnType<typeof counted>) => string,
  ])[] = [
    [notices, m.alerts_count],
    [executions, m.overview_count_executions],
    [events, m.overview_count_events],
    [rows, isMore ? m.overview_count_transactions_or_more : m.common_count_transactions],
  ]
  return parts.flatMap(([{ length: count }, words]) => (count === 0 ? [] : [words(counted(count, format))])).join(', ')
}
