import { LotMethod } from '../../../../shared/model/ledger.ts'
import type { RealizedLot, RealizedLots } from '../../../../shared/model/performance.ts'
import { LedgerRows } from '../../../cache/ledger/rows.ts'
import { emptyHolding, Holding } from '../../../insight/ledger/holding.ts'
import type { Arrivals } from '../../../insight/ledger/own-transfers.ts'
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
  const scope = new ScopeReader(source.db, source.tables, source.instruments, question)
  const lots: RealizedLot[] = []
  const totals = new RealizedTotals()
  const readRows = createHoldingRows(source.db, scope)
  const profits = new Map(LotMethod.options.map((each) => [each, new Map<string, bigint>()]))
  for (const { account, symbol } of holdingsOf(scope)) {
    const accountId = scope.accountIds.get(account) ?? ''
    const books: { method: LotMethod; holding: Holding }[] = []
    for (const each of LotMethod.options) {
      const arrivals = (yield* source.transfers.arrivalsOf(symbol, each, question.choices)).get(account)
      const holding = openHolding(source, question, scope, { account, symbol, method: each, arrivals })
      books.push({ method: each, holding })
    }
    for (const row of readRows(account, symbol)) {
      if (row.at >= question.to) break
      for (const { method: each, holding } of books) {
        const closed = holding.apply(row)
        // What expires without money closes lots of their own currency.
        const currency = row.currency ?? holding.lotFigures.currency
        const closer = { ...row, currency }
        if (row.at < question.from || !realizes(row) || !isAsked(question, closer)) continue
        for (const closing of closed) {
          const { cost, proceeds } = closing
          if (cost !== null && proceeds !== null) addProfit(profits.get(each), currency, proceeds - cost)
          if (each !== method) continue
          lots.push(realizedLot(accountId, closer, closing))
          totals.add(closer, closing)
        }
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
function holdingsOf(scope: ScopeReader): { account: number; symbol: string }[] {
  const own = new Set(scope.accounts)
  const seen = new Map<string, { account: number; symbol: string }>()
  for (const { account, symbol } of scope.dimensions)
    if (symbol !== '' && own.has(account) && scope.isIncluded(symbol))
      seen.set(`${account} ${symbol}`, { account, symbol })
  return [...seen.values()]
}

interface OpenedHolding {
  readonly account: number
  readonly symbol: string
  readonly method: LotMethod
  readonly arrivals: Arrivals | undefined
}

function openHolding(
  { instruments }: ReaderSource,
  { choices }: PerformanceQuestion,
  { accountIds }: ScopeReader,
  { account, symbol, method, arrivals }: OpenedHolding,
): Holding {
  const holding = new Holding(method, instruments.factsOf(symbol), emptyHolding, arrivals)
  const keys = new Map([...accountIds].map(([key, id]) => [id, key]))
  const opening = new OpeningPieces(choices, keys).of(account, symbol)
  if (opening !== 0n) holding.open(opening)
  return holding
}

/** Reads the rows of a holding in the order of the replay. */
function createHoldingRows(db: Db, scope: ScopeReader) {
  const rows = new LedgerRows(db)
  const decoder = new RowDecoder(rows, scope.dimensions)
  return (account: number, symbol: string): LedgerRow[] => {
    const found: LedgerRow[] = []
    const order = new ReplayOrder(rows.overflowMs(), ({ row }) => found.push(row))
    const keys = rows.keysOf(account, symbol, Number.MIN_SAFE_INTEGER)
    for (let first = 0; first < keys.length; first += rowsInPart) {
      for (const raw of rows.byKeys(keys.slice(first, first + rowsInPart))) {
        const placed = decoder.decode(raw)
        if (placed !== null) order.push(placed)
      }
    }
    order.flush()
    return found
  }
}

function addProfit(profits: Map<string, bigint> | undefined, currency: string | null, profit: bigint): void {
  if (profits !== undefined && currency !== null) profits.set(currency, (profits.get(currency) ?? 0n) + profit)
}
