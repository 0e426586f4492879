import { dayMs } from '../../../shared/durations.ts'
import type { LotMethod } from '../../../shared/model/ledger/ledger.ts'
import { magnitude } from '../lots/units.ts'
import type { SymbolFacts } from './symbol-facts.ts'
import { emptyHolding, type ArrivedLots, type Arrivals, type HoldingState } from './holding-state.ts'
import { Holding } from './replay-holding.ts'
import { piecesAt, piecesOf, compareRows, type LedgerRow } from './row.ts'

/** The arrivals of an account that receives no pieces from own accounts. */
export const noArrivals: Arrivals = new Map()

/** A row and the number of its account. */
export interface AccountRow {
  readonly account: number
  readonly row: LedgerRow
}

interface SymbolTransfers {
  /** The rows of one symbol in all accounts. */
  readonly rows: readonly AccountRow[]
  readonly method: LotMethod
  readonly facts: SymbolFacts
  /** The pieces of an account before its first row, in units of 10⁻¹⁸. */
  readonly openingOf: (account: number) => bigint
  /** Whether all rows of the account are loaded. Otherwise the cost of pieces that leave it is not known. */
  readonly isLoaded: (account: number) => boolean
  /** Whether an account that sold more pieces than it held sold them short. `left`: its pieces after all rows. */
  readonly areShort: (account: number, left: bigint) => boolean
}

/** The longest time between the bookings of the two sides of a transfer. */
export const transferMs = 5 * dayMs

/**
 * Finds the lots that the accounts receive from each other, by account: a transfer between own accounts realizes
 * nothing and keeps the purchases. Pieces whose cost the sender does not know have no entry: a sale beyond the pieces
 * held may have a missing purchase, and then it is not known which lots leave.
 */
export function findArrivals(transfers: SymbolTransfers): ReadonlyMap<number, Arrivals> {
  const { method, facts, openingOf, isLoaded, areShort } = transfers
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
  const moveLots = (sender: AccountRow, receiver: AccountRow, holding: Holding): void => {
    done.add(sender)
    const before = holding.state
    const closed = holding.apply(sender.row)
    const lots = closed.map(({ quantity, cost, openedAt }) => ({ quantity, cost, openedAt }))
    const moved = lots.reduce((sum, { quantity }) => sum + quantity, 0n)
    if (!isLoaded(sender.account) || !isCertain(sender.account, before) || moved !== piecesOf(receiver.row)) return
    arrivalsOf(receiver.account).set(receiver.row.id, { currency: before.currency, lots })
  }
  for (const each of rows) {
    const holding = holdingOf(each.account)
    const receiver = receiverOf.get(each)
    if (receiver !== undefined && !done.has(each)) {
      moveLots(each, receiver, holding)
      continue
    }
    const sender = pairs.get(each)
    if (sender !== undefined && !done.has(sender)) {
      // The receiver is booked before the sender: the current lots of the sender are those that leave.
      const state = holdingOf(sender.account).state
      moveLots(sender, each, new Holding(method, facts, state, arrivalsOf(sender.account)))
    }
    holding.apply(each.row)
  }
  return new Map([...found].filter(([, arrivals]) => arrivals.size > 0))
}

/** The pieces of an account after all rows, in units. */
const piecesLeft = (rows: readonly AccountRow[], account: number, opening: bigint): bigint =>
  rows.reduce((held, each) => (each.account === account ? held + (piecesAt(each.row, held) ?? 0n) : held), opening)

/**
 * Maps each row that receives pieces to the row of another account that sends them: equal pieces, nearest in time.
 * Without an entry if two accounts are equally near. `rows` are of one symbol and in time order.
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
