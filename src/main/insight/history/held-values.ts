/** The value of some pieces of an instrument, in units. */
export interface PiecesValue {
  readonly currency: string
  readonly amount: bigint
  /** The time of its price (UTC ms). */
  readonly at: number
}

export interface ValuedPieces {
  /** `null` where it is not known, `none` where pieces have none: the profit of a future is in the cash. */
  readonly value: PiecesValue | null | 'none'
  /** While time goes on the value stays the same until then (UTC ms), as long as pieces and own prices do. */
  readonly validBefore: number
}

interface HeldPieces extends ValuedPieces {
  readonly pieces: bigint
}

/** What is held in several accounts, and its value: worked out again only where it may be another one. Ask in time order. */
export class HeldValues {
  readonly #valueAt: (symbol: string, pieces: bigint, at: number) => ValuedPieces
  readonly #held = new Map<string, Map<number, HeldPieces>>()
  readonly #totals = new Map<string, { readonly amount: bigint; readonly count: number }>()

  constructor(valueAt: (symbol: string, pieces: bigint, at: number) => ValuedPieces) {
    this.#valueAt = valueAt
  }

  /** Adds signed pieces. */
  move(account: number, symbol: string, pieces: bigint): { readonly before: bigint; readonly after: bigint } {
    let own = this.#held.get(symbol)
    if (own === undefined) this.#held.set(symbol, (own = new Map<number, HeldPieces>()))
    const known = own.get(account)
    if (known !== undefined) this.#count(known, -1)
    const before = known?.pieces ?? 0n
    const after = before + pieces
    if (after !== 0n) own.set(account, { pieces: after, ...notValued })
    else if (own.size > 1) own.delete(account)
    else this.#held.delete(symbol)
    return { before, after }
  }

  /** The price of an instrument is another one. */
  outdate(symbol: string): void {
    const own = this.#held.get(symbol)
    if (own === undefined) return
    for (const [account, held] of own) {
      this.#count(held, -1)
      own.set(account, { pieces: held.pieces, ...notValued })
    }
  }

  /** All values by currency at a time (UTC ms); `null` where one of them is not known. */
  totalsAt(at: number): { readonly parts: ReadonlyMap<string, bigint> | null; readonly oldestPriceAt: number | null } {
    let oldest = Infinity
    let isKnown = true
    for (const [symbol, own] of this.#held) {
      for (const [account, held] of own) {
        let current = held
        if (held.validBefore <= at) {
          current = { pieces: held.pieces, ...this.#valueAt(symbol, held.pieces, at) }
          this.#count(held, -1)
          this.#count(current, 1)
          own.set(account, current)
        }
        if (current.value === null) isKnown = false
        else if (current.value !== 'none') oldest = Math.min(oldest, current.value.at)
      }
    }
    if (!isKnown) return { parts: null, oldestPriceAt: null }
    const parts = new Map([...this.#totals].map(([currency, { amount }]) => [currency, amount]))
    return { parts, oldestPriceAt: oldest === Infinity ? null : oldest }
  }

  /** Pieces by account and symbol. */
  list(): { readonly account: number; readonly symbol: string; readonly pieces: bigint }[] {
    return [...this.#held].flatMap(([symbol, own]) =>
      [...own].map(([account, { pieces }]) => ({ account, symbol, pieces })),
    )
  }

  #count({ value }: ValuedPieces, times: 1 | -1): void {
    if (value === null || value === 'none') return
    const { amount, count } = this.#totals.get(value.currency) ?? { amount: 0n, count: 0 }
    if (count + times === 0) this.#totals.delete(value.currency)
    else {
      const change = times === 1 ? value.amount : -value.amount
      this.#totals.set(value.currency, { amount: amount + change, count: count + times })
    }
  }
}

const notValued: ValuedPieces = { value: null, validBefore: -Infinity }
