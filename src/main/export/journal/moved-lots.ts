import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { Holding } from '../../insight/ledger/holding.ts'
import { isLending, piecesAt, type LedgerRow } from '../../insight/ledger/row.ts'
import { shareOf } from '../../insight/lots/lot-shares.ts'
import type { Oversell, UnitClosing, UnitLot } from '../../insight/lots/open-lots.ts'
import { magnitude } from '../../insight/lots/units.ts'
import type { LotCost } from './entry.ts'

/** Pieces of one lot that a row opens or closes. Units of 10⁻¹⁸. */
export interface MovedLot {
  /** Signed. */
  readonly pieces: bigint
  /** The cost of these pieces, positive; `null` if it is not known. */
  readonly cost: bigint | null
  /** The currency of the cost. */
  readonly currency: string | null
  /** UTC ms; `null` if it is not known. */
  readonly openedAt: number | null
  readonly isOpened: boolean
  /** The proceeds of closing a lot, or the cost of closing a short lot; `null` if it is not known. */
  readonly paid: bigint | null
}

/** The effect of a row on the lots of its holding. */
export interface LotChange {
  readonly lots: readonly MovedLot[]
  /** Whether lots were rewritten, as by a split. Nothing was bought or sold then. */
  readonly isRewritten: boolean
  /** Whether the profit of a repayment is known: all costs that it returns are known. */
  readonly isRepaid: boolean
  /** The interest in the money of a row that ends a repo; negative if it was paid. */
  readonly interest: bigint
  /** The cost of pieces that leave for a while, or come back, as a share of all lots; `null` for other rows. */
  readonly lentCost: LotCost | null
}

const changeOf = (lots: readonly MovedLot[]): LotChange => ({
  lots,
  isRewritten: false,
  isRepaid: false,
  interest: 0n,
  lentCost: null,
})
/** No lot is moved. */
export const noChange = changeOf([])

/** Applies the rows of one holding and returns the lots that each row moves. */
export class MovedLots {
  readonly #holding: Holding
  readonly #method: LotMethod
  /** With the average method, all pieces are one lot with the opening time of the first piece. */
  #averageSince: number | null = null

  readonly #oversell: Oversell

  /** `oversell`: the rule of this holding. */
  constructor(holding: Holding, method: LotMethod, oversell: Oversell) {
    this.#holding = holding
    this.#method = method
    this.#oversell = oversell
  }

  get isFuture(): boolean {
    return this.#holding.isFuture
  }

