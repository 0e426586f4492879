import type { PerformanceExplanation, PerformanceFigure } from '../../../../../shared/model/ledger/explanation.ts'
import { TransactionKind } from '../../../../../shared/model/transaction/transaction.ts'
import { LedgerRows } from '../../../../cache/ledger/rows.ts'
import type { LedgerDimension } from '../../../../cache/ledger/row-statements.ts'
import { isExternal, compareRows } from '../../../../insight/ledger/row.ts'
import { sumOfKind } from '../../../../insight/ledger/series/running-point.ts'
import type { HoldingSum } from '../../../../insight/ledger/series/holding-sums.ts'
import { formatUnits } from '../../../../insight/lots/units.ts'
import type { Db } from '../../../../sqlite/db.ts'
import { RowDecoder, type PlacedRow } from '../../../replay/row-decoder.ts'
import type { PerformanceQuestion } from '../question.ts'
import type { ReadPeriod } from '../read-period.ts'
import type { ScopeReader } from '../scope.ts'

/** The newest rows that are sent. The count includes all rows. */
const maxRows = 200

/** The sums whose rows explain a figure. A value and returns depend on all rows, so no rows are listed for them. */
const sumsOf: Partial<Record<PerformanceFigure, readonly HoldingSum[]>> = {
  netDeposits: ['flow'],
  realized: ['trade', 'margin'],
  unrealized: ['trade'],
  income: ['income'],
  fees: ['fees'],
  taxes: ['taxes'],
  remainder: ['unknown', 'exchange'],
  xirr: ['flow'],
  twr: ['flow'],
}

/** The rows that explain a figure, newest first, without transfers between accounts of the scope. */
export function explanationRows(
  db: Db,
  figure: PerformanceFigure,
  question: PerformanceQuestion,
  { scope, flows }: ReadPeriod,
): Pick<PerformanceExplanation, 'rows' | 'rowCount'> {
  const isFlow = sumsOf[figure]?.includes('flow') === true
  const { found, count } =
    isFlow && scope.hasCash
      ? newestOf(flows.outer.filter(({ row }) => question.currency === null || row.currency === question.currency))
      : readRows(db, figure, question, scope)
  return {
    rowCount: count,
    rows: found.map(({ account, row: { id, at, name, symbol, currency, money } }) => ({
      ...{ accountId: scope.accountIds.get(account) ?? '', transactionId: id, at, name, symbol },
      ...{ amount: money === null ? null : formatUnits(money), currency },
    })),
  }
}

interface FoundRows {
  /** Newest first. */
  readonly found: readonly PlacedRow[]
  readonly count: number
}

/** Expects rows in time order. */
const newestOf = (rows: readonly PlacedRow[]): FoundRows => ({
  found: rows.slice(-maxRows).reverse(),
  count: rows.length,
})

function readRows(
  db: Db,
  figure: PerformanceFigure,
  { from, to, currency }: PerformanceQuestion,
  scope: ScopeReader,
): FoundRows {
  const kinds = kindsOf(figure, scope.hasCash)
  const accounts = new Set(scope.accounts)
  const rows = new LedgerRows(db)
  const decoder = new RowDecoder(rows, scope.dimensions)
  const own = scope.dimensions
    .filter(({ account }) => accounts.has(account))
    .filter((each) => (each.symbol === '' ? scope.hasCash : scope.isIncluded(each.symbol)))
    .filter((each) => currency === null || each.currency === currency)
  const keysOf = (dimensions: readonly LedgerDimension[]): number[] =>
    dimensions.flatMap(({ key }) => rows.keysOfDimension(key, from, to)).sort((a, b) => a - b)
  const decode = (keys: readonly number[]): PlacedRow[] =>
    rows
      .byKeys(keys)
      .flatMap((raw) => decoder.decode(raw) ?? [])
      .filter(({ row }) => row.at >= from && row.at < to)
  const keys = keysOf(own.filter(({ kind }) => kinds.has(kind)))
  if (figure !== 'income') return { found: decode(keys.slice(-maxRows)).reverse(), count: keys.length }
  // Interest accrued between two coupons is paid and received with trades of bonds.
  const trades = own.filter(({ kind, hasTrade, symbol }) => !kinds.has(kind) && hasTrade && isBond(scope, symbol))
  const accrued = decode(keysOf(trades)).filter(({ row }) => (row.trade?.accruedInterest ?? 0n) !== 0n)
  return newestOf([...decode(keys), ...accrued].sort((a, b) => compareRows(a.row, b.row)))
}

const isBond = (scope: ScopeReader, symbol: string): boolean => scope.instrumentOf(symbol).type === 'BONDS'

function kindsOf(figure: PerformanceFigure, hasCash: boolean): ReadonlySet<TransactionKind> {
  const names = sumsOf[figure] ?? []
  // For an instrument, its trades are the flows.
  const isFlow = !hasCash && names.includes('flow')
  return new Set(
    TransactionKind.options.filter((kind) => names.includes(sumOfKind(kind)) || (isFlow && !isExternal(kind))),
  )
}
