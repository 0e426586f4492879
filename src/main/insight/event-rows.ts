import type { BondEvent, Dividend, Split } from '#shared/model/instrument.ts'
import type { EventRow } from '#shared/model/transaction/transaction.ts'

/** The known events of one instrument. */
export interface InstrumentEvents {
  readonly symbol: string
  readonly name: string | null
  readonly dividends: readonly Dividend[]
  readonly bondEvents: readonly BondEvent[]
  readonly splits: readonly Split[]
}

type Draft = Omit<EventRow, 'symbol' | 'name' | 'isAhead' | 'date'> & { readonly date: string | null }

/**
 * Lists events as rows: first those on or after `today` (YYYY-MM-DD), nearest first; then the past ones, newest first.
 * Events without a date are left out.
 */
export function buildEventRows(instruments: readonly InstrumentEvents[], today: string): EventRow[] {
  const rows = instruments.flatMap(({ symbol, name, dividends, bondEvents, splits }) =>
    [...dividends.map(draftDividend), ...bondEvents.map(draftBondEvent), ...splits.map(draftSplit)].flatMap((draft) =>
      draft.date === null ? [] : [{ ...draft, symbol, name, date: draft.date, isAhead: isAhead(draft.date, today) }],
    ),
  )
  const ahead = rows.filter((row) => row.isAhead).sort((a, b) => a.date.localeCompare(b.date))
  const past = rows.filter((row) => !row.isAhead).sort((a, b) => b.date.localeCompare(a.date))
  return [...ahead, ...past]
}

/** A date that is only a month or a year is past when that month or year is over. */
const isAhead = (date: string, today: string): boolean => date >= today.slice(0, date.length)

const draftDividend = ({ date, amount, currency }: Dividend): Draft => ({
  kind: 'dividend',
  date,
  amount,
  currency,
  ratio: null,
  offer: null,
})

const draftSplit = ({ execDate, oldRatio, newRatio }: Split): Draft => ({
  kind: 'split',
  date: execDate,
  amount: null,
  currency: '',
  ratio: oldRatio === null || newRatio === null ? null : { old: oldRatio, new: newRatio },
  offer: null,
})

const draftBondEvent = ({ date, type, value, currency, offer }: BondEvent): Draft => ({
  kind: type.toLowerCase(),
  date,
  amount: value,
  currency,
  ratio: null,
  offer: offer && { type: offer.offerType, price: offer.price },
})