  apply(row: LedgerRow): LotChange {
    const held = this.#holding.quantity
    const pieces = piecesAt(row, held) ?? 0n
    // A row of a split without pieces may give a share of the cost away.
    if (pieces === 0n && row.kind !== 'amortization' && row.kind !== 'split') return noChange
    if (this.#holding.isFuture) return this.#applyFuture(row, pieces)
    if (isLending(row.kind)) return this.#lend(row, pieces)
    if (pieces === 0n || row.kind === 'split' || row.kind === 'securities-transfer-in') return this.#compare(row)
    const [cost, uncostedBefore, currency] = [
      this.#holding.lotCost,
      this.#holding.piecesWithoutCost,
      this.#holding.lotCurrency,
    ]
    const isShort = held < 0n && this.#oversell === 'short'
    const closed = this.#holding.apply(row).map((closing) => closedLot(closing, isShort, currency))
    const closedPieces = closed.reduce((sum, lot) => sum + lot.pieces, 0n)
    const opened = pieces - closedPieces
    if (opened === 0n) return changeOf(closed)
    const closedCost = closed.reduce((sum, lot) => sum + signed(lot), 0n)
    // The cost of open lots decreases by the closed cost; the rest of the change was opened. Short lots have negative costs.
    const isUnknown =
      this.#holding.piecesWithoutCost !== uncostedBefore + closed.reduce((sum, lot) => sum - uncostedOf(lot), 0n)
    const openedCost = isUnknown ? null : magnitude(this.#holding.lotCost - cost - closedCost)
    const lot: MovedLot = {
      pieces: opened,
      cost: openedCost,
      currency: this.#holding.lotCurrency,
      openedAt: this.#openedAt(held, row.at),
      isOpened: true,
      paid: null,
    }
    return changeOf([...closed, lot])
  }

  #openedAt(held: bigint, at: number): number | null {
    if (this.#method !== 'average') return at
    const isMore = held !== 0n && held < 0n === this.#holding.quantity < 0n
    if (!isMore) this.#averageSince = at
    return this.#averageSince
  }

  #applyFuture(row: LedgerRow, pieces: bigint): LotChange {
    this.#holding.apply(row)
    return pieces === 0n ? noChange : changeOf([uncosted(pieces)])
  }

  /** The lots stay as they are, so their costs stay in the book, and only the pieces move. */
  #lend(row: LedgerRow, pieces: bigint): LotChange {
    this.#holding.apply(row)
    const { lots } = this.#holding.state.lots
    const owned = lots.reduce((sum, { quantity }) => sum + quantity, 0n)
    const [total, currency] = [this.#holding.lotCost, this.#holding.lotCurrency]
    const isKnown = owned > 0n && currency !== null && lots.every(({ cost }) => cost !== null)
    const cost = isKnown ? shareOf(total, magnitude(pieces), owned) : null
    const interest = row.kind === 'repo' ? this.#holding.lendingResult : 0n
    const lentCost = cost === null || currency === null ? null : { total: cost, currency, openedAt: null }
    return { ...changeOf([uncosted(pieces)]), interest, lentCost }
  }

  /** For rare rows that may change any lot: closes all lots before the row and opens all lots after it. */
  #compare(row: LedgerRow): LotChange {
    const before = this.#holding.state
    const closed = this.#holding.apply(row)
    const after = this.#holding.state
    const added = unmatched(after.lots.lots, before.lots.lots)
    const removed = unmatched(before.lots.lots, after.lots.lots)
    this.#averageSince = after.lots.lots[0]?.openedAt ?? null
    const lots = [
      ...removed.map((lot) => rewritten(lot, before.currency, false)),
      ...added.map((lot) => rewritten(lot, after.currency, true)),
    ]
    // Pieces that are in no lot: pieces of a missing purchase, and remainders of rounding.
    const rest = after.quantity - before.quantity - lots.reduce((sum, lot) => sum + lot.pieces, 0n)
    if (rest !== 0n) lots.push(uncosted(rest))
    const isRepayment = row.kind === 'amortization'
    const isRepaid = isRepayment && closed.every(({ cost, proceeds }) => cost !== null && proceeds !== null)
    return { ...changeOf(lots), isRewritten: removed.length > 0 || isRepayment, isRepaid }
  }
}

const uncosted = (pieces: bigint): MovedLot => ({
  pieces,
  cost: null,
  currency: null,
  openedAt: null,
  isOpened: true,
  paid: null,
})
const signed = ({ pieces, cost }: MovedLot): bigint => (cost === null ? 0n : pieces < 0n ? -cost : cost)
const uncostedOf = ({ pieces, cost }: MovedLot): bigint => (cost === null ? magnitude(pieces) : 0n)

/** The cost of a short lot here is the proceeds of its opening. Closing it costs money. */
function closedLot({ quantity, cost, proceeds, openedAt }: UnitClosing, isShort: boolean, currency: string | null) {
  const [own, paid] = isShort ? [proceeds, cost] : [cost, proceeds]
  return { pieces: isShort ? quantity : -quantity, cost: own, currency, openedAt, isOpened: false, paid }
}

function rewritten({ quantity, cost, openedAt }: UnitLot, currency: string | null, isOpened: boolean): MovedLot {
  const pieces = isOpened ? quantity : -quantity
  return { pieces, cost: cost === null ? null : quantity < 0n ? -cost : cost, currency, openedAt, isOpened, paid: null }
}

/** The lots of the first list that are not in the second list. Equal lots are counted. */
function unmatched(lots: readonly UnitLot[], others: readonly UnitLot[]): UnitLot[] {
  const counts = new Map<string, number>()
  const keyOf = ({ quantity, cost, openedAt }: UnitLot): string => `${quantity} ${String(cost)} ${String(openedAt)}`
  for (const lot of others) counts.set(keyOf(lot), (counts.get(keyOf(lot)) ?? 0) + 1)
  return lots.filter((lot) => {
    const count = counts.get(keyOf(lot)) ?? 0
    counts.set(keyOf(lot), count - 1)
    return count <= 0
  })
}
