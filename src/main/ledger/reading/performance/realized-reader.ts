import { LotMethod } from '../../../../shared/model/ledger.ts'
import type { RealizedLot, RealizedLots } from '../../../../shared/model/performance.ts'
import { LedgerRows } from '../../../cache/ledger/rows.ts'
import { emptyHolding, Holding } from '../../../insight/ledger/holding.ts'
import type { LedgerRow } from '../../../insight/ledger/row.ts'
import { compareMethods, RealizedTotals, realizedLot, realizes } from '../../../insight/performance/realized-lots.ts'
import type { Db } from '../../../sqlite/db.ts'
import { OpeningPieces } from '../../replay/basis.ts'
import { ReplayOrder } from '../../replay/in-order.ts'
import { RowDecoder } from '../../replay/row-decoder.ts'
import { isWhole, wholeDays } from './period-limits.ts'
import type { PerformanceQuestion } from './question.ts'
import type { ReaderSource } from './read-period.ts'
import { ScopeReader } from './scope.ts'

/** Which lots, of a period that is worked out once: `method` null is the chosen one. */
export interface RealizedQuestion extends PerformanceQuestion {
  readonly method: LotMethod | null
}

export type AllRealized = Omit<RealizedLots, 'lotCount'>

const rowsInPart = 1_000

/** Every lot that was realized in a period, the latest first, from the rows of the instruments of the scope. */
export function* readRealized(source: ReaderSource, asked: RealizedQuestion): Generator<void, AllRealized> {
  const question = wholeDays(asked)
  const method = question.method ?? question.choices.method
  if (!isWhole(source, question)) return { coverage: 'partial', method, lots: [], totals: [], methods: [] }
  const scope = new ScopeReader(source.db, source.known, question)
  const lots: RealizedLot[] = []
  const totals = new RealizedTotals()
  const readRows = createHoldingRows(source.db, scope.dimensions)
  const profits = new Map(LotMethod.options.map((each) => [each, new Map<string, bigint>()]))
  const own = new Set(scope.accounts)
  const add = (method_: LotMethod, { account, row, closed }: Pick<LinkedRow, 'account' | 'row' | 'closed'>): void => {
    if (!own.has(account) || row.at < question.from || row.at >= question.to) return
    if (!realizes(row) || !isAsked(question, row)) return
    for (const closing of closed) {
      const { cost, proceeds } = closing
      if (cost !== null && proceeds !== null) addProfit(profits.get(method_), row.currency, proceeds - cost)
      if (method_ !== method) continue
      lots.push(realizedLot(scope.accountIds.get(account) ?? '', row, closing))
      totals.add(row, closing)
    }
  }
  for (const { account, symbol, isFirst } of holdingsOf(scope)) {
    const linked = source.known.series.linked.get(symbol)
    if (linked !== undefined && !isFirst) continue
    if (linked !== undefined) {
      for (const each of LotMethod.options)
        for (const closed of source.known.series.replay(symbol, linked, each)) add(each, closed)
    } else {
      const books = LotMethod.options.map((each) => ({
        method: each,
        holding: openHolding(source, question, scope, { account, symbol }, each),
      }))
      for (const row of readRows(account, symbol)) {
        if (row.at >= question.to) break
        for (const book of books) add(book.method, { account, row, closed: book.holding.apply(row) })
      }
    }
    yield
  }
  lots.sort((a, b) => b.closedAt - a.closedAt)
  return { coverage: 'whole', method, lots, totals: totals.list, methods: compareMethods(profits, method) }
}

const isAsked = ({ currency }: PerformanceQuestion, row: LedgerRow): boolean =>
  currency === null || row.currency === currency

/** The instruments of the scope by account, each once. */
function holdingsOf(scope: ScopeReader): { account: number; symbol: string; isFirst: boolean }[] {
  const own = new Set(scope.accounts)
  const seen = new Map<string, { account: number; symbol: string }>()
  for (const { account, symbol } of scope.dimensions)
    if (symbol !== '' && own.has(account) && scope.isIncluded(symbol))
      seen.set(`${account} ${symbol}`, { account, symbol })
  const symbols = new Set<string>()
  return [...seen.values()].map((each) => {
    const isFirst = !symbols.has(each.symbol)
    symbols.add(each.symbol)
    return { ...each, isFirst }
  })
}

function openHolding(
  { known }: ReaderSource,
  { choices }: PerformanceQuestion,
  { accountIds }: ScopeReader,
  { account, symbol }: { readonly account: number; readonly symbol: string },
  method: LotMethod,
): Holding {
  const holding = new Holding(method, known.instrumentOf(symbol).facts, emptyHolding)
  const keys = new Map([...accountIds].map(([key, id]) => [id, key]))
  const opening = new OpeningPieces(choices, keys).of(account, symbol)
  if (opening !== 0n) holding.open(opening)
  return holding
}

function addProfit(profits: Map<string, bigint> | undefined, currency: string | null, profit: bigint): void {
  if (profits !== undefined && currency !== null) profits.set(currency, (profits.get(currency) ?? 0n) + profit)
}
