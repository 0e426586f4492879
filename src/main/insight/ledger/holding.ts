import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import { BothLots } from '../lots/both-lots.ts'
import { splitLots } from '../lots/lot-shares.ts'
import type { Oversell, UnitClosing, UnitLot } from '../lots/open-lots.ts'
import { magnitude } from '../lots/units.ts'
import { emptyHolding, type Arrivals, type HoldingState, type ParkedLots } from './holding-state.ts'
import { lentPieces, moveLent, reversedPieces, splitLent, type LentPieces } from './lent-pieces.ts'
import { assignRepayment, type Repaid } from './repayments.ts'
import { costOf, isForNothing, isLending, piecesAt, reversedWithinMs, splitMs, type LedgerRow } from './row.ts'
import type { SymbolFacts } from './symbol-facts.ts'

const mayArrive = ({ kind }: LedgerRow): boolean => kind === 'split' || kind === 'securities-transfer-in'

/** The holding of one instrument in one account. `knownLots` chooses one of the two interpretations of its lots. */
export class Holding {
  readonly #facts: SymbolFacts
  readonly #arrivals: Arrivals | null
  readonly #lots: BothLots
  #quantity: bigint
  #currency: string | null
  #lent: readonly LentPieces[]
  #parked: readonly ParkedLots[]
  #repaid: readonly Repaid[]
  #lendingResult = 0n

  /**
   * `arrivals`: the lots that arrive from other own holdings. `oversell`: how `apply` treats a sale of more pieces than
   * are held, if the caller knows this.
   */
  constructor(
    method: LotMethod,
    facts: SymbolFacts,
    state: HoldingState = emptyHolding,
    arrivals: Arrivals | null = null,
    oversell: Oversell = 'short',
  ) {
    this.#facts = facts
    this.#arrivals = arrivals
    this.#lots = new BothLots(method, oversell, state)
    this.#quantity = state.quantity
    this.#currency = state.currency
    this.#lent = state.lent
    this.#parked = state.parked
    this.#repaid = state.repaid
  }

