import { z } from 'zod'
import type { Decimal } from '../../shared/decimal.ts'
import { Money } from '../../shared/model/values.ts'
import type { Db } from '../sqlite/db.ts'
import { decimal, jsonOrNull, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import { createSpanRecord, type Span } from './span-record.ts'

interface Worth {
  readonly equity: Decimal
  readonly cash: readonly Money[] | null
}

/** What an account was worth at a moment (UTC ms), as the service stated it. */
interface EquityObservation extends Worth {
  readonly accountId: string
  readonly at: number
}

interface RecordedSpan extends Worth, Span {
  readonly accountId: string
}

export type RecordedEquity = ReturnType<typeof createRecordedEquity>

const Cash = z.array(Money)

/** The equity of each account over the years: the service has no history of it. */
export function createRecordedEquity(db: Db) {
  const lastLooks = new Map<string, number>()
  const spans = createSpanRecord<string, Worth>(db, {
    table: 'recorded_equity',
    key: 'account_id',
    columns: ['equity', 'cash'],
    write: ({ equity, cash }) => [equity, writeCash(cash)],
    read: (row) => ({ equity: decimal(row, 'equity'), cash: jsonOrNull(row, 'cash', Cash) }),
  })
  const selectAccounts = db.prepare<[], Row>('SELECT DISTINCT account_id FROM recorded_equity ORDER BY account_id')
  const accountIds = (): string[] => selectAccounts.all().map((row) => text(row, 'account_id'))

  return {
    /** Notes what was seen: a change at once, the same again every 15 minutes; whether anything was written. */
    record({ accountId, at, ...worth }: EquityObservation): boolean {
      const isWritten = transact(db, () => spans.record(accountId, at, worth, lastLooks.get(accountId) ?? null))
      lastLooks.set(accountId, at)
      return isWritten
    },
    /**
     * What was recorded from `from` to `to` (UTC ms, exclusive), of one account or of all, oldest first within an
     * account; begins with what was known at `from`. Where a span ends more than 20 minutes before the next begins,
     * nothing is known.
     */
    history: (accountId: string | null, from: number, to: number): RecordedSpan[] =>
      (accountId === null ? accountIds() : [accountId]).flatMap((id) =>
        spans.history(id, from, to).map((span) => ({ accountId: id, ...span })),
      ),
    /** Keeps minutes for a day, hours for a month, days for ever; how many points went. */
    thin: (now: number): number =>
      transact(db, () => accountIds().reduce((total, id) => total + spans.thin(id, now), 0)),
  }
}

/** The order in which the service names currencies means nothing. */
const writeCash = (cash: readonly Money[] | null): string | null =>
  cash === null
    ? null
    : JSON.stringify(
        cash
          .map(({ currency, amount }) => ({ currency, amount }))
          .sort((a, b) => (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0)),
      )
