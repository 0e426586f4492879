import { type LedgerRow, realizes } from '#main/insight/ledger/row.ts'
import type { UnitClosing } from '#main/insight/lots/open-lots.ts'
import { compareMethods, RealizedTotals } from '#main/insight/performance/realized-lots.ts'
import { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { RealizedLots } from '#shared/model/ledger/realized-lots.ts'
import { createHoldingRows } from './method-holdings.ts'
import { PackedLots } from './packed-lots.ts'
import { isLoaded, wholeDays, type PerformanceQuestion, type ReaderSource } from './question.ts'
import { ScopeReader } from './scope-reader.ts'

export interface RealizedQuestion extends PerformanceQuestion {
  /** `null`: the chosen method. */
  readonly method: LotMethod | null
}

export interface AllRealized extends Omit<RealizedLots, 'lots' | 'lotCount'> {
  readonly lots: PackedLots
}

/** All lots that were realized in a period, latest first, from the rows of the instruments of the scope. */
export function* readRealized(source: ReaderSource, requested: RealizedQuestion): Generator<void, AllRealized> {
  const question = wholeDays(requested)
  const method = question.method ?? question.choices.method
  if (!isLoaded(source, question))
    return { coverage: 'partial', method, lots: new PackedLots(), totals: [], methods: [] }
  const scope = new ScopeReader(source.db, source.known, question)
  const { holdings } = source.known
  const readRows = createHoldingRows(source.known)
  const found = new FoundLots(question, scope, method)
  for (const [symbol, accounts] of accountsBySymbol(scope)) {
    for (const account of accounts) {
      const books = LotMethod.options.map((each) => ({ each, holding: holdings.open(account, symbol, each) }))
      for (const row of holdings.withGiving(account, symbol, readRows(account, symbol))) {
        if (row.at >= question.to) break
        for (const { each, holding } of books) {
          const closed = holding.apply(row)
          // An expiration without money closes lots in the currency of the lots.
          const currency = row.currency ?? holding.lotCurrency
          if (realizes(row)) found.add(each, { account, row: { ...row, currency }, closed })
        }
      }
      for (const { each, holding } of books) {
        const currency = holding.lotCurrency
        for (const { at, closing } of holding.doubtful)
          found.add(each, { account, row: { at, symbol, currency }, closed: [closing] })
      }
      yield
    }
  }
  return { coverage: 'whole', method, ...found.result }
}

interface ClosedRow {
  readonly account: number
  readonly row: Pick<LedgerRow, 'at' | 'symbol' | 'currency'>
  readonly closed: readonly UnitClosing[]
}

/** Collects the lots that the rows of a period closed: the lots of one method, and the profit by every method. */
class FoundLots {
  readonly #question: RealizedQuestion
  readonly #scope: ScopeReader
  readonly #method: LotMethod
  readonly #accounts: ReadonlySet<number>
  readonly #lots = new PackedLots()
  readonly #totals = new RealizedTotals()
  readonly #profits = new Map(LotMethod.options.map((each) => [each, new Map<string, bigint>()]))

  constructor(question: RealizedQuestion, scope: ScopeReader, method: LotMethod) {
    this.#question = question
    this.#scope = scope
    this.#method = method
    this.#accounts = new Set(scope.accounts)
  }

  add(method: LotMethod, { account, row, closed }: ClosedRow): void {
    const { from, to, currency } = this.#question
    if (closed.length === 0 || !this.#accounts.has(account) || row.at < from || row.at >= to) return
    if (currency !== null && row.currency !== currency) return
    for (const closing of closed) {
      const { cost, proceeds } = closing
      if (cost !== null && proceeds !== null) this.#addProfit(method, row.currency, proceeds - cost)
      if (method !== this.#method) continue
      this.#lots.add(this.#scope.accountIds.get(account) ?? '', row, closing)
      this.#totals.add(row, closing)
    }
  }

  get result(): Pick<AllRealized, 'lots' | 'totals' | 'methods'> {
    return { lots: this.#lots, totals: this.#totals.list, methods: compareMethods(this.#profits, this.#method) }
  }

  #addProfit(method: LotMethod, currency: string | null, profit: bigint): void {
    const profits = this.#profits.get(method)
    if (profits !== undefined && currency !== null) profits.set(currency, (profits.get(currency) ?? 0n) + profit)
  }
}

/** The instruments of the scope, with its accounts that have rows of them. */
function accountsBySymbol(scope: ScopeReader): ReadonlyMap<string, ReadonlySet<number>> {
  const own = new Set(scope.accounts)
  const found = new Map<string, Set<number>>()
  for (const { account, symbol } of scope.dimensions) {
    if (symbol === '' || !own.has(account) || !scope.isIncluded(symbol)) continue
    const known = found.get(symbol) ?? new Set<number>()
    found.set(symbol, known.add(account))
  }
  return found
}
