import { noSums, sumNames, type HoldingPoint, type HoldingStep, type HoldingSums } from './state.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** A holding that goes on row by row, without a copy for each of a million rows. */
export class RunningPoint {
  readonly #now: Mutable<HoldingPoint>
  #sums: Mutable<HoldingSums>[]

  constructor(point: HoldingPoint) {
    this.#now = { ...point }
    this.#sums = point.sums.map((own) => ({ ...own }))
  }

  /** As it is now; later rows do not change it. */
  get point(): HoldingPoint {
    return { ...this.#now, sums: this.#sums.map((own) => ({ ...own })) }
  }

  get quantity(): bigint {
    return this.#now.quantity
  }

  add(step: HoldingStep): void {
    const now = this.#now
    const before = now.quantity
    if (step.pieces !== 0n) now.quantity += step.pieces
    if (step.cost !== 0n) now.cost += step.cost
    now.currency = step.lotCurrency
    if (step.unknownOpen !== 0n) now.unknownOpen += step.unknownOpen
    if (step.unknownClosed !== 0n) now.unknownClosed += step.unknownClosed
    if (step.currency !== null) this.#addSums(step.currency, step.sums)
    if (step.event !== null) this.#noteEvent(step, before)
    const { at, pieces, currency, traded } = step
    if (traded !== null) now.lastTrade = { at, price: traded.price, pieces, cost: traded.cost, currency, split: null }
  }

  #addSums(currency: string, added: HoldingStep['sums']): void {
    let own = this.#sums.find((each) => each.currency === currency)
    if (own === undefined) this.#sums.push((own = { currency, ...noSums }))
    for (const name of sumNames) {
      const amount = added[name]
      if (amount !== undefined && amount !== 0n) own[name] += amount
    }
  }

  /** A split scales the price of before; where its ratio is not clear, that price says nothing any more. */
  #noteEvent({ at, event }: HoldingStep, before: bigint): void {
    const now = this.#now
    if (event === 'repayment') now.repaidAt = at
    if (event !== 'split') return
    now.splitAt = at
    if (now.lastTrade === null) return
    const after = now.quantity
    const isClear = before !== 0n && after !== 0n && before < 0n === after < 0n
    const old = now.lastTrade.split ?? { before: 1n, after: 1n }
    now.lastTrade = isClear
      ? { ...now.lastTrade, split: { before: old.before * before, after: old.after * after } }
      : null
  }
}

/** The holding after one more row. */
export function afterStep(point: HoldingPoint, step: HoldingStep): HoldingPoint {
  const running = new RunningPoint(point)
  running.add(step)
  return running.point
}
