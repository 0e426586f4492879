import { flag, integer } from '../sqlite/row.ts'
import { all, type Condition } from './filter-sql.ts'
import type { Ask } from './statements.ts'
import type { Walk } from './walk.ts'

/** A kind's rows lie in two parts; each part is a stream. */
interface Stream {
  readonly isSettled: number
  readonly kind: number
  /** The key it stands at. */
  head: number
  /** What was read of it, the next one last. */
  ahead: { readonly key: number; readonly fits: boolean }[]
}

/** Rows of a kind read at a time: few of many kinds, many of few. */
const blockRows = (wanted: number, kinds: number): number => Math.min(64, Math.max(4, Math.ceil((2 * wanted) / kinds)))

/**
 * The rows of several kinds as one, in the order of time: each kind's rows lie so in the index, and only those kinds are
 * read on whose turn it is. Null when `mostRows` were looked at and not enough of them fit.
 */
export function mergeKinds(
  ask: Ask,
  kinds: readonly number[],
  row: readonly Condition[],
  { low, high, isNewest, wanted }: Walk,
  mostRows: number,
): number[] | null {
  const order = isNewest ? 'DESC' : 'ASC'
  // Where every row fits, as many kinds as rows are wanted hold them all: those whose first row comes first.
  const mostStreams = row.length === 0 ? wanted : kinds.length
  const heads = ask(
    `SELECT part.value AS is_settled, wanted.value AS kind,
            (SELECT ${isNewest ? 'max' : 'min'}(key) FROM transaction_of_kind
             WHERE is_settled = part.value AND kind = wanted.value AND key >= ? AND key < ?) AS head
     FROM json_each('[0, 1]') part CROSS JOIN json_each(?) wanted
     WHERE head IS NOT NULL ORDER BY head ${order} LIMIT ?`,
  ).all(low, high, JSON.stringify(kinds), mostStreams)
  // The one whose turn it is stands last.
  const streams = heads.reverse().map((head): Stream => {
    return {
      isSettled: integer(head, 'is_settled'),
      kind: integer(head, 'kind'),
      head: integer(head, 'head'),
      ahead: [],
    }
  })
  const fits = all(row)
  const atOnce = blockRows(wanted, streams.length)
  const block = ask(
    `SELECT r.key, ${fits.sql} AS fits FROM transaction_of_kind r
     ${row.length === 0 ? '' : 'CROSS JOIN account_transaction t ON t.key = r.key'}
     WHERE r.is_settled = ? AND r.kind = ? AND r.key >= ? AND r.key < ? ORDER BY r.key ${order} LIMIT ?`,
  )

  const found: number[] = []
  for (let looked = 0; looked < mostRows; looked++) {
    const stream = streams.pop()
    if (stream === undefined) return found
    if (stream.ahead.length === 0) {
      const [from, to] = isNewest ? [low, stream.head + 1] : [stream.head, high]
      stream.ahead = block
        .all(...fits.params, stream.isSettled, stream.kind, from, to, atOnce)
        .map((one) => ({ key: integer(one, 'key'), fits: flag(one, 'fits') }))
        .reverse()
    }
    const taken = stream.ahead.pop()
    if (taken?.fits === true) found.push(taken.key)
    if (found.length >= wanted) return found
    if (taken === undefined) continue
    const next = stream.ahead.at(-1)?.key
    // A block that ran out: the next one begins behind what was taken, if there is any.
    stream.head = next ?? (isNewest ? taken.key - 1 : taken.key + 1)
    if (stream.head >= low && stream.head < high) insert(streams, stream, isNewest)
  }
  return null
}

/** Puts a stream in its place by its head. */
function insert(streams: Stream[], stream: Stream, isNewest: boolean): void {
  let from = 0
  let to = streams.length
  while (from < to) {
    const middle = (from + to) >> 1
    const other = streams[middle]?.head ?? 0
    if (isNewest ? other < stream.head : other > stream.head) from = middle + 1
    else to = middle
  }
  streams.splice(from, 0, stream)
}
