import { minuteMs } from '#shared/durations.ts'
import type { RowsAlike } from '#shared/model/transaction/kind-choice.ts'

/** A row of a group, by what it has in common with others. */
export interface GivenRow {
  /** UTC ms. */
  readonly at: number
  readonly symbol: string
  readonly currency: string | null
  readonly facts: RowsAlike
}

/** A stored row that is like a row of a group. */
export interface AlikeRow extends Pick<GivenRow, 'at' | 'symbol' | 'currency'> {
  readonly key: number
  readonly account: number
}

/** Rows of a group with equal facts, symbols and currencies: they can stand for each other. */
interface Part {
  /** The place of the first row of the group with this symbol, and with this currency. */
  readonly symbol: number
  readonly currency: number
  readonly count: number
  /** The stored rows that are like these, oldest first, by account. */
  readonly candidates: ReadonlyMap<number, readonly AlikeRow[]>
  readonly size: number
}

/** Where more candidates than this are in the time of a group, nothing decides between them. */
const maxInTime = 64

/**
 * Finds sets of rows of one account that are like the given ones: row by row the same facts, symbols and currencies that are
 * equal or different where those are, not further apart than those, or a minute. Each of its rows has no other choice
 * beside it, and is in no other set. Returns their keys, the newest set first. Before `wholeFrom` (UTC ms) not all
 * candidates are known, so nothing is found.
 */
export function alikeSets(
  given: readonly GivenRow[],
  likeThat: (row: GivenRow) => readonly AlikeRow[],
  wholeFrom: number,
): (readonly number[])[] {
  const times = given.map(({ at }) => at)
  const span = Math.max(Math.max(...times) - Math.min(...times), minuteMs)
  const parts = partsOf(given, likeThat).toSorted((a, b) => a.size - b.size)
  const [first] = parts
  if (first === undefined) return []
  const sets = new Map<string, readonly AlikeRow[]>()
  for (const anchor of [...first.candidates.values()].flat()) {
    const rows = anchor.at - span < wholeFrom ? null : setAround(anchor, parts, span)
    if (rows === null) continue
    const ordered = rows.toSorted((a, b) => a.key - b.key)
    sets.set(ordered.map(({ key }) => key).join(), ordered)
  }
  const uses = new Map<number, number>()
  for (const { key } of [...sets.values()].flat()) uses.set(key, (uses.get(key) ?? 0) + 1)
  return [...sets.values()]
    .filter((rows) => rows.every(({ key }) => uses.get(key) === 1))
    .map((rows) => rows.map(({ key }) => key))
    .sort((a, b) => (b.at(-1) ?? 0) - (a.at(-1) ?? 0))
}

function partsOf(given: readonly GivenRow[], likeThat: (row: GivenRow) => readonly AlikeRow[]): Part[] {
  const placed = given.map((row) => ({
    row,
    symbol: given.findIndex(({ symbol }) => symbol === row.symbol),
    currency: given.findIndex(({ currency }) => currency === row.currency),
  }))
  const groups = Map.groupBy(placed, ({ row, symbol, currency }) => JSON.stringify([row.facts, symbol, currency]))
  return [...groups.values()].flatMap((own): Part[] => {
    const [one] = own
    if (one === undefined) return []
    const rows = likeThat(one.row).toSorted((a, b) => a.at - b.at)
    const candidates = Map.groupBy(rows, ({ account }) => account)
    return [{ symbol: one.symbol, currency: one.currency, count: own.length, candidates, size: rows.length }]
  })
}

/** The only set around a row of the first part; `null` if there is none, or more than one. */
function setAround(anchor: AlikeRow, parts: readonly Part[], span: number): AlikeRow[] | null {
  const symbols = new Map<number, string>()
  const currencies = new Map<number, string | null>()
  const rows: AlikeRow[] = []
  for (const part of parts) {
    const near = within(part.candidates.get(anchor.account) ?? [], anchor.at - span, anchor.at + span)
    if (near === null) return null
    const isFirst = part === parts[0]
    const fitting = near.filter((row) => (part.symbol === parts[0]?.symbol) === (row.symbol === anchor.symbol))
    const [one] = fitting
    if (one === undefined || fitting.length !== part.count || (isFirst && !fitting.includes(anchor))) return null
    for (const row of fitting) {
      if (!agrees(symbols, part.symbol, row.symbol) || !agrees(currencies, part.currency, row.currency)) return null
      rows.push(row)
    }
  }
  const times = rows.map(({ at }) => at)
  const isWhole = new Set(rows.map(({ key }) => key)).size === rows.length
  return isWhole && Math.max(...times) - Math.min(...times) <= span ? rows : null
}

/** Whether a value is the same as others of its place, and different from those of all other places. */
function agrees<T>(known: Map<number, T>, place: number, value: T): boolean {
  if (known.has(place)) return known.get(place) === value
  if ([...known.values()].includes(value)) return false
  known.set(place, value)
  return true
}

/** The rows between two times, included; `null` if they are too many. `rows` are oldest first. */
function within(rows: readonly AlikeRow[], from: number, to: number): readonly AlikeRow[] | null {
  let [first, end] = [0, rows.length]
  while (first < end) {
    const middle = (first + end) >> 1
    if ((rows[middle]?.at ?? 0) < from) first = middle + 1
    else end = middle
  }
  const found: AlikeRow[] = []
  for (let index = first; index < rows.length && (rows[index]?.at ?? 0) <= to; index++) {
    const row = rows[index]
    if (row !== undefined) found.push(row)
    if (found.length > maxInTime) return null
  }
  return found
}
