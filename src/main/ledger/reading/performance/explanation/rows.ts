import type { PerformanceExplanation, PerformanceFigure } from '../../../../../shared/model/ledger/performance.ts'
import { TransactionKind } from '../../../../../shared/model/transaction/kind.ts'
import { LedgerRows } from '../../../../cache/ledger/rows.ts'
import { isExternal } from '../../../../insight/ledger/external-kind.ts'
import { sumOfKind } from '../../../../insight/ledger/series/step-of.ts'
import type { HoldingSum } from '../../../../insight/ledger/series/state.ts'
import { formatUnits } from '../../../../insight/lots/units.ts'
import type { Db } from '../../../../sqlite/db.ts'
import { RowDecoder } from '../../../replay/row-decoder.ts'
import type { PerformanceQuestion } from '../question.ts'
import type { ReadPeriod } from '../read-period.ts'

/** The newest rows that are sent; the count is of all. */
const maxRows = 200

/** The sums whose rows are behind a figure. Of a value and of returns all rows are: none is listed. */
const sumsOf: Partial<Record<PerformanceFigure, readonly HoldingSum[]>> = {
  netDeposits: ['flow'],
  realized: ['trade', 'margin'],
  unrealized: ['trade'],
  income: ['income'],
  fees: ['fees'],
  taxes: ['taxes'],
  remainder: ['unknown'],
  xirr: ['flow'],
  twr: ['flow'],
}

/** The rows behind a figure, the newest first. */
export function explanationRows(
  db: Db,
  figure: PerformanceFigure,
  { from, to, currency }: PerformanceQuestion,
  { scope }: ReadPeriod,
): Pick<PerformanceExplanation, 'rows' | 'rowCount'> {
  const kinds = kindsOf(figure, scope.hasCash)
  const accounts = new Set(scope.accounts)
  const rows = new LedgerRows(db)
  const keys = scope.dimensions
    .filter((each) => accounts.has(each.account) && kinds.has(each.kind))
    .filter((each) => (each.symbol === '' ? scope.hasCash : scope.isIncluded(each.symbol)))
    .filter((each) => currency === null || each.currency === currency)
    .flatMap(({ key }) => rows.keysOfDimension(key, from, to))
    .sort((a, b) => b - a)
  const decoder = new RowDecoder(rows, scope.dimensions)
  const found = rows
    .byKeys(keys.slice(0, maxRows))
    .reverse()
    .flatMap((raw) => decoder.decode(raw) ?? [])
    .filter(({ row }) => row.at >= from && row.at < to)
  return {
    rowCount: keys.length,
    rows: found.map(({ account, row: { id, at, name, symbol, currency: own, money } }) => ({
      ...{ accountId: scope.accountIds.get(account) ?? '', transactionId: id, at, name, symbol },
      ...{ amount: money === null ? null : formatUnits(money), currency: own },
    })),
  }
}

function kindsOf(figure: PerformanceFigure, hasCash: boolean): ReadonlySet<TransactionKind> {
  const names = sumsOf[figure] ?? []
  // Of an instrument its trades are the flows.
  const isFlow = !hasCash && names.includes('flow')
  return new Set(
    TransactionKind.options.filter((kind) => names.includes(sumOfKind(kind)) || (isFlow && !isExternal(kind))),
  )
}
