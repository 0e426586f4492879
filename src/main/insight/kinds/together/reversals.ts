import { compareRows, piecesOf, reversedWithinMs } from '../../ledger/row.ts'
import { magnitude } from '../../lots/units.ts'
import { namesReversal, reversedMeaning, type Meaning } from '../named-meaning.ts'
import {
  isMoneyOnly,
  isPiecesOnly,
  moneyOf,
  onlyPairs,
  statedPieces,
  type Found,
  type NearRow,
  type Together,
} from './near-rows.ts'

/** The pieces of a reversed row do not move: its reversal takes them back. */
const reversed = (row: NearRow): Together => ({
  kind: 'reversal',
  pieces: row.trade === null && statedPieces(row) === 0n ? null : 0n,
})

type Pair = readonly [reversal: NearRow, row: NearRow]

/** Rows of one time that are equal in all that a reversal repeats. */
interface Originals {
  readonly at: number
  readonly rows: readonly NearRow[]
  readonly takenBy: NearRow[]
}

/**
 * Finds the rows that reversals take back. A reversal takes back the row whose id its name has; otherwise the nearest
 * row before it with the same symbol, pieces and price and with the opposite amount. A reversal may be taken back too: what it
 * took back then stands. Where equal rows of one time are more than their reversals, nothing decides which of them stand: then
 * none is found.
 */
export function findReversals(rows: readonly NearRow[]): Found {
  const found = new Map<string, Together>()
  const pairs: Pair[] = []
  for (const group of Map.groupBy(rows, keyOf).values()) {
    const all = group.filter(({ kind }) => kind === 'reversal').sort(compareRows)
    if (all.length === 0) continue
    const originals = group.filter(({ kind, isChosen }) => kind !== 'reversal' && !isChosen)
    const undone = pairReversals(all, originals)
    const reversals = all.filter((row) => !undone.flat().includes(row))
    const named = pairNamed(reversals, originals)
    const taken = new Set(named.flat())
    const isLeft = (row: NearRow): boolean => !taken.has(row)
    pairs.push(...undone, ...named, ...pairNearest(reversals.filter(isLeft), originals.filter(isLeft)))
  }
  for (const row of pairs.flat()) found.set(row.id, reversed(row))
  for (const row of findPieces(rows, pairs)) if (!found.has(row.id)) found.set(row.id, reversed(row))
  return found
}

/** The pieces of a row whose reversal takes back only the money: they may be taken back by a row of their own. */
function findPieces(rows: readonly NearRow[], pairs: readonly Pair[]): NearRow[] {
  const open = pairs.flatMap(([reversal, row]) => (isMoneyOnly(reversal) && !isMoneyOnly(row) ? [row] : []))
  const pieces = rows.filter((row) => row.kind === 'reversal' && isPiecesOnly(row))
  return onlyPairs([...open, ...pieces], (a, b) => {
    const [row, back] = open.includes(a) ? [a, b] : [b, a]
    if (!open.includes(row) || open.includes(back) || row.symbol !== back.symbol) return false
    const isNear = row.at <= back.at && back.at <= row.at + reversedWithinMs
    return isNear && piecesOf(row) === -statedPieces(back)
  }).map(([a, b]) => (open.includes(a) ? b : a))
}

/** Equal for a row and its reversal. */
function keyOf(row: NearRow): string {
  const { symbol, currency, changeQuantity } = row
  const money = moneyOf(row)
  if (money !== 0n) return `${symbol} ${currency ?? ''} ${magnitude(money)}`
  return `${symbol} # ${magnitude(changeQuantity ?? 0n)} ${magnitude(row.trade?.size ?? 0n)}`
}

/**
 * The reversals that take back an earlier reversal, which are those that name one or fit nothing else, with that one. The
 * latest comes first.
 */
