import type { LedgerDimension } from '#main/cache/ledger/row-statements.ts'
import { outerFlows, transitsOf, type AccountFlow } from '#main/insight/history/external-flow.ts'
import { isExternal, compareRows, piecesOf, reversedWithinMs } from '#main/insight/ledger/row.ts'
import { valueAt } from '#main/insight/performance/price-before.ts'
import type { PlacedRow } from '../../replay/row-decoder.ts'
import { mayMovePieces, movedPieces } from './moved-pieces.ts'
import type { ScopeReader } from './scope-reader.ts'
import { isUnexplained, unexplainedMoney, type UnexplainedMoney } from './unexplained.ts'

/** The flows into and out of a scope, and what moved for an unknown reason. */
export interface ScopeFlows {
  /** Money and the value of pieces from outside, without transfers between accounts of the scope, oldest first. */
  readonly external: readonly RowFlow[]
  /** Pieces that came in from outside, or from an instrument that is not in the scope, oldest first. */
  readonly pieces: readonly AccountFlow[]
  /** Pieces that came in for an unknown reason, oldest first. */
  readonly unexplained: readonly AccountFlow[]
  /** The rows that enter or leave the accounts, oldest first. */
  readonly outer: readonly PlacedRow[]
  /** Days over which no return can be linked. */
  readonly unknownMoney: readonly UnexplainedMoney[]
  /**
   * Money that leaves the cash but stays in the scope (blocked, on its way, or in a row that is taken back later), and its return
   * (negative).
   */
  readonly apart: readonly MoneyStep[]
}

/** Money in units of 10⁻¹⁸, added at a time (UTC ms). */
export interface MoneyStep {
  readonly at: number
  readonly currency: string
  readonly amount: bigint
}

export type RowFlow = AccountFlow & { readonly placed: PlacedRow }

const rowsPerChunk = 1_000

/** Reads the flows of a scope from one time (UTC ms) to another (excluded). */
export function readFlows(scope: ScopeReader, fromMs: number, toMs: number): ScopeFlows {
  const placed = readRows(scope, [fromMs, toMs], isWanted(scope))
  const external = placed.filter(({ row }) => isExternal(row.kind)).flatMap((each) => flowsOf(scope, each))
  const outer = outerFlows(external)
  // What one instrument of an account gives to another one stays in the account.
  const moved = scope.hasCash ? [] : movedPieces(scope, readRows(scope, [fromMs, toMs], mayMovePieces))
  const flows = moved.length === 0 ? outer : [...outer, ...moved].sort((a, b) => a.at - b.at)
  return {
    external: flows,
    outer: [...new Set(outer.map((flow) => flow.placed))],
    pieces: flows.filter(({ symbol }) => symbol !== ''),
    unexplained: placed.filter(({ row }) => row.kind === 'unknown').flatMap((each) => pieceFlow(scope, each) ?? []),
    unknownMoney: unexplainedMoney(placed),
    apart: [...inTransit(external), ...placed.flatMap(({ row }) => blockedMoney(row)), ...takenBack(placed)],
  }
}

const inTransit = (external: readonly AccountFlow[]): MoneyStep[] =>
  transitsOf(external).flatMap(({ from, to, currency, amount }) => [
    { at: from, currency, amount },
    { at: to, currency, amount: -amount },
  ])

const blockedMoney = ({ at, kind, currency, money }: PlacedRow['row']): MoneyStep[] =>
  kind !== 'blocked-money' || currency === null || money === null ? [] : [{ at, currency, amount: -money }]

/** The money of rows that are taken back, until then: it never came or went. `placed` is in time order. */
function takenBack(placed: readonly PlacedRow[]): MoneyStep[] {
  const waiting = new Map<string, { readonly at: number }[]>()
  return placed.flatMap(({ account, row: { at, kind, symbol, currency, money } }): MoneyStep[] => {
    if (kind !== 'reversal' || currency === null || money === null || money === 0n) return []
    const keyOf = (amount: bigint): string => JSON.stringify([account, symbol, currency, String(amount)])
    const first = waiting.get(keyOf(-money))?.shift()
    if (first === undefined || at - first.at > reversedWithinMs) {
      const own = waiting.get(keyOf(money)) ?? []
      waiting.set(keyOf(money), [...own, { at }])
      return []
    }
    return [
      { at: first.at, currency, amount: money },
      { at, currency, amount: -money },
    ]
  })
}

/** Whether a return must know rows of a dimension one by one. Those without an instrument only in a scope with cash. */
const isWanted =
  (scope: ScopeReader) =>
  ({ kind, symbol }: LedgerDimension): boolean =>
    (isExternal(kind) || isUnexplained({ kind, symbol }) || kind === 'blocked-money' || kind === 'reversal') &&
    (symbol === '' ? scope.hasCash : scope.isIncluded(symbol))

/** The rows of these dimensions in the accounts of the scope, oldest first. */
function readRows(
  scope: ScopeReader,
  [fromMs, toMs]: readonly [number, number],
  isRead: (dimension: LedgerDimension) => boolean,
): PlacedRow[] {
  const { rows, decoder } = scope
  const accounts = new Set(scope.accounts)
  const keys = scope.dimensions
    .filter((each) => accounts.has(each.account) && isRead(each))
    .flatMap(({ key }) => rows.keysOfDimension(key, fromMs, toMs))
    .sort((a, b) => a - b)
  const placed: PlacedRow[] = []
  for (let first = 0; first < keys.length; first += rowsPerChunk) {
    for (const raw of rows.byKeys(keys.slice(first, first + rowsPerChunk))) {
      const each = decoder.decode(raw)
      if (each !== null && each.row.at >= fromMs && each.row.at < toMs) placed.push(each)
    }
  }
  return placed.sort((a, b) => compareRows(a.row, b.row))
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
