import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import { shareOf, splitLots } from '../lots/lot-shares.ts'
import { unitPlaces } from '../lots/units.ts'
import { emptyHolding, type ArrivedLots, type Arrivals, type GivenCost, type HoldingState } from './holding-state.ts'
import { Holding } from './holding.ts'
import { isConversionOf, pairConversions, pairTransfers, type AccountRow } from './pair-rows.ts'
import { piecesAt, piecesOf, compareRows, type LedgerRow } from './row.ts'
import { givingRow } from './spin-offs.ts'
import type { SymbolFacts } from './symbol-facts.ts'

/** The arrivals of an account that receives no pieces from own holdings. */
export const noArrivals: Arrivals = new Map()

/** Arrivals by symbol, then by account. */
export type ArrivalsBySymbol = ReadonlyMap<string, ReadonlyMap<number, Arrivals>>

interface OwnMoves {
  /** The rows of some symbols: all that are connected by transfers and conversions. */
  readonly rows: readonly AccountRow[]
  readonly method: LotMethod
  readonly factsOf: (symbol: string) => SymbolFacts
  /** The pieces of an account before its first row, in units of 10⁻¹⁸. */
  readonly openingOf: (account: number, symbol: string) => bigint
  /** Whether all rows of the account are loaded. Otherwise the cost of pieces that leave it for another one is not known. */
  readonly isLoaded: (account: number) => boolean
  /** Whether an account that sold more pieces than it held sold them short. `left`: its pieces after all rows. */
  readonly areShort: (account: number, symbol: string, left: bigint) => boolean
}

/**
 * Finds the lots that own holdings receive from each other: a transfer between own accounts, a conversion into another
 * symbol, and a spin-off with its share of the cost realize nothing and keep the purchases. Transferred pieces whose cost
 * the sender does not know have no entry: a sale beyond the pieces held may have a missing purchase, and then it is not
 * known which lots leave.
 */
export function findArrivals(moves: OwnMoves): ArrivalsBySymbol {
  const rows = [...moves.rows].sort((a, b) => compareRows(a.row, b.row))
  const pairs = new Map(
    [...Map.groupBy(rows, ({ row }) => row.symbol).values()].flatMap((own) => [...pairTransfers(own)]),
  )
  for (const [receiver, sender] of pairConversions(rows)) pairs.set(receiver, sender)
  const givingOf = new Map(
    rows.flatMap((each) => {
      const giving = givingRow(each.row)
      return giving === null ? [] : [[each, giving] as const]
    }),
  )
  if (pairs.size === 0 && givingOf.size === 0) return new Map()
  const holdings = new Holdings(moves, rows)
  const receiverOf = new Map([...pairs].map(([receiver, sender]) => [sender, receiver]))
  const done = new Set<AccountRow>()
  for (const each of rows) {
    const receiver = receiverOf.get(each)
    const sender = pairs.get(each)
    // The side that is booked first decides: if it is the receiver, the current lots of the sender are those that leave.
    if (receiver !== undefined && !done.has(each)) holdings.move(each, receiver)
    else if (sender !== undefined && !done.has(sender)) holdings.move(sender, each)
    done.add(sender ?? each)
    const giving = givingOf.get(each)
    if (giving !== undefined) holdings.spinOff(each, giving)
    holdings.apply(each)
  }
  return holdings.arrivals
}

const unitsInOne = 10n ** BigInt(unitPlaces)

const ofUnknownCost = (quantity: bigint): ArrivedLots => ({
  currency: null,
  lots: [{ quantity, cost: null, openedAt: null }],
})

interface Placed {
  readonly account: number
  readonly row: { readonly symbol: string }
}

/** The holdings of some symbols and accounts during the replay of their rows. */
class Holdings {
  readonly #moves: OwnMoves
  readonly #rows: readonly AccountRow[]
  readonly #holdings = new Map<string, Holding>()
  readonly #arrivals = new Map<string, Map<number, Map<string, ArrivedLots | GivenCost | 'sent'>>>()

  constructor(moves: OwnMoves, rows: readonly AccountRow[]) {
    this.#moves = moves
    this.#rows = rows
  }

