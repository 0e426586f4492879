import { LedgerRows } from '../../../cache/ledger/rows.ts'
import { externalFlows, outerFlows, type AccountFlow, type DayFlow } from '../../../insight/history/external-flow.ts'
import { isExternal, compareRows, piecesOf } from '../../../insight/ledger/row.ts'
import { valueAt } from '../../../insight/performance/price-before.ts'
import type { Db } from '../../../sqlite/db.ts'
import { RowDecoder, type PlacedRow } from '../../replay/row-decoder.ts'
import type { ScopeReader } from './scope.ts'
import { dayMs } from '../../../../shared/durations.ts'
import { moneyOf } from '../../../insight/performance/period.ts'
import type { InstrumentPeriod } from '../../../insight/performance/period-parts.ts'
import { noSums } from '../../../insight/ledger/series/holding-sums.ts'

/** The flows into and out of the accounts of a scope, and pieces that moved for an unknown reason. */
export interface ScopeFlows {
  /** Money and the value of pieces on a UTC day, without transfers between accounts of the scope. */
  readonly days: readonly DayFlow[]
  /** Pieces that came in from outside, oldest first. */
  readonly pieces: readonly AccountFlow[]
  /** Pieces that came in for an unknown reason, oldest first. */
  readonly unexplained: readonly AccountFlow[]
  /** The rows behind `days`, oldest first. */
  readonly outer: readonly PlacedRow[]
}

type RowFlow = AccountFlow & { readonly placed: PlacedRow }

const rowsPerChunk = 1_000

/** Reads the flows of a scope from one time (UTC ms) to another (excluded). */
export function readFlows(db: Db, scope: ScopeReader, fromMs: number, toMs: number): ScopeFlows {
  const rows = new LedgerRows(db)
  const accounts = new Set(scope.accounts)
  const keys = scope.dimensions
    .filter(({ account, kind, symbol }) => {
      const mayFlow = isExternal(kind) || (kind === 'unknown' && symbol !== '')
      return accounts.has(account) && mayFlow && (symbol === '' ? scope.hasCash : scope.isIncluded(symbol))
    })
    .flatMap(({ key }) => rows.keysOfDimension(key, fromMs, toMs))
    .sort((a, b) => a - b)
  const decoder = new RowDecoder(rows, scope.dimensions)
  const placed: PlacedRow[] = []
  for (let first = 0; first < keys.length; first += rowsPerChunk) {
    for (const raw of rows.byKeys(keys.slice(first, first + rowsPerChunk))) {
      const each = decoder.decode(raw)
      if (each !== null && each.row.at >= fromMs && each.row.at < toMs) placed.push(each)
    }
  }
  placed.sort((a, b) => compareRows(a.row, b.row))
  const external = placed.filter(({ row }) => isExternal(row.kind)).flatMap((each) => flowsOf(scope, each))
  const outer = outerFlows(external)
  return {
    days: externalFlows(external).days,
    outer: [...new Set(outer.map((flow) => flow.placed))],
    pieces: outer.filter(({ symbol }) => symbol !== ''),
    unexplained: placed.filter(({ row }) => row.kind === 'unknown').flatMap((each) => pieceFlow(scope, each) ?? []),
  }
}

/** A row may move pieces and money. */
function flowsOf(scope: ScopeReader, placed: PlacedRow): RowFlow[] {
  const { account, row } = placed
  const { at, kind, currency, money } = row
  const pieces = pieceFlow(scope, placed)
  const cash = currency === null || money === null || money === 0n ? null : { currency, amount: money }
  const inMoney: RowFlow[] =
    cash === null || !scope.hasCash ? [] : [{ account, at, kind, symbol: '', pieces: 0n, value: cash, placed }]
  return [...(pieces === null ? [] : [{ ...pieces, placed }]), ...inMoney]
}

function pieceFlow(scope: ScopeReader, { account, row }: PlacedRow): AccountFlow | null {
  const { at, kind, symbol } = row
  const pieces = symbol === '' ? 0n : (piecesOf(row) ?? 0n)
  if (pieces === 0n) return null
  const instrument = scope.instrumentOf(symbol)
  if (instrument.facts.isFuture) return null
  const price = scope.priceBefore(symbol, scope.pointsOf(symbol, at + 1), at + 1)
  return { account, at, kind, symbol, pieces, value: valueAt(pieces, price, instrument, at) }
}

/**
 * The flows into a scope on each UTC day. For a scope of accounts: money and pieces from outside. For a scope of instruments:
 * the money that was invested in them, and pieces. `null` if the value of pieces is not known.
 */
export function* scopeFlows(
  scope: ScopeReader,
  { days, pieces }: ScopeFlows,
  instruments: readonly InstrumentPeriod[],
  [from, to]: readonly [number, number],
): Generator<void, readonly DayFlow[] | null> {
  if (pieces.some(({ value }) => value === null)) return null
  if (scope.hasCash) return days
  const flows = new Map<string, DayFlow>()
  const enter = (at: number, currency: string, amount: bigint): void => {
    const day = Math.floor(at / dayMs) * dayMs
    const key = `${day} ${currency}`
    flows.set(key, { at: day, currency, amount: (flows.get(key)?.amount ?? 0n) + amount })
  }
  for (const { at, currency, amount } of days) enter(at, currency, amount)
  for (const { symbol } of instruments) {
    for (const account of scope.accounts) {
      for (const { step } of scope.entries(account, symbol, from, to)) {
        if (step.currency === null) continue
        const paid = -moneyOf({ currency: step.currency, ...noSums, ...step.sums })
        if (paid !== 0n) enter(step.at, step.currency, paid)
      }
    }
    yield
  }
  return [...flows.values()].sort((a, b) => a.at - b.at)
}
