/** The value of some pieces of an instrument, in units of 10⁻¹⁸. */
export interface PiecesValue {
  readonly currency: string
  readonly amount: bigint
  /** The time of its price (UTC ms). */
  readonly at: number
}

/** The value of the pieces of one account, and how long it is valid. */
export interface ValuedPieces {
  /** `null` if it is not known; `none` for a future, whose profit is already in the cash. */
  readonly value: PiecesValue | null | 'none'
  /** The value is valid until this time (UTC ms), unless pieces or own prices change. */
  readonly validBefore: number
}

interface Held {
  readonly account: number
  readonly symbol: string
  pieces: bigint
  valued: ValuedPieces
}

/**
 * Holds the pieces of several accounts and their values. A value is calculated again only when it may have changed.
 * Times must not decrease from call to call.
 */
export class HeldValues {
  readonly #valueAt: (symbol: string, pieces: bigint, at: number) => ValuedPieces
  readonly #all = new Set<Held>()
  readonly #bySymbol = new Map<string, Held[]>()
  readonly #totals = new Map<string, { readonly amount: bigint; readonly count: number }>()

  constructor(valueAt: (symbol: string, pieces: bigint, at: number) => ValuedPieces) {
    this.#valueAt = valueAt
  }

  /** Adds signed pieces; returns the pieces of that account before and after. */
  move(account: number, symbol: string, pieces: bigint): { readonly before: bigint; readonly after: bigint } {
    const own = this.#bySymbol.get(symbol) ?? []
    const held = own.find((each) => each.account === account) ?? { account, symbol, pieces: 0n, valued: notValued }
    const before = held.pieces
    held.pieces += pieces
    this.#value(held, notValued)
    this.#all.add(held)
    if (held.pieces === 0n) this.#all.delete(held)
    const rest = own.filter((each) => each !== held)
    if (held.pieces !== 0n) rest.push(held)
    if (rest.length > 0) this.#bySymbol.set(symbol, rest)
    else this.#bySymbol.delete(symbol)
    return { before, after: held.pieces }
  }

  /** The pieces of an account. */
  piecesOf(account: number, symbol: string): bigint {
    return this.#bySymbol.get(symbol)?.find((each) => each.account === account)?.pieces ?? 0n
  }

  /** Marks the values of an instrument as outdated, because its price has changed. */
  outdate(symbol: string): void {
    for (const held of this.#bySymbol.get(symbol) ?? []) this.#value(held, notValued)
  }

  /** Adds all values by currency at a time (UTC ms); `parts` is `null` if one of them is not known. */
  totalsAt(at: number): { readonly parts: ReadonlyMap<string, bigint> | null; readonly oldestPriceAt: number | null } {
    let oldest = Infinity
    let isKnown = true
    for (const held of this.#all) {
      if (held.valued.validBefore <= at) this.#value(held, this.#valueAt(held.symbol, held.pieces, at))
      const { value } = held.valued
      if (value === null) isKnown = false
      else if (value !== 'none' && value.at < oldest) oldest = value.at
    }
    if (!isKnown) return { parts: null, oldestPriceAt: null }
    const parts = new Map([...this.#totals].map(([currency, { amount }]) => [currency, amount]))
    return { parts, oldestPriceAt: oldest === Infinity ? null : oldest }
  }

  /** Pieces by account and symbol. */
  list(): { readonly account: number; readonly symbol: string; readonly pieces: bigint }[] {
    return [...this.#all].map(({ account, symbol, pieces }) => ({ account, symbol, pieces }))
  }

  #value(held: Held, valued: ValuedPieces): void {
    this.#count(held.valued, -1)
    this.#count(valued, 1)
    held.valued = valued
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
