import type { Cache } from '../../cache/cache.ts'
import { formatUnits } from '../../insight/lots/units.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { oneLine } from '../journal/inert-text.ts'
import { JournalRows, type JournalRowsOptions } from '../journal/journal-rows.ts'
import { tableOf, type ExportTable } from '../tables/table.ts'
import { bookingsOf, type Booking } from './bookings.ts'

interface TablesOptions extends JournalRowsOptions {
  readonly names: Pick<Cache, 'instruments' | 'instrumentDetails'>
}

interface Booked {
  readonly entry: JournalEntry
  readonly booking: Booking
  readonly security: Security | null
}

interface Security {
  readonly symbol: string
  readonly name: string
  readonly isin: string | null
}

/**
 * The two files that Portfolio Performance imports, with the English names of its columns. Source: its help, "CSV import".
 * A cash account has one currency there.
 */
export function bookingTables({ names, ...options }: TablesOptions): ExportTable[] {
  const rows = new JournalRows(options)
  const securityOf = createSecurities(names)
  function* booked(of: Booking['of']): Generator<Booked[]> {
    for (const { entries } of rows.parts())
      yield entries.flatMap((entry) =>
        bookingsOf(entry)
          .filter((booking) => booking.of === of)
          .map((booking) => ({ entry, booking, security: entry.symbol === '' ? null : securityOf(entry.symbol) })),
      )
  }
  const cashAccount = ({ entry, booking }: Booked): string =>
    booking.currency === null ? '' : `${entry.accountId} ${booking.currency}`
  const common = [
    ['Date', 'text', 'UTC', ({ entry }: Booked) => isoOf(entry).slice(0, 10)],
    ['Time', 'text', 'UTC', ({ entry }: Booked) => isoOf(entry).slice(11, 16)],
    ['Type', 'text', 'what is booked', ({ booking }: Booked) => booking.type],
    ['Value', 'number', 'never negative', ({ booking }: Booked) => formatUnits(booking.value)],
    ['Transaction Currency', 'text', 'of the value', ({ booking }: Booked) => booking.currency],
    ['Shares', 'number', 'pieces', ({ booking: { shares } }: Booked) => (shares === null ? null : formatUnits(shares))],
    ['ISIN', 'text', 'where it is known', ({ security }: Booked) => security?.isin],
    ['Ticker Symbol', 'text', 'symbol of the service', ({ security }: Booked) => security?.symbol],
    ['Security Name', 'text', 'or the symbol', ({ security }: Booked) => security?.name],
    ['Note', 'text', 'name and id of the transaction', ({ entry }: Booked) => noteOf(entry)],
    ['Cash Account', 'text', 'account and currency', cashAccount],
    ['Securities Account', 'text', 'account', ({ entry }: Booked) => entry.accountId],
  ] as const
  return [
    tableOf({ name: 'portfolio-transactions', about: 'Purchases, sales and deliveries.' }, common, () =>
      booked('securities'),
    ),
    tableOf({ name: 'account-transactions', about: 'Money without a trade.' }, common, () => booked('cash')),
  ]
}

const isoOf = ({ at }: JournalEntry): string => new Date(at).toISOString()

const noteOf = ({ name, id, kind }: JournalEntry): string =>
  oneLine(`${name}${kind === 'unknown' ? ', kind not known' : ''}${id === null ? '' : `, ${id}`}`)

function createSecurities({ instruments, instrumentDetails }: TablesOptions['names']): (symbol: string) => Security {
  const known = new Map<string, Security>()
  return (symbol) => {
    let security = known.get(symbol)
    if (security === undefined) {
      const listed = instruments.get(symbol)
      const name = instrumentDetails.get(symbol)?.details.name || listed?.name || symbol
      known.set(symbol, (security = { symbol, name: oneLine(name), isin: listed?.isin || null }))
    }
    return security
  }
}
