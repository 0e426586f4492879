import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import { magnitude } from './units.ts'

interface OrderedLot {
  readonly quantity: bigint
  readonly cost: bigint | null
  readonly openedAt: number | null
}

interface NumberedLot<L> {
  readonly lot: L
  readonly number: number
}

/**
 * Lots in the order in which a trade closes them, so that the next one is found without a search: the oldest first
 * (`fifo`, `average`), the newest first (`lifo`), or the highest cost per piece first (`hifo`). With `hifo`, lots of
 * unknown cost come last, and of equal lots the older one comes first.
 */
export class LotOrder<L extends OrderedLot = OrderedLot> {
  readonly #method: LotMethod
  /** The next lot to close is the last element; if the oldest lot is closed first, it is at `#head`. */
  #lots: NumberedLot<L>[]
  #head = 0
  #nextNumber: number

  /** `lots` are in the order in which they were opened. */
  constructor(method: LotMethod, lots: readonly L[]) {
    this.#method = method
    this.#lots = lots.map((lot, number) => ({ lot, number }))
    if (method === 'hifo') this.#lots.sort(byRank)
    this.#nextNumber = lots.length
  }

  /** The open lots in the order in which they were opened. */
  list(): L[] {
    const open = this.#lots.slice(this.#head)
    if (this.#method === 'hifo') open.sort((a, b) => a.number - b.number)
    return open.map(({ lot }) => lot)
  }

  /** The next lot to close; `null` if none is open. */
  first(): L | null {
    return this.#first()?.lot ?? null
  }

  /** Adds a lot as the newest one. */
  add(lot: L): void {
    this.#insert({ lot, number: this.#nextNumber++ })
  }

  /** Replaces the next lot to close with the rest of it; `null` removes it. */
  replaceFirst(lot: L | null): void {
    const first = this.#first()
    if (first === undefined) return
    const rest = lot === null ? null : { lot, number: first.number }
    if (this.#isOldestFirst) {
      if (rest !== null) this.#lots[this.#head] = rest
      else if (++this.#head > 64 && this.#head * 2 > this.#lots.length) this.#dropClosed()
      return
    }
    this.#lots.pop()
    if (rest !== null) this.#insert(rest)
  }

  get #isOldestFirst(): boolean {
    return this.#method === 'fifo' || this.#method === 'average'
  }

  #first(): NumberedLot<L> | undefined {
    return this.#isOldestFirst ? this.#lots[this.#head] : this.#lots.at(-1)
  }

  #insert(added: NumberedLot<L>): void {
    if (this.#method !== 'hifo') {
      this.#lots.push(added)
      return
    }
    let [low, high] = [0, this.#lots.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#lots[middle]
      if (other !== undefined && byRank(other, added) < 0) low = middle + 1
      else high = middle
    }
    this.#lots.splice(low, 0, added)
  }

  #dropClosed(): void {
    this.#lots = this.#lots.slice(this.#head)
    this.#head = 0
  }
}

/** Lowest cost per piece first; of equal lots the newest first. */
function byRank(a: NumberedLot<OrderedLot>, b: NumberedLot<OrderedLot>): number {
  const [cost, otherCost] = [a.lot.cost, b.lot.cost]
  if (cost === null || otherCost === null) {
    return cost === otherCost ? b.number - a.number : cost === null ? -1 : 1
  }
  const [left, right] = [cost * magnitude(b.lot.quantity), otherCost * magnitude(a.lot.quantity)]
  return left === right ? b.number - a.number : left < right ? -1 : 1
}
