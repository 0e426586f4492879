import type { LedgerRows } from '#main/cache/ledger/ledger-rows.ts'
import { firstKeyAt, keyBehind } from '#main/cache/transactions/rows/time-key.ts'
import { priceOfTrade, valueOf, type PastPrice, type PricedInstrument } from '#main/insight/history/past-price.ts'
import { dueMs } from '#main/insight/history/repayments-due.ts'
import { lentPieces } from '#main/insight/ledger/lent-pieces.ts'
import { otherSideOf } from '#main/insight/ledger/other-side.ts'
import { isExternal } from '#main/insight/ledger/row.ts'
import type { SeriesEntry } from '#main/insight/ledger/series/chunk.ts'
import type { FlowMoment } from '#main/insight/performance/day-parts.ts'
import type { Factors } from '#main/insight/performance/figures.ts'
import { toNumber } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { RowDecoder } from '../../replay/row-decoder.ts'
import type { RowFlow } from './piece-flows.ts'
import { signed, stepMoney } from './scope-money.ts'
import type { ScopeReader } from './scope-reader.ts'

const unit = 1e18
const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs
const inFactor = (factors: Factors, currency: string | null): number => {
  const factor = currency === null ? undefined : factors.get(currency)
  return factor === undefined ? 0 : toNumber(factor)
}

interface Period {
  /** UTC ms. */
  readonly from: number
  readonly to: number
  /** The flows of pieces without a trade. */
  readonly external: readonly RowFlow[]
}

/**
 * The moments of each UTC day (by its start, ms) at which an instrument was traded, or pieces came in or went out. A trade
 * states a price, so that the value of all pieces at that moment is known.
 */
export function tradeMoments(
  scope: ScopeReader,
  symbol: string,
  { from, to, external }: Period,
  factors: Factors,
): Map<number, FlowMoment[]> {
  const instrument = scope.instrumentOf(symbol)
  const entries = scope.accounts.flatMap((account) => scope.entries(account, symbol, from, to))
  const flowsAt = Map.groupBy(external, ({ at }) => at)
  const days = new Map<number, FlowMoment[]>()
  const lentAt = (at: number): bigint =>
    lentPieces(scope.accounts.flatMap((account) => scope.lentBefore(account, symbol, at)))
  let held = scope.accounts.reduce(
    (total, account) => total + (scope.pointOf(account, symbol, from)?.quantity ?? 0n),
    0n,
  )
  let pieces = held - lentAt(from)
  const moments = [...Map.groupBy(entries, ({ step }) => step.at)].sort(([a], [b]) => a - b)
  for (const [at, own] of moments) {
    const before = pieces
    held = own.reduce((total, { step }) => total + step.pieces, held)
    pieces = held - lentAt(at + 1)
    const isDue = instrument.facts.amortizations.some((event) => event.at <= at && at - event.at <= dueMs)
    const valueOfPieces = (count: bigint): number | null => {
      if (isDue) return null
      if (count === 0n) return 0
      const price = priceOf(own, instrument)
      const value = price === null ? null : valueOf(count, price, instrument, at)
      return value === null ? null : (Number(value) / unit) * inFactor(factors, price?.currency ?? null)
    }
    const money = [
      ...own.map(({ step }) => ({ ...stepMoney(step), factor: inFactor(factors, step.currency) / unit })),
      ...(flowsAt.get(at) ?? []).flatMap(({ value }) =>
        value === null ? [] : [{ ...signed(value.amount), factor: inFactor(factors, value.currency) / unit }],
      ),
    ]
    const [paidIn, paidOut] = [
      money.reduce((total, each) => total + Number(each.in) * each.factor, 0),
      money.reduce((total, each) => total + Number(each.out) * each.factor, 0),
    ]
    const moment = {
      in: paidIn,
      out: paidOut,
      before: paidIn === 0 ? null : valueOfPieces(before),
      after: paidOut === 0 ? null : valueOfPieces(pieces),
    }
    const day = days.get(dayOf(at))
    if (day === undefined) days.set(dayOf(at), [moment])
    else day.push(moment)
  }
  return days
}

/** The price of all trades of a moment; `null` without a trade, with several prices, and with a split. */
function priceOf(entries: readonly SeriesEntry[], instrument: PricedInstrument): PastPrice | null {
  const [first = null, ...others] = entries.flatMap(({ step: { at, pieces, currency, traded } }) =>
    traded === null ? [] : [priceOfTrade({ at, pieces, currency, ...traded }, instrument)],
  )
  const isSame = others.every(
    (price) =>
      price !== null &&
      price.currency === first?.currency &&
      price.numerator * first.denominator === first.numerator * price.denominator,
  )
  return isSame && entries.every(({ step }) => step.event === null) ? first : null
}

/** The moments of days on which accounts hold only money, so that their value is known at any time. */
export class CashMoments {
  readonly #rows: LedgerRows
  readonly #decoder: RowDecoder
  readonly #accounts: ReadonlySet<number>
  /** The keys of the rows of flows from outside. */
  readonly #external: ReadonlySet<number>
  readonly #factors: Factors

  constructor(scope: ScopeReader, external: readonly RowFlow[], factors: Factors) {
    this.#rows = scope.rows
    this.#decoder = scope.decoder
    this.#accounts = new Set(scope.accounts)
    this.#external = new Set(external.map(({ placed }) => placed.key))
    this.#factors = factors
  }

  /** `day`: the start of a UTC day (ms); `begin`: the value at that time. */
  of(day: number, begin: number): FlowMoment[] {
    let value = begin
    const rows = this.#rows
      .nextBefore(firstKeyAt(day) - 1, keyBehind(day + dayMs, this.#rows.overflowMs()), Number.MAX_SAFE_INTEGER)
      .flatMap((raw) => this.#decoder.decode(raw) ?? [])
      .filter(({ account, row }) => this.#accounts.has(account) && row.at >= day && row.at < day + dayMs)
    return [...Map.groupBy(rows, ({ row }) => row.at)]
      .sort(([a], [b]) => a - b)
      .map(([, own]) => {
        const before = value
        // Money that moves between two accounts of the scope, or is blocked, stays in the value.
        const sums = { in: 0, out: 0, other: 0 }
        for (const { key, row } of own) {
          const amount = (Number(row.money ?? 0n) / unit) * inFactor(this.#factors, row.currency)
          if (this.#external.has(key)) sums[amount > 0 ? 'in' : 'out'] += Math.abs(amount)
          else if (!isExternal(row.kind) && row.kind !== 'blocked-money') sums.other += amount
          const other = otherSideOf(row)
          if (other !== null) sums.other += (Number(other.money) / unit) * inFactor(this.#factors, other.currency)
        }
        value = before + sums.in - sums.out + sums.other
        return { in: sums.in, out: sums.out, before, after: value }
      })
  }
}
