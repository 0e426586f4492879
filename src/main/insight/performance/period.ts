import type { RemainderReason } from '../../../shared/model/ledger/performance.ts'
import type {
  Amounts,
  MovedSums,
  InstrumentPeriod,
  CashPeriod,
  CashAmount,
  CurrencySums,
  Added,
} from './period-parts.ts'

const noCash: CashAmount = { amount: 0n, difference: 0n }

const emptySums = (): CurrencySums => ({
  ...{ begin: 0n, end: 0n, netDeposits: 0n, realized: 0n, unrealized: 0n, income: 0n, fees: 0n, taxes: 0n },
  remainder: new Map(),
})

/** All that rows of an instrument moved as money, but for what crossed the edge of the account with it. */
export const moneyOf = (sums: MovedSums): bigint =>
  sums.trade + sums.accrued + sums.margin + sums.income + sums.unknown - sums.fees - sums.taxes

/**
 * The figures of a period by currency. With `cash` deposits are the flows; without it (a scope of instruments) the money that
 * was put into the instruments is. `end − begin = netDeposits + realized + unrealized + income − fees − taxes + remainder`
 * holds in every currency where all are known: unrealized is what follows from the others.
 */
export function sumPeriod(instruments: readonly InstrumentPeriod[], cash: CashPeriod | null) {
  const total = new PeriodTotal(cash !== null)
  for (const instrument of instruments) total.addInstrument(instrument)
  if (cash !== null) total.addCash(cash)
  total.end()
  return { sums: total.sums, added: total.added }
}

/** Adds up a period, instrument by instrument. */
export class PeriodTotal {
  readonly sums = new Map<string, CurrencySums>()
  readonly added: Added[] = []
  readonly #hasCash: boolean
  /** Held instruments of unknown value and unknown currency: they may be of any. */
  readonly #unplaced: InstrumentPeriod[] = []

  constructor(hasCash: boolean) {
    this.#hasCash = hasCash
  }

  addInstrument(each: InstrumentPeriod): void {
    const { symbol, begin, end, difference, moved, flows, unexplained } = each
    const added = new Map<string, bigint | null>()
    const traded = moved.filter(({ trade }) => trade !== 0n).map(({ currency }) => currency)
    const hasOtherCurrency = each.currency !== null && traded.some((currency) => currency !== each.currency)
    const reason = hasOtherCurrency ? 'other-currency' : each.unknownClosed !== 0n ? 'unknown-cost' : null
    const isKnown = begin !== null && end !== null && flows !== null && unexplained !== null
    const currencies = currenciesOf(each)
    if (!isKnown && each.currency === null) this.#unplaced.push(each)
    for (const currency of currencies) {
      const own = moved.find((sums) => sums.currency === currency) ?? null
      this.#addMoved(currency, own, symbol)
      const sums = this.#of(currency)
      if (begin === null) sums.begin = null
      if (end === null) sums.end = null
      if (flows === null) sums.netDeposits = null
      const amountIn = (amounts: Amounts | null): bigint => amounts?.get(currency) ?? 0n
      const [from, to, came, rose] = [amountIn(begin), amountIn(end), amountIn(flows), amountIn(unexplained)]
      const beyond = amountIn(difference)
      plus(sums, 'begin', from)
      plus(sums, 'end', to)
      plus(sums, 'netDeposits', came)
      const money = own === null ? 0n : moneyOf(own)
      if (!this.#hasCash) plus(sums, 'netDeposits', -money)
      added.set(currency, isKnown && beyond === 0n ? to - from + money - came : null)
      if (!isKnown) {
        unknown(sums)
        continue
      }
      const open = to - from + (own?.trade ?? 0n) - came - rose - beyond - (own?.realized ?? 0n)
      if (beyond !== 0n) this.#remain(currency, 'difference', beyond, symbol)
      if (rose !== 0n) this.#remain(currency, 'unknown-kind', rose, symbol)
      if (reason === null) plus(sums, 'unrealized', open)
      else if (open !== 0n) this.#remain(currency, reason, open, symbol)
    }
    this.added.push({ symbol, amounts: added })
  }

  addCash({ begin, end, moved }: CashPeriod): void {
    const added = new Map<string, bigint | null>()
    for (const currency of new Set([...begin.keys(), ...end.keys(), ...moved.map((sums) => sums.currency)])) {
      const own = moved.find((sums) => sums.currency === currency) ?? null
      this.#addMoved(currency, own, null)
      const sums = this.#of(currency)
      const [from, to] = [begin.get(currency) ?? noCash, end.get(currency) ?? noCash]
      plus(sums, 'begin', from.amount)
      plus(sums, 'end', to.amount)
      plus(sums, 'netDeposits', own?.flow ?? 0n)
      const trade = (own?.trade ?? 0n) + (own?.accrued ?? 0n)
      if (trade !== 0n) this.#remain(currency, 'no-instrument', trade, null)
      added.set(currency, own === null ? 0n : moneyOf(own))
      if (to.difference !== 0n) this.#remain(currency, 'difference', to.difference, null)
      if (begin.get(currency) === null) sums.begin = null
      if (end.get(currency) === null) sums.end = null
      if (sums.begin === null || sums.end === null) unknown(sums)
    }
    this.added.push({ symbol: null, amounts: added })
  }

  /** Call once all are added. */
  end(): void {
    for (const { begin, end, flows } of this.#unplaced) {
      for (const sums of this.sums.values()) {
        if (begin === null) sums.begin = null
        if (end === null) sums.end = null
        if (flows === null) sums.netDeposits = null
        unknown(sums)
      }
    }
  }

  #of(currency: string): CurrencySums {
    const known = this.sums.get(currency) ?? emptySums()
    this.sums.set(currency, known)
    return known
  }

  #addMoved(currency: string, own: MovedSums | null, symbol: string | null): void {
    if (own === null) return
    const sums = this.#of(currency)
    sums.realized += own.margin + (symbol === null ? 0n : own.realized)
    sums.income += own.income + (symbol === null ? 0n : own.accrued)
    sums.fees += own.fees
    sums.taxes += own.taxes
    if (symbol !== null && this.#hasCash) plus(sums, 'netDeposits', own.flow)
    if (own.unknown !== 0n) this.#remain(currency, 'unknown-kind', own.unknown, symbol)
  }

  #remain(currency: string, reason: RemainderReason, amount: bigint, symbol: string | null): void {
    const { remainder } = this.#of(currency)
    if (remainder === null) return
    const part = remainder.get(reason) ?? { amount: 0n, symbols: new Set<string>() }
    part.amount += amount
    if (symbol !== null) part.symbols.add(symbol)
    remainder.set(reason, part)
  }
}

const currenciesOf = ({ begin, end, currency, moved, flows, unexplained }: InstrumentPeriod): ReadonlySet<string> =>
  new Set([
    ...[begin, end, flows, unexplained].flatMap((amounts) => [...(amounts?.keys() ?? [])]),
    ...moved.map((sums) => sums.currency),
    ...(currency === null ? [] : [currency]),
  ])

function plus(sums: CurrencySums, name: 'begin' | 'end' | 'netDeposits' | 'unrealized', amount: bigint): void {
  const known = sums[name]
  if (known !== null) sums[name] = known + amount
}

/** The figures that are unknown where the value at one end is unknown. */
function unknown(sums: CurrencySums): void {
  sums.unrealized = null
  sums.remainder = null
}
