import type { RowGroupKind } from '#shared/model/transaction/row-group.ts'
import { compareRows, piecesOf, type LedgerRow } from '../../ledger/row.ts'
import type { Found, Together } from './near-rows.ts'

/** A row of a group that the user made. */
export interface GroupRow extends LedgerRow {
  /** As the service names it; `null` if it is not known. */
  readonly instrumentType: string | null
}

/** What a group makes of its rows. */
interface ChosenEvent {
  /** A row that only names the old symbol of a spin-off has no entry: it stays what it is. */
  readonly found: Found
  /** The symbol whose cost a spin-off shares; empty for every other kind. */
  readonly from: string
}

/**
 * Returns what a group of the user makes of its rows, in any order and any time apart; `null` if they cannot be such a
 * group. Of pieces that become others, the first row of each symbol moves the pieces of all its rows, so that lots are
 * changed once, and pieces that are traded between the rows are new ones.
 */
export function chosenEvent(kind: RowGroupKind, rows: readonly GroupRow[]): ChosenEvent | null {
  const ordered = rows.toSorted(compareRows)
  if (kind === 'spin-off') return spinOff(ordered)
  const found = finders[kind](ordered)
  return found === null ? null : { found: new Map(found), from: '' }
}

type Entry = readonly [id: string, together: Together]

const finders: Readonly<
  Record<Exclude<RowGroupKind, 'spin-off'>, (rows: readonly GroupRow[]) => readonly Entry[] | null>
> = {
  split: (rows) => (symbolsOf(rows).length === 1 && areMoved(rows) && netOf(rows) !== 0n ? movedAtOnce(rows) : null),
  'symbol-change'(rows) {
    const [one, other] = bySymbol(rows)
    if (one === undefined || other === undefined || symbolsOf(rows).length > 2 || !areMoved(rows)) return null
    const isOpposite = netOf(one) < 0n ? netOf(other) > 0n : netOf(one) > 0n && netOf(other) < 0n
    return isOpposite ? [...movedAtOnce(one), ...movedAtOnce(other)] : null
  },
  'currency-exchange'(rows) {
    const sums = [...moneySums(rows)]
    const isExchange = sums.length === 2 && sums.some(([, sum]) => sum < 0n) && sums.some(([, sum]) => sum > 0n)
    const areSides = rows.every((row) => hasMoney(row) && row.currency !== '' && (piecesIn(row) === 0n || isPair(row)))
    return isExchange && areSides
      ? asKind(rows, 'currency-exchange', (row) => (piecesIn(row) === 0n ? null : 0n))
      : null
  },
  repo: (rows) => (areLent(rows) && rows.every(hasMoney) ? asKind(rows, 'repo') : null),
  'securities-loan': (rows) => (areLent(rows) && !rows.some(hasMoney) ? asKind(rows, 'securities-loan') : null),
  reversal(rows) {
    const nets = bySymbol(rows).map(netOf)
    const isNothing = [...moneySums(rows).values(), ...nets].every((sum) => sum === 0n)
    const isAny = rows.every((row) => hasMoney(row) || piecesIn(row) !== 0n)
    const pieces = (row: GroupRow): bigint | null => (row.trade === null && piecesIn(row) === 0n ? null : 0n)
    return isNothing && isAny ? asKind(rows, 'reversal', pieces) : null
  },
}

/** The new symbol is the one of which pieces only arrive; of two, the one that arrives last. */
function spinOff(rows: readonly GroupRow[]): ChosenEvent | null {
  const symbols = bySymbol(rows)
  const arriving = symbols.filter((own) => own.every((row) => piecesIn(row) > 0n && !hasMoney(row)))
  const fresh = arriving.at(-1)
  const old = symbols.find((own) => own !== fresh)
  if (fresh === undefined || old === undefined || symbols.length > 2 || symbolsOf(rows).includes('')) return null
  // Old pieces that leave, and come back fewer or more, are changed by the same event. Any other row only names them.
  const moved = old.filter((row) => piecesIn(row) !== 0n && !hasMoney(row))
  const changed = moved.some((row) => piecesIn(row) < 0n) ? moved : []
  return { found: new Map([...movedAtOnce(fresh), ...movedAtOnce(changed)]), from: old[0]?.symbol ?? '' }
}

/** The signed pieces that a row states, whatever its kind; 0 if it states none, or not their sign. */
const piecesIn = (row: GroupRow): bigint => piecesOf({ ...row, kind: 'unknown' }) ?? 0n
const netOf = (rows: readonly GroupRow[]): bigint => rows.reduce((sum, row) => sum + piecesIn(row), 0n)
const hasMoney = ({ money }: GroupRow): boolean => money !== null && money !== 0n
const isPair = ({ instrumentType }: GroupRow): boolean => instrumentType === null || instrumentType === 'CURRENCIES'

/** The rows of each symbol, the symbol of the earliest row first. */
const bySymbol = (rows: readonly GroupRow[]): GroupRow[][] => [...Map.groupBy(rows, ({ symbol }) => symbol).values()]
const symbolsOf = (rows: readonly GroupRow[]): string[] => [...new Set(rows.map(({ symbol }) => symbol))]

function moneySums(rows: readonly GroupRow[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { currency, money } of rows)
    if (currency !== null && money !== null) sums.set(currency, (sums.get(currency) ?? 0n) + money)
  return sums
}

/** Whether all rows move pieces and their money is nothing together: such pieces are not bought or sold. */
const areMoved = (rows: readonly GroupRow[]): boolean =>
  rows.every((row) => piecesIn(row) !== 0n) && [...moneySums(rows).values()].every((sum) => sum === 0n)

/** Whether pieces of one symbol leave and come back. */
const areLent = (rows: readonly GroupRow[]): boolean =>
  symbolsOf(rows).length === 1 &&
  rows.every((row) => piecesIn(row) !== 0n) &&
  rows.some((row) => piecesIn(row) < 0n) &&
  rows.some((row) => piecesIn(row) > 0n)

const movedAtOnce = (rows: readonly GroupRow[]): Entry[] =>
  rows.map(({ id }, index) => [id, { kind: 'split', pieces: index === 0 ? netOf(rows) : 0n }])

const asKind = (
  rows: readonly GroupRow[],
  kind: Together['kind'],
  pieces: (row: GroupRow) => bigint | null = () => null,
): Entry[] => rows.map((row) => [row.id, { kind, pieces: pieces(row) }])
