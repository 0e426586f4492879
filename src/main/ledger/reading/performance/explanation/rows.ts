import type { LedgerRows } from '#main/cache/ledger/ledger-rows.ts'
import type { LedgerDimension } from '#main/cache/ledger/row-statements.ts'
import { otherSideOf } from '#main/insight/ledger/other-side.ts'
import { compareRows, isLending } from '#main/insight/ledger/row.ts'
import type { HoldingSum } from '#main/insight/ledger/series/holding-sums.ts'
import { sumOfKind, accruedIn } from '#main/insight/ledger/series/running-point.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import type { PlacedRow, RowDecoder } from '#main/ledger/replay/row-decoder.ts'
import type { PerformanceExplanation, PerformanceFigure } from '#shared/model/ledger/explanation.ts'
import type { PerformanceQuestion } from '../question.ts'
import type { ReadPeriod } from '../read-period.ts'
import type { ScopeReader } from '../scope-reader.ts'

/**
 * Returns what a row between two times (UTC ms) adds to the income, in units of 10⁻¹⁸: its money, the accrued interest in a
 * trade, or what the two rows of a repo or of a reversal leave, which belongs to the second one.
 */
function createIncome(
  rows: LedgerRows,
  decoder: RowDecoder,
  scope: ScopeReader,
  [from, to]: readonly [number, number],
): (placed: PlacedRow) => bigint {
  const known = new Map<string, ReadonlyMap<number, bigint>>()
  /** By the key of the row. The series has one entry for each row of the instrument, in the order of the replay. */
  const read = (account: number, symbol: string): ReadonlyMap<number, bigint> => {
    const own = rows
      .byKeys(rows.keysOf(account, symbol, from))
      .flatMap((raw) => decoder.decode(raw) ?? [])
      .filter(({ row }) => row.at >= from && row.at < to)
      .sort((a, b) => compareRows(a.row, b.row))
    const entries = scope.entries(account, symbol, from, to)
    return new Map(own.map(({ key }, index) => [key, entries[index]?.step.sums.accrued ?? 0n]))
  }
  return ({ key, account, row }) => {
    if (sumOfKind(row.kind) === 'income') return row.money ?? 0n
    if (!isLending(row.kind)) return accruedIn(row)
    const name = `${account} ${row.symbol}`
    const results = known.get(name) ?? read(account, row.symbol)
    known.set(name, results)
    return results.get(key) ?? 0n
  }
}

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

/** A row with what it adds to the figure where that is not its money. */
interface FoundRow extends PlacedRow {
  readonly share?: { readonly amount: bigint; readonly currency: string | null }
}

/** The rows that explain a figure, newest first, without transfers between accounts of the scope. */
export function explanationRows(
  figure: PerformanceFigure,
  question: PerformanceQuestion,
  { scope, flows }: ReadPeriod,
): Pick<PerformanceExplanation, 'rows' | 'rowCount'> {
  const isFlow = sumsOf[figure]?.includes('flow') === true
  const { found, count } =
    isFlow && scope.hasCash
      ? newestOf(flows.outer.filter(({ row }) => question.currency === null || row.currency === question.currency))
      : readRows(figure, question, scope)
  return {
    rowCount: count,
    rows: found.map(({ account, row: { id, at, name, symbol, currency, money }, share }) => {
      const amount = share?.amount ?? money
      return {
        accountId: scope.accountIds.get(account) ?? '',
        transactionId: id,
        at,
        name,
        symbol,
        amount: amount === null ? null : formatUnits(amount),
        currency: share?.currency ?? currency,
      }
    }),
  }
}

interface FoundRows {
  /** Newest first. */
  readonly found: readonly FoundRow[]
  readonly count: number
}

/** Expects rows in time order. */
const newestOf = (rows: readonly FoundRow[]): FoundRows => ({
  found: rows.slice(-maxRows).reverse(),
  count: rows.length,
})

function readRows(figure: PerformanceFigure, question: PerformanceQuestion, scope: ScopeReader): FoundRows {
  const { from, to, currency } = question
  const accounts = new Set(scope.accounts)
  const { rows, decoder } = scope
  const isOwn = (each: LedgerDimension): boolean =>
    accounts.has(each.account) && (each.symbol === '' ? scope.hasCash : scope.isIncluded(each.symbol))
  // The other currency of an exchange in one row is not that of its dimension.
  const mayBeIn = (each: LedgerDimension): boolean =>
    currency === null || each.currency === currency || (each.kind === 'currency-exchange' && each.hasTrade)
  const keys = scope.dimensions
    .filter((each) => isOwn(each) && mayBeIn(each) && explains(figure, each, scope))
    .flatMap(({ key }) => rows.keysOfDimension(key, from, to))
    .sort((a, b) => a - b)
  const decode = (some: readonly number[]): PlacedRow[] =>
    rows
      .byKeys(some)
      .flatMap((raw) => decoder.decode(raw) ?? [])
      .filter(({ row }) => row.at >= from && row.at < to)
  if (figure === 'income') {
    const incomeOf = createIncome(rows, decoder, scope, [from, to])
    const shares = decode(keys).map((placed) => ({
      ...placed,
      share: { amount: incomeOf(placed), currency: placed.row.currency },
    }))
    const paid = shares.filter(({ share }) => share.amount !== 0n)
    return newestOf(paid.sort((a, b) => compareRows(a.row, b.row)))
  }
  if (figure === 'remainder' && currency !== null)
    return newestOf(decode(keys).flatMap((each) => inCurrency(each, currency)))
  return { found: decode(keys.slice(-maxRows)).reverse(), count: keys.length }
}

/** A row with its money in a currency, which may be the other one of an exchange; empty if it moves none. */
function inCurrency(placed: PlacedRow, currency: string): FoundRow[] {
  if (placed.row.currency === currency) return [placed]
  const other = otherSideOf(placed.row)
  return other?.currency === currency ? [{ ...placed, share: { amount: other.money, currency } }] : []
}

/** Whether rows of a dimension explain a figure, by the sum to which their money is added. */
function explains(figure: PerformanceFigure, { kind, symbol, hasTrade }: LedgerDimension, scope: ScopeReader): boolean {
  // Blocked money still belongs to the account.
  if (kind === 'blocked-money') return false
  const names = sumsOf[figure] ?? []
  // For an instrument, its trades are the flows.
  if (names.includes('flow')) return true
  const name = sumOfKind(kind)
  // Nobody knows which instrument this paid for.
  if (name === 'trade' && symbol === '') return figure === 'remainder'
  if (figure === 'income' && name === 'trade')
    return isLending(kind) || (hasTrade && scope.instrumentOf(symbol).type === 'BONDS')
  // Pieces that move for a while realize nothing.
  if (figure === 'realized' && isLending(kind)) return false
  return names.includes(name)
}
