import type { TransactionKind } from '../../../shared/model/transaction/transaction.ts'
import { magnitude } from '../../insight/lots/units.ts'
import type { JournalEntry, Posting } from '../journal/entry.ts'

/** A booking of Portfolio Performance; amounts in units of 10⁻¹⁸, never negative. */
export interface Booking {
  readonly of: 'cash' | 'securities'
  /** As its English labels name it. */
  readonly type: string
  readonly value: bigint
  /** `null` where pieces are delivered without a known cost. */
  readonly currency: string | null
  readonly shares: bigint | null
}

type Signs = readonly [comes: string, leaves: string]

const flow: Signs = ['Deposit', 'Removal']
const earned: Signs = ['Interest', 'Interest Charge']
const typesOf: Readonly<Partial<Record<TransactionKind, Signs>>> = {
  ...{ dividend: earned, coupon: earned, 'other-income': earned, amortization: earned, redemption: earned },
  ...{ interest: earned, 'variation-margin': earned },
  ...{ commission: ['Fees Refund', 'Fees'], fine: ['Fees Refund', 'Fees'], tax: ['Tax Refund', 'Taxes'] },
}
/** Payments of an instrument; only what came in is a dividend there. */
const paid: ReadonlySet<JournalEntry['kind']> = new Set([
  ...(['dividend', 'coupon', 'other-income', 'amortization', 'redemption'] as const),
])

type Money = Extract<Posting, { readonly money: bigint }>
type Pieces = Extract<Posting, { readonly pieces: bigint }>

/**
 * An entry as bookings: cash and pieces add up to those of the journal. Trades of futures are none, because they move no money
 * and the program has no futures.
 */
export function bookingsOf({ kind, symbol, postings }: JournalEntry): Booking[] {
  const own = postings.filter(({ place }) => place.root === 'Assets')
  const money = own.filter((posting): posting is Money => 'money' in posting && posting.money !== 0n)
  const pieces = own.filter((posting): posting is Pieces => 'pieces' in posting && posting.pieces !== 0n)
  const isFuture = postings.some(({ place }) => place.path === 'Futures')
  const held = isFuture ? 0n : pieces.reduce((sum, posting) => sum + posting.pieces, 0n)
  const [only] = money
  if (held === 0n) return money.map((posting) => cashBooking(kind, symbol, posting))
  if (only !== undefined && money.length === 1 && only.money < 0n === held > 0n) {
    const type = held > 0n ? 'Buy' : 'Sell'
    return [{ of: 'securities', type, ...valueOf(only), shares: magnitude(held) }]
  }
  return [delivery(kind, held, pieces), ...money.map((posting) => cashBooking(kind, symbol, posting))]
}

const valueOf = ({ money, currency }: Money) => ({ value: magnitude(money), currency })

function cashBooking(kind: JournalEntry['kind'], symbol: string, posting: Money): Booking {
  const [comes, leaves] = (kind === 'opening' ? null : typesOf[kind]) ?? flow
  const isDividend = paid.has(kind) && symbol !== '' && posting.money > 0n
  const type = isDividend ? 'Dividend' : posting.money > 0n ? comes : leaves
  return { of: 'cash', type, ...valueOf(posting), shares: null }
}

/** Pieces without money, with what they cost. A split changes their number and nothing else. */
function delivery(kind: JournalEntry['kind'], held: bigint, pieces: readonly Pieces[]): Booking {
  const lots = pieces.map(({ lot }) => lot)
  const [first] = lots
  const isKnown = kind !== 'split' && lots.every((lot) => lot !== null && lot.currency === first?.currency)
  return {
    of: 'securities',
    type: held > 0n ? 'Delivery (Inbound)' : 'Delivery (Outbound)',
    value: isKnown ? lots.reduce((sum, lot) => sum + (lot?.total ?? 0n), 0n) : 0n,
    currency: first?.currency ?? null,
    shares: magnitude(held),
  }
}
