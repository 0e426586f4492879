import type { Db } from '../sqlite/db.ts'
import { flag, integer, type Row } from '../sqlite/row.ts'
import { thinningSteps } from './thinning.ts'

/** How the spans of one subject lie in their table, whose primary key is `key` with `at`. */
interface SpanTable<Value> {
  readonly table: string
  readonly key: string
  /** What was seen, in columns of text; `null` is not known. */
  readonly columns: readonly string[]
  readonly write: (value: Value) => readonly (string | null)[]
  readonly read: (row: Row) => Value
}

/** The same values, seen from `at` until `until` (UTC ms). */
export interface Span {
  readonly at: number
  readonly until: number
  /** Before this span nobody looked for longer than 20 minutes: what happened then is unknown. */
  readonly followsGap: boolean
}

/** An unchanged value is written down again this often, not at each look. */
const confirmEveryMs = 15 * 60_000
/** A longer silence is a gap. */
const longestSilenceMs = 20 * 60_000

/** What was seen of something over the years, as spans of equal values with their gaps; the caller brings the transaction. */
export function createSpanRecord<Key extends string | number, Value extends object>(
  db: Db,
  { table, key, columns, write, read }: SpanTable<Value>,
) {
  const all = [key, 'at', 'until', ...columns, 'follows_gap'].join(', ')
  const selectLatest = db.prepare<[Key, number], Row>(
    `SELECT ${all} FROM ${table} WHERE ${key} = ? AND at <= ? ORDER BY at DESC LIMIT 1`,
  )
  const selectRange = db.prepare<[Key, Key, number, number, number], Row>(
    `SELECT ${all} FROM ${table}
     WHERE ${key} = ? AND at >= coalesce((SELECT max(at) FROM ${table} WHERE ${key} = ? AND at <= ?), ?) AND at < ?
     ORDER BY at`,
  )
  const extend = db.prepare<[number, Key, number]>(`UPDATE ${table} SET until = ? WHERE ${key} = ? AND at = ?`)
  const insert = db.prepare(
    `INSERT INTO ${table} (${all}) VALUES (?, ?, ?, ${columns.map(() => '?').join(', ')}, ?)
     ON CONFLICT (${key}, at) DO UPDATE SET ${['until', ...columns].map((name) => `${name} = excluded.${name}`).join(', ')}`,
  )
  // After a clock was set back a look may come before older ones: whether anybody looked in between is unknown.
  const markNext = db.prepare<[Key, Key, number, number]>(
    `UPDATE ${table} SET follows_gap = 1
     WHERE ${key} = ? AND at = (SELECT min(at) FROM ${table} WHERE ${key} = ? AND at > ?)
       AND at - ? > ${longestSilenceMs}`,
  )
  // Goes: what another point of its stretch follows without a gap. The ends of gaps stay, to the millisecond.
  const thin = db.prepare<[Key, Key, number, number, number, number]>(
    `DELETE FROM ${table} WHERE ${key} = ? AND at IN (
       SELECT at FROM (
         SELECT at, follows_gap, lead(at) OVER following AS next_at, lead(follows_gap) OVER following AS next_follows_gap
         FROM ${table} WHERE ${key} = ? AND at >= ? AND at < ? WINDOW following AS (ORDER BY at))
       WHERE follows_gap = 0 AND next_follows_gap = 0
         AND next_at / CAST(? AS INTEGER) = at / CAST(? AS INTEGER))`,
  )

  const spanOf = (row: Row): Span & Value => ({
    at: integer(row, 'at'),
    until: integer(row, 'until'),
    followsGap: flag(row, 'follows_gap'),
    ...read(row),
  })
  const latest = (of: Key, at: number): (Span & Value) | null => {
    const row = selectLatest.get(of, at)
    return row === undefined ? null : spanOf(row)
  }

  return {
    /** What was last written of it up to `at`. */
    latest,
    /**
     * Notes what was seen: a change at once, the same again every 15 minutes; whether anything was written. `lookedAt` is
     * the look before, which needs not have been written: without it two looks 14 minutes apart would seem a silence of 28.
     */
    record(of: Key, at: number, value: Value, lookedAt: number | null): boolean {
      const last = latest(of, at)
      const seenUntil = last === null ? null : Math.max(last.until, Math.min(at, lookedAt ?? 0))
      const isContinued = seenUntil === null || at - seenUntil <= longestSilenceMs
      const texts = write(value)
      if (last !== null && seenUntil !== null) {
        if (isContinued && write(last).every((text, index) => text === texts[index])) {
          if (at - last.until < confirmEveryMs) return false
          extend.run(at, of, last.at)
          return true
        }
        // A clock set back leaves a span that ends ahead of this look: it ends here.
        if (last.at < at) extend.run(Math.min(seenUntil, at), of, last.at)
      }
      insert.run(of, at, at, ...texts, isContinued ? 0 : 1)
      markNext.run(of, of, at, at)
      return true
    },
    /** From `from` to `to` (UTC ms, exclusive), oldest first; begins with what was known at `from`. */
    history(of: Key, from: number, to: number): (Span & Value)[] {
      const spans = selectRange.all(of, of, from, from, to).map(spanOf)
      // Where points were thinned out, the last value known stands until the next point, for there was no gap.
      const held = spans.map((span, index) => {
        const next = spans[index + 1]
        const isThinned = next !== undefined && !next.followsGap && next.at - span.until > longestSilenceMs
        return isThinned ? { ...span, until: next.at } : span
      })
      return held.filter((span) => span.until >= from)
    },
    /** Keeps minutes for a day, hours for a month, days for ever; how many points went. */
    thin: (of: Key, now: number): number =>
      thinningSteps(now)
        .map(({ from, before, bucketMs }) => thin.run(of, of, from, before, bucketMs, bucketMs).changes)
        .reduce((total, changes) => total + changes, 0),
  }
}
