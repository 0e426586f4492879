import { z } from 'zod'
import { readCurrency } from '#shared/currency-code.ts'
import type { Decimal } from '#shared/decimal.ts'
import { Money } from '#shared/model/values.ts'
import type { Db } from '../../sqlite/db.ts'
import { decimal, jsonOrNull, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import type { SharedValues } from '../shared/shared-values.ts'
import { SpanRecord, type Span } from './span-record.ts'

interface EquityValue {
  readonly equity: Decimal
  readonly cash: readonly Money[] | null
}

/** An account's equity at a time (UTC ms), as reported by the service. */
interface EquityObservation extends EquityValue {
  readonly accountId: string
  readonly at: number
  /** How long the schedule delays the next reading, ms. A silence within this time is no gap. Default: 20 minutes. */
  readonly silenceMs?: number
}

interface RecordedSpan extends EquityValue, Span {
  readonly accountId: string
}

export type RecordedEquity = ReturnType<typeof createRecordedEquity>

/** Earlier versions recorded currencies as the service writes them, for example as a sign. */
const Cash = z.array(Money.transform((money) => ({ ...money, currency: readCurrency(money.currency) ?? '' })))

/** The recorded equity of each account. The service keeps no history of it. */
export function createRecordedEquity(db: Db, others: Pick<SharedValues, 'byComputer' | 'keys'> | null = null) {
  const lastReadings = new Map<string, { readonly at: number; readonly silenceMs: number | undefined }>()
  const spans = new SpanRecord<string, EquityValue>(db, {
    table: 'recorded_equity',
    key: 'account_id',
    columns: ['equity', 'cash'],
    write: ({ equity, cash }) => [equity, writeCash(cash)],
    read: (row) => ({ equity: decimal(row, 'equity'), cash: jsonOrNull(row, 'cash', Cash) }),
    ofOthers: (key, from, to) => others?.byComputer('equity', key, from, to) ?? [],
  })
  const selectAccounts = db.prepare<[], Row>('SELECT DISTINCT account_id FROM recorded_equity ORDER BY account_id')
  const accountIds = (): string[] => selectAccounts.all().map((row) => text(row, 'account_id'))

  const allAccountIds = (): string[] => [...new Set([...accountIds(), ...(others?.keys('equity') ?? [])])].sort()

  return {
    /** Records a change at once, the same value every 5 minutes; returns whether anything was written. */
    record({ accountId, at, silenceMs, ...value }: EquityObservation): boolean {
      const last = lastReadings.get(accountId)
      const isWritten = transact(db, () => spans.record(accountId, at, value, last?.at ?? null, last?.silenceMs))
      lastReadings.set(accountId, { at, silenceMs })
      return isWritten
    },
    /**
     * The spans from `from` to `to` (UTC ms, exclusive) of one account or, with `null`, of all, oldest first per account. The
     * first span is the value known at `from`. Between spans more than 20 minutes apart nothing is known. If the schedule reads
     * less often, the next reading extends the span before it.
     */
    history: (accountId: string | null, from: number, to: number): RecordedSpan[] =>
      (accountId === null ? allAccountIds() : [accountId]).flatMap((id) =>
        spans.history(id, from, to).map((span) => ({ accountId: id, ...span })),
      ),
    /** Keeps one point a minute for a day, one an hour for a month, one a day after that; returns how many were deleted. */
    thin: (now: number): number =>
      transact(db, () => accountIds().reduce((total, id) => total + spans.thin(id, now), 0)),
  }
}

/** Sorted, because the service's order of currencies has no meaning. */
const writeCash = (cash: readonly Money[] | null): string | null =>
  cash === null
    ? null
    : JSON.stringify(
        cash
          .map(({ currency, amount }) => ({ currency, amount }))
          .sort((a, b) => (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0)),
      )
