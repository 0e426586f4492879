import { otherSideOf } from '../../insight/ledger/other-side.ts'
import { isExternal, isLending, type LedgerRow, costOf } from '../../insight/ledger/row.ts'
import { magnitude } from '../../insight/lots/units.ts'
import { noCurrency, type JournalEntry, type LotCost, type Place, type Posting } from './entry.ts'
import type { LotChange, MovedLot } from './moved-lots.ts'
import * as places from './places.ts'

interface PostedRow {
  readonly accountId: string
  readonly row: LedgerRow
  readonly isCurrencyAssumed: boolean
  readonly change: LotChange
  readonly isFuture: boolean
}

/** A row as a balanced entry: its money, its lots, and the place for the difference. */
export function postRow(posted: PostedRow): JournalEntry {
  const { accountId, row, isCurrencyAssumed, change } = posted
  const { id, at, kind, name, symbol } = row
  const postings = [...moneyOf(posted), ...(isMirrored(posted) ? mirrored(posted) : traded(posted))]
  return {
    id,
    at,
    accountId,
    kind,
    name,
    symbol,
    isCurrencyAssumed,
    lentCost: change.lentCost,
    postings: [...postings, ...balance(postings, residualPlace(posted))],
  }
}

/** Whether pieces are balanced by the same pieces, and money by money, because nothing was bought or sold. */
const isMirrored = ({ row: { kind }, change }: PostedRow): boolean =>
  isExternal(kind) || kind === 'unknown' || (change.isRewritten && change.lots.some((lot) => lotOf(lot) === null))

/** The money of a row. A row without money and pieces gets a posting of zero, so that the exported journal contains it. */
function moneyOf({ accountId, row, change }: PostedRow): Posting[] {
  const { currency, money, symbol } = row
  const own = currency === null || money === null ? null : { currency, money }
  if (own !== null)
    return [own, otherSideOf(row)].flatMap((each) =>
      each === null ? [] : [{ place: places.cash(accountId), ...each }],
    )
  if (change.lots.length > 0) return []
  if (symbol === '') return [{ place: places.cash(accountId), money: 0n, currency: noCurrency }]
  return [{ place: places.securities(accountId), pieces: 0n, symbol, lot: null }]
}

function mirrored({ accountId, row: { symbol, kind }, change }: PostedRow): Posting[] {
  return change.lots.flatMap((moved): Posting[] => {
    const own = { pieces: moved.pieces, symbol, lot: lotOf(moved) }
    return [
      { place: places.securities(accountId), ...own },
      { place: places.counterOf(kind, accountId), ...own, pieces: -moved.pieces },
    ]
  })
}

function traded(posted: PostedRow): Posting[] {
  const { accountId, row, change, isFuture } = posted
  const postings = change.lots.flatMap((moved): Posting[] => {
    const own = { place: places.securities(accountId), pieces: moved.pieces, symbol: row.symbol }
    const lot = lotOf(moved)
    if (lot !== null) return [{ ...own, lot }]
    const counter = isFuture ? places.futures(accountId) : places.counterOf(row.kind, accountId)
    return [
      { ...own, lot },
      { place: counter, pieces: -moved.pieces, symbol: row.symbol, lot },
    ]
  })
  return [...postings, ...accrued(posted), ...repoInterest(posted), ...realized(posted)]
}

/** The cost of a lot. A cost without a currency, or a negative one because of a contradictory row, cannot be written. */
function lotOf({ pieces, cost, currency, openedAt }: MovedLot): LotCost | null {
  return pieces === 0n || cost === null || currency === null || cost < 0n ? null : { total: cost, currency, openedAt }
}

/** The profit of the lots whose cost and proceeds are known. Income is negative in a book. */
function realized({ accountId, change }: PostedRow): Posting[] {
  if (change.isRewritten) return []
  const known = change.lots.flatMap((moved) => {
    const lot = moved.isOpened || moved.paid === null ? null : lotOf(moved)
    if (lot === null || moved.paid === null) return []
    const profit = moved.pieces < 0n ? moved.paid - lot.total : lot.total - moved.paid
    return [{ currency: lot.currency, money: -profit }]
  })
  const money = known.reduce((sum, each) => sum + each.money, 0n)
  const [first] = known
  return first === undefined || money === 0n
    ? []
    : [{ place: places.realizedProfit(accountId), money, currency: first.currency }]
}

/** Accrued interest that is paid or received with a bond. */
function accrued({ accountId, row, change }: PostedRow): Posting[] {
  const amount = magnitude(row.trade?.accruedInterest ?? 0n)
  const pieces = change.lots.reduce((sum, lot) => sum + lot.pieces, 0n)
  if (amount === 0n || row.currency === null || change.isRewritten || pieces === 0n) return []
  if (row.kind === 'expiration' || isLending(row.kind) || costOf(row, pieces) === null) return []
  return [{ place: places.accruedInterest(accountId), money: pieces > 0n ? amount : -amount, currency: row.currency }]
}

/** What a repo costs: the difference of the money of its two rows. Income is negative in a book. */
const repoInterest = ({ accountId, row: { currency }, change: { interest } }: PostedRow): Posting[] =>
  interest === 0n || currency === null ? [] : [{ place: places.interest(accountId), money: -interest, currency }]

/** The place of the rest: the reason of a payment, or the amount that a trade leaves open. */
function residualPlace({ accountId, row: { kind }, change, isFuture }: PostedRow): Place {
  if (isFuture && (kind === 'buy' || kind === 'sell')) return places.variationMargin(accountId)
  return change.isRepaid ? places.realizedProfit(accountId) : places.counterOf(kind, accountId)
}

/** The postings that make the sum of each currency zero. */
function balance(postings: readonly Posting[], place: Place): Posting[] {
  const sums = new Map<string, bigint>()
  for (const posting of postings) {
    const weight = weightOf(posting)
    if (weight !== null) sums.set(weight.currency, (sums.get(weight.currency) ?? 0n) + weight.money)
  }
  return [...sums].flatMap(([currency, sum]) => (sum === 0n ? [] : [{ place, money: -sum, currency }]))
}

/** The amount of a posting in the sum of an entry; `null` for pieces that are balanced by pieces. */
function weightOf(posting: Posting): { readonly money: bigint; readonly currency: string } | null {
  if ('money' in posting) return posting
  const { lot, pieces } = posting
  return lot === null ? null : { money: pieces < 0n ? -lot.total : lot.total, currency: lot.currency }
}