function pairReversals(reversals: readonly NearRow[], originals: readonly NearRow[]): Pair[] {
  const pairs: Pair[] = []
  const left = [...reversals]
  for (let last = left.pop(); last !== undefined; last = left.pop()) {
    const reversal = last
    const meaning = reversedMeaning(reversal.name)
    const place = left.findLastIndex((row) => takesBack(reversal, row, meaning))
    const earlier = left[place]
    if (earlier === undefined) continue
    const isMeant = namesReversal(reversal.name) || reversal.name.includes(earlier.id)
    if (!isMeant && originals.some((row) => takesBack(reversal, row, meaning))) continue
    pairs.push([reversal, earlier])
    left.splice(place, 1)
  }
  return pairs
}

function pairNamed(reversals: readonly NearRow[], originals: readonly NearRow[]): Pair[] {
  const byId = new Map(originals.map((row) => [row.id, row]))
  return reversals.flatMap((reversal) => {
    const ids = (reversal.name.match(/\d{3,}/g) ?? []).filter((id) => id !== reversal.id)
    const named = ids
      .flatMap((id) => byId.get(id) ?? [])
      .filter((row) => takesBack(reversal, row, reversedMeaning(reversal.name)))
    const [original] = named
    if (original === undefined || named.length > 1 || !byId.delete(original.id)) return []
    return [[reversal, original] as const]
  })
}

function pairNearest(reversals: readonly NearRow[], rows: readonly NearRow[]): Pair[] {
  const groups: Originals[] = [...Map.groupBy(rows, (row) => `${row.at} ${textOf(row)}`).values()].map((equal) => ({
    at: equal[0]?.at ?? 0,
    rows: equal,
    takenBy: [],
  }))
  for (const reversal of reversals) {
    const meaning = reversedMeaning(reversal.name)
    const fitting = groups.filter(
      ({ rows: equal, takenBy }) =>
        takenBy.length < equal.length && equal.some((row) => takesBack(reversal, row, meaning)),
    )
    const meant = fitting.filter(({ rows: equal }) => equal.some((row) => isNamed(meaning, row)))
    const chosen = meant.length > 0 ? meant : fitting
    const latest = Math.max(...chosen.map(({ at }) => at))
    const [nearest, another] = chosen.filter(({ at }) => at === latest)
    if (another === undefined) nearest?.takenBy.push(reversal)
  }
  return groups.flatMap(({ rows: equal, takenBy }) =>
    takenBy.length === equal.length
      ? takenBy.flatMap((reversal, index): Pair[] => {
          const row = equal[index]
          return row === undefined ? [] : [[reversal, row]]
        })
      : [],
  )
}

const textOf = ({ kind, trade, changeQuantity, money }: NearRow): string =>
  `${kind} ${money ?? ''} ${changeQuantity ?? ''} ${trade?.size ?? ''} ${trade?.price ?? ''}`

/** Whether the words of a reversal name the kind of a row. */
function isNamed(meaning: Meaning | null, { kind }: NearRow): boolean {
  return meaning !== null && (meaning === kind || (meaning.endsWith('transfer') && kind.includes('-transfer-')))
}

/** Whether two rows with equal keys are a row and its reversal. What one of them does not state is not compared. */
function takesBack(reversal: NearRow, row: NearRow, meaning: Meaning | null): boolean {
  if (row.at > reversal.at || row.at < reversal.at - reversedWithinMs) return false
  const [taken, given] = [moneyOf(reversal), moneyOf(row)]
  const [back, out] = [reversal.changeQuantity ?? 0n, row.changeQuantity ?? 0n]
  if (taken !== -given || (back !== 0n && out !== 0n && back !== -out)) return false
  // Without money and signed pieces, as for futures, only the name tells the side.
  if (taken === 0n && (back === 0n || out === 0n) && !(row.trade !== null && isNamed(meaning, row))) return false
  return isSame(reversal.trade?.size, row.trade?.size) && isSame(reversal.trade?.price, row.trade?.price)
}

const isSame = (a: bigint | null = null, b: bigint | null = null): boolean =>
  a === null || b === null || a === 0n || b === 0n || magnitude(a) === magnitude(b)
