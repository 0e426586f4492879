import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { Cache } from '../../cache/cache.ts'
import { isLending } from '../../insight/ledger/row.ts'
import { formatUnits, magnitude } from '../../insight/lots/units.ts'
import type { JournalEntry, LotCost, Posting } from '../journal/entry.ts'
import { oneLine } from '../journal/inert-text.ts'
import { JournalRows, type JournalRowsOptions } from '../journal/journal-rows.ts'
import { tableOf, type ExportTable } from '../tables/table.ts'

/** A booking of Portfolio Performance. Amounts are in units of 10⁻¹⁸ and never negative. */
interface Booking {
  readonly portfolio: 'cash' | 'securities'
  /** The English label of the type in Portfolio Performance. */
  readonly type: string
  readonly value: bigint
  /** `null` if pieces are delivered without a known cost. */
  readonly currency: string | null
  readonly shares: bigint | null
  /** The old symbol of a spin-off; absent for the symbol of the entry. */
  readonly symbol?: string
}

type Signs = readonly [comes: string, leaves: string]

const flow: Signs = ['Deposit', 'Removal']
const earned: Signs = ['Interest', 'Interest Charge']
const typesOf: Readonly<Partial<Record<TransactionKind, Signs>>> = {
  dividend: earned,
  coupon: earned,
  'other-income': earned,
  amortization: earned,
  redemption: earned,
  interest: earned,
  'variation-margin': earned,
  commission: ['Fees Refund', 'Fees'],
  fine: ['Fees Refund', 'Fees'],
  tax: ['Tax Refund', 'Taxes'],
}
/** Payments of an instrument. In Portfolio Performance, only received payments are dividends. */
const paid: ReadonlySet<JournalEntry['kind']> = new Set([
  'dividend',
  'coupon',
  'other-income',
  'amortization',
  'redemption',
])

type Money = Extract<Posting, { readonly money: bigint }>
type Pieces = Extract<Posting, { readonly pieces: bigint }>

/**
 * The bookings of an entry. Their cash and pieces add up to those of the journal. Trades of futures have no bookings, because
 * they move no money and the program has no futures.
 */
function bookingsOf(entry: JournalEntry): Booking[] {
  return [...givenCost(entry), ...ownBookings(entry)]
}

/** The old pieces of a spin-off leave with their whole cost and come back with what is left of it. */
function givenCost({ symbol, postings }: JournalEntry): Booking[] {
  const others = postings.filter(
    (posting): posting is Pieces =>
      'pieces' in posting && posting.place.root === 'Assets' && posting.symbol !== symbol && posting.pieces !== 0n,
  )
  return [...Map.groupBy(others, (posting) => `${posting.pieces < 0n} ${posting.symbol}`).values()].flatMap((same) => {
    const [first] = same
    const held = same.reduce((sum, { pieces }) => sum + pieces, 0n)
    return first === undefined ? [] : [{ ...delivery(held, same, null), symbol: first.symbol }]
  })
}

function ownBookings({ kind, symbol, postings, lentCost }: JournalEntry): Booking[] {
  const own = postings.filter(({ place }) => place.root === 'Assets')
  const money = own.filter((posting): posting is Money => 'money' in posting && posting.money !== 0n)
  const pieces = own.filter(
    (posting): posting is Pieces => 'pieces' in posting && posting.pieces !== 0n && posting.symbol === symbol,
  )
  const isFuture = postings.some(({ place }) => place.path === 'Futures')
  const held = isFuture ? 0n : pieces.reduce((sum, posting) => sum + posting.pieces, 0n)
  const [only] = money
  if (held === 0n) return money.map((posting) => cashBooking(kind, symbol, posting))
  const isTrade = kind === 'opening' || !isLending(kind)
  if (isTrade && only !== undefined && money.length === 1 && only.money < 0n === held > 0n) {
    const type = held > 0n ? 'Buy' : 'Sell'
    return [{ portfolio: 'securities', type, ...valueOf(only), shares: magnitude(held) }]
  }
  return [
    delivery(held, pieces, lentCost),
    ...withoutInterest(postings, money).map((own) => cashBooking(own.kind ?? kind, symbol, own)),
  ]
}

/** The money of the end of a repo in two parts: what was borrowed, and its interest. */
function withoutInterest(postings: readonly Posting[], money: readonly Money[]): (Money & { kind?: 'interest' })[] {
  const interest = postings.find((posting): posting is Money => 'money' in posting && posting.place.path === 'Interest')
  const [only] = money
  if (interest === undefined || only === undefined) return [...money]
  return [
    { ...only, money: only.money + interest.money },
    { ...only, money: -interest.money, kind: 'interest' },
  ]
}

const valueOf = ({ money, currency }: Money) => ({ value: magnitude(money), currency })

function cashBooking(kind: JournalEntry['kind'], symbol: string, posting: Money): Booking {
  const [comes, leaves] = (kind === 'opening' ? null : typesOf[kind]) ?? flow
  const isDividend = paid.has(kind) && symbol !== '' && posting.money > 0n
  const type = isDividend ? 'Dividend' : posting.money > 0n ? comes : leaves
  return { portfolio: 'cash', type, ...valueOf(posting), shares: null }
}

/** Pieces without money, with their cost. A split in one row changes only their number. */
function delivery(held: bigint, pieces: readonly Pieces[], lentCost: LotCost | null): Booking {
  const lots = lentCost === null ? pieces.map(({ lot }) => lot) : [lentCost]
  const [first] = lots
  const isOneWay = pieces.every((posting) => posting.pieces < 0n === held < 0n)
  const isKnown = isOneWay && lots.every((lot) => lot !== null && lot.currency === first?.currency)
  return {
    portfolio: 'securities',
    type: held > 0n ? 'Delivery (Inbound)' : 'Delivery (Outbound)',
    value: isKnown ? lots.reduce((sum, lot) => sum + (lot?.total ?? 0n), 0n) : 0n,
    currency: first?.currency ?? null,
    shares: magnitude(held),
  }
}

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
 * The two files that Portfolio Performance imports, with its English column names. Source: its help, "CSV import". There, a
 * cash account has one currency.
 */
export function bookingTables({ names, ...options }: TablesOptions): ExportTable[] {
  const rows = new JournalRows(options)
  const securityOf = createSecurities(names)
  const readSecurity = (symbol: string): Security | null => (symbol === '' ? null : securityOf(symbol))
  function* booked(portfolio: Booking['portfolio']): Generator<Booked[]> {
    for (const { entries } of rows.chunks())
      yield entries.flatMap((entry) =>
        bookingsOf(entry)
          .filter((booking) => booking.portfolio === portfolio)
          .map((booking) => ({ entry, booking, security: readSecurity(booking.symbol ?? entry.symbol) })),
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

const noteOf = ({ name, id, kind, isCurrencyAssumed }: JournalEntry): string => {
  const remarks = [
    ...(kind === 'unknown' ? ['kind not known'] : []),
    ...(isCurrencyAssumed ? ['currency assumed'] : []),
    ...(id === null ? [] : [id]),
  ]
  return oneLine([name, ...remarks].join(', '))
}

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