  get quantity(): bigint {
    return this.#quantity
  }
  /** The sum of the known costs of its lots, in units; sales beyond the pieces held are short lots. */
  get lotCost(): bigint {
    return this.#lots.cost
  }
  /** The pieces whose cost is not known, in units: of its lots, and of a reversal that is alone. */
  get piecesWithoutCost(): bigint {
    const reversed = this.#lent.length === 0 ? 0n : reversedPieces(this.#lent)
    return reversed > 0n ? this.#lots.piecesWithoutCost + reversed : this.#lots.piecesWithoutCost
  }
  /**
   * Pieces that left for an unknown price, and may come back: by the first row of a split, or by a reversal that is
   * alone. The time in UTC ms.
   */
  get doubtful(): readonly { readonly at: number; readonly closing: UnitClosing }[] {
    const reversed = this.#lent.filter(({ kind, pieces }) => kind === 'reversal' && pieces < 0n)
    return [...this.#parked, ...reversed].map(({ at, pieces }) => ({
      at,
      closing: { quantity: magnitude(pieces), cost: null, proceeds: null, openedAt: null },
    }))
  }
  /** The number of doubtful pieces, in units. */
  get doubtfulPieces(): bigint {
    if (this.#parked.length === 0 && this.#lent.length === 0) return 0n
    return this.doubtful.reduce((sum, { closing }) => sum + closing.quantity, 0n)
  }
  /** The currency of the costs. */
  get lotCurrency(): string | null {
    return this.#currency
  }
  /** What the last row, which moved pieces back, and the row before it leave in money: see `moveLent`. In units. */
  get lendingResult(): bigint {
    return this.#lendingResult
  }
  get isFuture(): boolean {
    return this.#facts.isFuture
  }
  get state(): HoldingState {
    const own = { quantity: this.#quantity, currency: this.#currency, lent: this.#lent }
    return { ...own, ...this.#lots.state, parked: this.#parked, repaid: this.#repaid }
  }

  /** Adds pieces of unknown cost that are held before the first row. */
  open(pieces: bigint): void {
    this.#trade(pieces, null, null)
  }

  /**
   * Applies the next row; returns the closed parts of lots, with sales beyond the pieces held as short lots. A
   * repayment of a part of the face value closes no pieces; its result has the returned part of the cost.
   */
  apply(row: LedgerRow): UnitClosing[] {
    this.#lendingResult = 0n
    const pieces = piecesAt(row, this.#quantity)
    const arrived = mayArrive(row) ? this.#arrivals?.get(row.id) : undefined
    if (arrived !== undefined && arrived !== 'sent' && 'share' in arrived) return this.#lots.giveCost(arrived.share)
    if (pieces === null || pieces === 0n) {
      return row.kind === 'amortization' && row.money !== null && row.money !== 0n ? [this.#repay(row, row.money)] : []
    }
    if (isLending(row.kind)) return this.#takeBack(row, pieces) ? [] : this.#lend(row, pieces)
    if (arrived === 'sent') this.send(row)
    if (arrived !== undefined) return arrived === 'sent' ? [] : this.#receive(pieces, { ...arrived, cautious: null })
    const closed = row.kind === 'split' ? this.#split(row.at, pieces) : null
    return closed ?? this.#trade(pieces, this.#knownCost(row, pieces), row.at)
  }

  /** Applies a row whose pieces go to another holding; returns their lots. */
  send(row: LedgerRow): UnitClosing[] {
    return this.#trade(piecesAt(row, this.#quantity) ?? 0n, null, row.at)
  }

  /** The pieces of the lots: those held, with the pieces that are away, and without those that are here for a while. */
  get #owned(): bigint {
    return this.#lent.length === 0 ? this.#quantity : this.#quantity - lentPieces(this.#lent)
  }

  /** Costs of two currencies are never added. If open lots have another currency, the cost is not known. */
  #knownCost(row: LedgerRow, pieces: bigint): bigint | null {
    if (this.#owned === 0n) this.#currency = row.currency
    this.#currency ??= row.currency
    // Nothing has no currency.
    const isNothing = row.money === null && (row.kind === 'expiration' || isForNothing(row))
    return isNothing || row.currency === this.#currency ? costOf(row, pieces) : null
  }

  #trade(pieces: bigint, cost: bigint | null, at: number | null): UnitClosing[] {
    const owned = this.#owned
    this.#quantity += pieces
    return this.#facts.isFuture ? [] : this.#lots.trade(owned, pieces, cost, at)
  }

  /**
   * Takes a part of a purchase back, if a reversal states the price of a recent one: the other pieces keep their cost. Returns
   * whether it does. A reversal of a whole row moves no pieces here.
   */
  #takeBack(row: LedgerRow, pieces: bigint): boolean {
    if (row.kind !== 'reversal' || row.trade === null || pieces > 0n || row.currency !== this.#currency) return false
    if (this.#facts.isFuture || this.#lent.some(({ kind }) => kind === 'reversal')) return false
    const cost = costOf(row, pieces)
    if (cost === null || cost === 0n || !this.#lots.takeBack(-pieces, -cost, row.at - reversedWithinMs)) return false
    this.#quantity += pieces
    this.#lendingResult = (row.money ?? 0n) + cost
    return true
  }

  /** Moves pieces for a while, or back. Nothing is bought or sold, so the lots stay as they are. */
  #lend(row: LedgerRow, pieces: bigint): UnitClosing[] {
    const { lent, result } = moveLent(this.#lent, row, pieces)
    this.#quantity += pieces
    this.#lent = lent
    this.#lendingResult = result
    return []
  }

  /** Pieces that were held before keep their cost and their opening time. */
  #receive(pieces: bigint, { currency, lots, cautious }: Pick<ParkedLots, 'currency' | 'lots' | 'cautious'>) {
    if (this.#owned === 0n) this.#currency = currency
    this.#currency ??= currency
    this.#quantity += pieces
    if (currency === this.#currency) return this.#lots.receive({ lots, cautious })
    const uncosted = (own: readonly UnitLot[]) => own.map((lot) => ({ ...lot, cost: null }))
    return this.#lots.receive({ lots: uncosted(lots), cautious: cautious && uncosted(cautious) })
  }

  /**
   * Applies a row of a split. If it takes all pieces out, their lots wait for the row that puts the new pieces in.
   * `null` if the pieces do not scale the position, and are then a trade of unknown cost.
   */
  #split(at: number, pieces: bigint): UnitClosing[] | null {
    const [held, next] = [this.#quantity, this.#quantity + pieces]
    const parked = this.#parked.findLast((each) => at - each.at <= splitMs && each.pieces < 0n === pieces < 0n)
    if (parked !== undefined) return this.#unpark(parked, pieces)
    if (held === 0n || (next !== 0n && held < 0n !== next < 0n)) return null
    this.#quantity = next
    if (next === 0n) {
      this.#parked = [...this.#parked, { at, pieces: held, currency: this.#currency, ...this.#lots.takeAll() }]
      return []
    }
    this.#lots.split(held, next)
    this.#lent = splitLent(this.#lent, held, next)
    return []
  }

  #unpark(parked: ParkedLots, pieces: bigint): UnitClosing[] {
    const scaled = (lots: readonly UnitLot[]) => splitLots(lots, parked.pieces, pieces)
    this.#parked = this.#parked.filter((each) => each !== parked)
    this.#lent = splitLent(this.#lent, parked.pieces, pieces)
    const { currency, lots, cautious } = parked
    return this.#receive(pieces, { currency, lots: scaled(lots), cautious: cautious && scaled(cautious) })
  }

  /** An amortization returns a fraction of the face value: the same fraction of the cost is realized. */
  #repay(row: LedgerRow, money: bigint): UnitClosing {
    const { shares, repaid } = assignRepayment(row, money, {
      events: this.#facts.amortizations,
      repaid: this.#repaid,
      piecesAt: (at) => this.#lots.piecesBefore(at),
    })
    this.#repaid = repaid
    const cost = this.#lots.returnCost(shares)
    return { quantity: 0n, cost, proceeds: row.currency === this.#currency ? money : null, openedAt: null }
  }
}
