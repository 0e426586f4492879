import { sum, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { IncomeKind, IncomeRow } from '#shared/model/ledger/income.ts'
import type { CalendarDate, Money } from '#shared/model/values.ts'
import { texts } from '#shared/texts.ts'

/** The payment of an event in the accounts in scope. */
export interface Receipt {
  /** The received amounts before tax, by currency. */
  readonly received: readonly Money[]
  /** The withheld tax, by currency. */
  readonly tax: readonly Money[]
  /** The difference from the expected payment, as text; empty if everything was received. */
  readonly note: string
}

const notes: Readonly<Partial<Record<IncomeRow['state'], string>>> = texts({
  partial: m.instrument_reference_less_than_expected,
  over: m.instrument_reference_more_than_expected,
  pending: m.instrument_reference_not_received_yet,
  missing: m.instrument_reference_not_received,
  ambiguous: m.instrument_reference_several_payments_fit,
  'not-loaded': m.instrument_reference_history_not_loaded,
})

/** The key of an event: its kind and date. */
export const eventKey = (kind: IncomeKind, date: CalendarDate | null): string => `${kind} ${date ?? ''}`

/**
 * The receipts of one instrument, by event. `rows` are its income. Future events, and events before the first purchase,
 * have no receipt.
 */
export function receiptsOf(rows: readonly IncomeRow[]): ReadonlyMap<string, Receipt> {
  const own = rows.filter((row) => row.gross !== null || row.state in notes)
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
