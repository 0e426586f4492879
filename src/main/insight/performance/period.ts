import type { RemainderReason } from '#shared/model/ledger/performance.ts'
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
  begin: 0n,
  end: 0n,
  netDeposits: 0n,
  realized: 0n,
  unrealized: 0n,
  income: 0n,
  fees: 0n,
  taxes: 0n,
  remainder: new Map(),
})

/** The net money that rows of an instrument move, without deposits and withdrawals, in units. */
export const moneyOf = (sums: MovedSums): bigint =>
  sums.trade + sums.accrued + sums.margin + sums.income + sums.unknown + sums.exchange - sums.fees - sums.taxes

/**
 * Calculates the figures of a period by currency. With `cash`, net deposits are the external flows; without it (a scope
 * of instruments) they are the money invested in the instruments. In each currency with known figures, `end − begin =
 * netDeposits + realized + unrealized + income − fees − taxes + remainder`; unrealized is calculated from the other
 * figures.
 */
export function sumPeriod(instruments: readonly InstrumentPeriod[], cash: CashPeriod | null) {
  const total = new PeriodTotal(cash !== null)
  for (const instrument of instruments) total.addInstrument(instrument)
  if (cash !== null) total.addCash(cash)
  total.end()
  return { sums: total.sums, added: total.added }
}

/** Adds up the figures of a period, one instrument after another. */
export class PeriodTotal {
  readonly sums = new Map<string, CurrencySums>()
  readonly added: Added[] = []
  readonly #hasCash: boolean
  /** Money that was exchanged with the symbol of a pair, by currency: it is a matter of the cash, and no result of the pair. */
  readonly #exchanged = new Map<string, bigint>()
  /** Instruments of unknown value and unknown currency: their currency may be any of those in `sums`. */
  readonly #withoutCurrency: InstrumentPeriod[] = []

  constructor(hasCash: boolean) {
    this.#hasCash = hasCash
  }

  addInstrument(instrument: InstrumentPeriod): void {
    const { symbol, begin, end, difference, moved, flows, unexplained } = instrument
    const added = new Map<string, bigint | null>()
    const traded = moved.filter(({ trade }) => trade !== 0n).map(({ currency }) => currency)
    const hasOtherCurrency = instrument.currency !== null && traded.some((currency) => currency !== instrument.currency)
    const reason = hasOtherCurrency ? 'other-currency' : instrument.unknownClosed !== 0n ? 'unknown-cost' : null
    const isKnown = begin !== null && end !== null && flows !== null && unexplained !== null
    const currencies = currenciesOf(instrument)
    if (!isKnown && instrument.currency === null) this.#withoutCurrency.push(instrument)
    for (const currency of currencies) {
      const own = moved.find((sums) => sums.currency === currency) ?? null
      this.#addMoved(currency, own, symbol)
      const sums = this.#sumsOf(currency)
      if (begin === null) sums.begin = null
      if (end === null) sums.end = null
      if (flows === null) sums.netDeposits = null
      const amountIn = (amounts: Amounts | null): bigint => amounts?.get(currency) ?? 0n
      const [from, to, flowIn, unexplainedIn] = [amountIn(begin), amountIn(end), amountIn(flows), amountIn(unexplained)]
      const reportedGap = amountIn(difference)
      addTo(sums, 'begin', from)
      addTo(sums, 'end', to)
      addTo(sums, 'netDeposits', flowIn)
      const money = own === null ? 0n : moneyOf(own)
      if (!this.#hasCash) addTo(sums, 'netDeposits', -money)
      const exchanged = this.#hasCash ? (own?.exchange ?? 0n) : 0n
      if (exchanged !== 0n) this.#exchanged.set(currency, (this.#exchanged.get(currency) ?? 0n) + exchanged)
      added.set(currency, isKnown && reportedGap === 0n ? to - from + money - exchanged - flowIn : null)
      if (!isKnown) {
        markUnknown(sums)
        continue
      }
      const open = to - from + (own?.trade ?? 0n) - flowIn - unexplainedIn - reportedGap - (own?.realized ?? 0n)
      if (reportedGap !== 0n) this.#addRemainder(currency, 'difference', reportedGap, symbol)
      if (unexplainedIn !== 0n) this.#addRemainder(currency, 'unknown-kind', unexplainedIn, symbol)
      if (reason === null) addTo(sums, 'unrealized', open)
      else if (open !== 0n) this.#addRemainder(currency, reason, open, symbol)
    }
    this.added.push({ symbol, amounts: added })
  }

  /** Call this after all instruments are added. */
  addCash({ begin, end, moved }: CashPeriod): void {
    const added = new Map<string, bigint | null>()
    const exchanged = this.#exchanged
    const stated = [...begin.keys(), ...end.keys(), ...moved.map((sums) => sums.currency)]
    for (const currency of new Set([...stated, ...exchanged.keys()])) {
      const own = moved.find((sums) => sums.currency === currency) ?? null
      this.#addMoved(currency, own, null)
      const sums = this.#sumsOf(currency)
      const [from, to] = [begin.get(currency) ?? noCash, end.get(currency) ?? noCash]
      addTo(sums, 'begin', from.amount)
      addTo(sums, 'end', to.amount)
      addTo(sums, 'netDeposits', own?.flow ?? 0n)
      const trade = (own?.trade ?? 0n) + (own?.accrued ?? 0n)
      if (trade !== 0n) this.#addRemainder(currency, 'no-instrument', trade, null)
      added.set(currency, (own === null ? 0n : moneyOf(own)) + (exchanged.get(currency) ?? 0n))
      if (to.difference !== 0n) this.#addRemainder(currency, 'difference', to.difference, null)
      if (begin.get(currency) === null) sums.begin = null
      if (end.get(currency) === null) sums.end = null
      if (sums.begin === null || sums.end === null) markUnknown(sums)
    }
    this.added.push({ symbol: null, amounts: added })
  }

  /** Call this once, after all instruments and the cash are added. */
  end(): void {
    for (const { begin, end, flows } of this.#withoutCurrency) {
      for (const sums of this.sums.values()) {
        if (begin === null) sums.begin = null
        if (end === null) sums.end = null
        if (flows === null) sums.netDeposits = null
        markUnknown(sums)
      }
    }
  }

  #sumsOf(currency: string): CurrencySums {
    const known = this.sums.get(currency) ?? emptySums()
    this.sums.set(currency, known)
    return known
  }

  #addMoved(currency: string, own: MovedSums | null, symbol: string | null): void {
    if (own === null) return
    const sums = this.#sumsOf(currency)
    sums.realized += own.margin + (symbol === null ? 0n : own.realized)
    sums.income += own.income + (symbol === null ? 0n : own.accrued)
    sums.fees += own.fees
    sums.taxes += own.taxes
    if (symbol !== null && this.#hasCash) addTo(sums, 'netDeposits', own.flow)
    if (own.unknown !== 0n) this.#addRemainder(currency, 'unknown-kind', own.unknown, symbol)
    if (own.exchange !== 0n) this.#addRemainder(currency, 'exchange', own.exchange, symbol)
  }

  #addRemainder(currency: string, reason: RemainderReason, amount: bigint, symbol: string | null): void {
    const { remainder } = this.#sumsOf(currency)
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

function addTo(sums: CurrencySums, name: 'begin' | 'end' | 'netDeposits' | 'unrealized', amount: bigint): void {
  const known = sums[name]
  if (known !== null) sums[name] = known + amount
}

/** Removes the figures that depend on the value at the start and at the end. */
function markUnknown(sums: CurrencySums): void {
  sums.unrealized = null
  sums.remainder = null
}
