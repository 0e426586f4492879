import { sum, type Decimal } from '../../../shared/decimal.ts'
import type { IncomeKind, IncomeRow } from '../../../shared/model/ledger/income.ts'
import type { CalendarDate, Money } from '../../../shared/model/values.ts'

/** What became of a payment in the accounts in scope. */
export interface Receipt {
  /** What was received before tax, by currency. */
  readonly received: readonly Money[]
  /** Withheld of it, by currency. */
  readonly tax: readonly Money[]
  /** In words where something is not as expected; empty where everything was received. */
  readonly note: string
}

const notes: Readonly<Partial<Record<IncomeRow['state'], string>>> = {
  partial: 'less than expected',
  over: 'more than expected',
  pending: 'not received yet',
  missing: 'not received',
  ambiguous: 'several payments fit',
  'not-loaded': 'history not loaded',
}

/** The key of an event: its kind and date. */
export const eventKey = (kind: IncomeKind, date: CalendarDate | null): string => `${kind} ${date ?? ''}`

/** The receipts of an instrument, by event. Events to come, and those before the first purchase, have none. */
export function receiptsOf(rows: readonly IncomeRow[], symbol: string): ReadonlyMap<string, Receipt> {
  const own = rows.filter((row) => row.symbol === symbol && (row.gross !== null || row.state in notes))
  return new Map(
    [...Map.groupBy(own, ({ kind, date }) => eventKey(kind, date))].map(([key, parts]): [string, Receipt] => [
      key,
      {
        received: byCurrency(parts, ({ gross }) => gross),
        tax: byCurrency(parts, ({ tax }) => (tax === '0' ? null : tax)),
        note: [...new Set(parts.flatMap(({ state }) => notes[state] ?? []))].join(', '),
      },
    ]),
  )
}

const byCurrency = (rows: readonly IncomeRow[], pick: (row: IncomeRow) => Decimal | null): Money[] =>
  [...Map.groupBy(rows, ({ currency }) => currency)].flatMap(([currency, own]) => {
    const known = own.map(pick).filter((amount) => amount !== null)
    return known.length === 0 ? [] : [{ currency, amount: sum(known) }]
  })
