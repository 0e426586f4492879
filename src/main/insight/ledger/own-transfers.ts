import { dayMs } from '../../../shared/durations.ts'
import type { LotMethod } from '../../../shared/model/ledger/ledger.ts'
import { magnitude } from '../lots/units.ts'
import type { SymbolFacts } from './symbol-facts.ts'
import { emptyHolding, Holding, type ArrivedLots, type Arrivals, type HoldingState } from './holding.ts'
import { piecesAt, piecesOf, compareRows, type LedgerRow } from './row.ts'

export const noArrivals: Arrivals = new Map()

export interface AccountRow {
  readonly account: number
  readonly row: LedgerRow
}

interface SymbolTransfers {
  /** Of one symbol in all accounts. */
  readonly rows: readonly AccountRow[]
  readonly method: LotMethod
  readonly facts: SymbolFacts
  /** Pieces before the first row, in units. */
  readonly openingOf: (account: number) => bigint
  /** Whether all rows of the account are loaded. Without them the cost of pieces that leave it is unknown. */
  readonly isWhole: (account: number) => boolean
  /** Whether an account that sold more pieces than it held sold short. `left`: its pieces after all rows. */
  readonly areShort: (account: number, left: bigint) => boolean
}

/** Both sides of a transfer are booked within this many days. */
const transferMs = 5 * dayMs

/**
 * What the accounts receive from each other, with its cost: moving pieces between own accounts realizes nothing and loses no
 * purchase. Pieces whose cost the sender does not know have no entry: a sale beyond the
 * pieces held may be a missing purchase, and then nothing tells which lots leave.
 */
export function findArrivals(transfers: SymbolTransfers): ReadonlyMap<number, Arrivals> {
  const { method, facts, openingOf, isWhole, areShort } = transfers
  const rows = [...transfers.rows].sort((a, b) => compareRows(a.row, b.row))
  const pairs = pairTransfers(rows)
  const found = new Map<number, Map<string, ArrivedLots>>()
  if (pairs.size === 0) return found
  const receiverOf = new Map([...pairs].map(([receiver, sender]) => [sender, receiver]))
  const holdings = new Map<number, Holding>()
  const arrivalsOf = (account: number): Map<string, ArrivedLots> => {
    const own = found.get(account) ?? new Map<string, ArrivedLots>()
    found.set(account, own)
    return own
  }
  const holdingOf = (account: number): Holding => {
    let holding = holdings.get(account)
    if (holding === undefined) {
      holding = new Holding(method, facts, emptyHolding, arrivalsOf(account))
      if (openingOf(account) !== 0n) holding.open(openingOf(account))
      holdings.set(account, holding)
    }
    return holding
  }
  const isCertain = (account: number, { cautious, quantity }: HoldingState): boolean =>
    quantity > 0n && (cautious === null || areShort(account, piecesLeft(rows, account, openingOf(account))))
  const done = new Set<AccountRow>()
  const bring = (sender: AccountRow, receiver: AccountRow, holding: Holding): void => {
    done.add(sender)
    const before = holding.state
    const closed = holding.apply(sender.row)
    const lots = closed.map(({ quantity, cost, openedAt }) => ({ quantity, cost, openedAt }))
    const moved = lots.reduce((sum, { quantity }) => sum + quantity, 0n)
    if (!isWhole(sender.account) || !isCertain(sender.account, before) || moved !== piecesOf(receiver.row)) return
    arrivalsOf(receiver.account).set(receiver.row.id, { currency: before.currency, lots })
  }
  for (const each of rows) {
    const holding = holdingOf(each.account)
    const receiver = receiverOf.get(each)
    if (receiver !== undefined && !done.has(each)) {
      bring(each, receiver, holding)
      continue
    }
    const sender = pairs.get(each)
    if (sender !== undefined && !done.has(sender)) {
      // Booked before its other side: the sender's lots of now are those that leave.
      const state = holdingOf(sender.account).state
      bring(sender, each, new Holding(method, facts, state, arrivalsOf(sender.account)))
    }
    holding.apply(each.row)
  }
  return new Map([...found].filter(([, arrivals]) => arrivals.size > 0))
}

/** Pieces of an account after all rows. */
const piecesLeft = (rows: readonly AccountRow[], account: number, opening: bigint): bigint =>
  rows.reduce((held, each) => (each.account === account ? held + (piecesAt(each.row, held) ?? 0n) : held), opening)

/**
 * Each row that received pieces with the row of another account that sent them: the nearest in time of equal pieces. None
 * where two accounts are as near as each other. Takes rows of one symbol in time order.
 */
function pairTransfers(rows: readonly AccountRow[]): Map<AccountRow, AccountRow> {
  const sent = rows.filter(({ row }) => row.kind === 'securities-transfer-out' && (piecesOf(row) ?? 0n) < 0n)
  const pairs = new Map<AccountRow, AccountRow>()
  const taken = new Set<AccountRow>()
  for (const receiver of rows) {
    const pieces = piecesOf(receiver.row) ?? 0n
    if (receiver.row.kind !== 'securities-transfer-in' || pieces <= 0n) continue
    const distanceTo = ({ row }: AccountRow): number => Math.abs(row.at - receiver.row.at)
    const near = sent
      .filter((sender) => !taken.has(sender) && sender.account !== receiver.account)
      .filter((sender) => magnitude(piecesOf(sender.row) ?? 0n) === pieces && distanceTo(sender) <= transferMs)
      .sort((a, b) => distanceTo(a) - distanceTo(b))
    const [first, second] = near
    if (first === undefined) continue
    const isTie = second !== undefined && distanceTo(second) === distanceTo(first) && second.account !== first.account
    if (isTie) continue
    taken.add(first)
    pairs.set(receiver, first)
  }
  return pairs
}