  get arrivals(): ArrivalsBySymbol {
    return new Map(
      [...this.#arrivals].map(([symbol, own]) => [symbol, new Map([...own].filter(([, each]) => each.size > 0))]),
    )
  }

  apply({ account, row }: AccountRow): void {
    this.#of(account, row.symbol).apply(row)
  }

  /** Enters the lots that the receiver gets from the sender, without applying either row. */
  move(sender: AccountRow, receiver: AccountRow): void {
    const isConversion = sender.row.symbol !== receiver.row.symbol
    const [held, into] = [this.#of(sender.account, sender.row.symbol), this.#of(receiver.account, receiver.row.symbol)]
    const [sent, received] = [-(piecesAt(sender.row, held.quantity) ?? 0n), piecesOf(receiver.row) ?? 0n]
    if (isConversion && !isConversionOf([sender, held.quantity], [receiver, into.quantity])) return
    const before = held.state
    const lots = this.#leaving(sender, before)
    const moved = lots.reduce((sum, { quantity }) => sum + quantity, 0n)
    // Within one account, the lots of both sides are as well known as its history.
    const isLoaded = sender.account === receiver.account || this.#moves.isLoaded(sender.account)
    const isKnown = isLoaded && this.#isCertain(sender, before) && moved === sent
    const arrived = this.#arrivalsOf(receiver)
    if (isKnown && (isConversion || moved === received))
      arrived.set(receiver.row.id, { currency: before.currency, lots: splitLots(lots, moved, received) })
    else if (isConversion) arrived.set(receiver.row.id, ofUnknownCost(received))
    if (isConversion) this.#arrivalsOf(sender).set(sender.row.id, 'sent')
  }

  /** Enters the lots that pieces of a spin-off get, and takes their cost from the old symbol, without applying the row. */
  spinOff(receiver: AccountRow, giving: LedgerRow): void {
    const giver = { account: receiver.account, row: giving }
    const held = this.#of(giver.account, giving.symbol)
    const before = held.state
    const { lots } = before.lots
    const share = giving.group?.spinOff?.share ?? 0n
    const received = piecesOf(receiver.row) ?? 0n
    const taken = lots.map((lot) => ({ ...lot, cost: shareOf(lot.cost, share, unitsInOne) }))
    const owned = lots.reduce((sum, { quantity }) => sum + quantity, 0n)
    const isKnown = owned > 0n && this.#isCertain(giver, before)
    const known = { currency: before.currency, lots: splitLots(taken, owned, received) }
    this.#arrivalsOf(receiver).set(receiver.row.id, isKnown ? known : ofUnknownCost(received))
    this.#arrivalsOf(giver).set(giving.id, { row: giving, share })
    held.apply(giving)
  }

  /** The lots that a row takes from a holding in this state. */
  #leaving(sender: AccountRow, state: HoldingState): ArrivedLots['lots'] {
    const { method, factsOf } = this.#moves
    const closed = new Holding(method, factsOf(sender.row.symbol), state).send(sender.row)
    return closed.map(({ quantity, cost, openedAt }) => ({ quantity, cost, openedAt }))
  }

  #isCertain({ account, row: { symbol } }: AccountRow, { cautious, quantity }: HoldingState): boolean {
    return (
      quantity > 0n && (cautious === null || this.#moves.areShort(account, symbol, this.#piecesLeft(account, symbol)))
    )
  }

  /** The pieces of an account after all rows, in units. */
  #piecesLeft(account: number, symbol: string): bigint {
    const own = this.#rows.filter((each) => each.account === account && each.row.symbol === symbol)
    return own.reduce((held, { row }) => held + (piecesAt(row, held) ?? 0n), this.#moves.openingOf(account, symbol))
  }

  #arrivalsOf({ account, row: { symbol } }: Placed): Map<string, ArrivedLots | GivenCost | 'sent'> {
    const bySymbol = this.#arrivals.get(symbol) ?? new Map<number, Map<string, ArrivedLots | GivenCost | 'sent'>>()
    this.#arrivals.set(symbol, bySymbol)
    const own = bySymbol.get(account) ?? new Map<string, ArrivedLots | GivenCost | 'sent'>()
    bySymbol.set(account, own)
    return own
  }

  #of(account: number, symbol: string): Holding {
    const key = `${account} ${symbol}`
    const known = this.#holdings.get(key)
    if (known !== undefined) return known
    const { method, factsOf, openingOf } = this.#moves
    const arrivals = this.#arrivalsOf({ account, row: { symbol } })
    const holding = new Holding(method, factsOf(symbol), emptyHolding, arrivals)
    const opening = openingOf(account, symbol)
    if (opening !== 0n) holding.open(opening)
    this.#holdings.set(key, holding)
    return holding
  }
}
