import { minuteMs } from '#shared/durations.ts'
import type { Db } from '../../sqlite/db.ts'
import { flag, integer, type Row } from '../../sqlite/row.ts'
import { thinningSteps } from './downsampling.ts'
import { fillGaps } from './fill-gaps.ts'

/** The table of one kind of spans; its primary key is (`key`, `at`). */
interface SpanTable<Value> {
  readonly table: string
  readonly key: string
  /** The value's columns, as text; `null` when unknown. */
  readonly columns: readonly string[]
  readonly write: (value: Value) => readonly (string | null)[]
  readonly read: (row: Row) => Value
  /** The rows of the user's other computers for a key between two times, one list for each computer. */
  readonly ofOthers?: (key: string, from: number, to: number) => readonly (readonly Row[])[]
}

/** A value that was unchanged from `at` until `until` (UTC ms). */
export interface Span {
  readonly at: number
  readonly until: number
  /** Whether there was no reading for more than 20 minutes before this span, so that the values of that time are unknown. */
  readonly followsGap: boolean
}

/**
 * How often an unchanged value is recorded again. Quiet accounts are read every 15 minutes: each of their readings is recorded.
 */
const confirmEveryMs = 5 * minuteMs
/** A longer time without a reading is a gap, unless the schedule reads less often. */
const maxSilenceMs = 20 * minuteMs

function prepareStatements<Key extends string | number>(
  db: Db,
  table: string,
  key: string,
  columns: readonly string[],
) {
  const all = [key, 'at', 'until', ...columns, 'follows_gap'].join(', ')
  return {
    selectLatest: db.prepare<[Key, number], Row>(
      `SELECT ${all} FROM ${table} WHERE ${key} = ? AND at <= ? ORDER BY at DESC LIMIT 1`,
    ),
    selectRange: db.prepare<[Key, Key, number, number, number], Row>(
      `SELECT ${all} FROM ${table}
       WHERE ${key} = ? AND at >= coalesce((SELECT max(at) FROM ${table} WHERE ${key} = ? AND at <= ?), ?) AND at < ?
       ORDER BY at`,
    ),
    extend: db.prepare<[number, Key, number]>(`UPDATE ${table} SET until = ? WHERE ${key} = ? AND at = ?`),
    insert: db.prepare(
      `INSERT INTO ${table} (${all}) VALUES (?, ?, ?, ${columns.map(() => '?').join(', ')}, ?)
       ON CONFLICT (${key}, at) DO UPDATE SET ${['until', ...columns].map((name) => `${name} = excluded.${name}`).join(', ')}`,
    ),
    // After the clock was set back, a reading may be before existing ones. The time between them is unknown.
    markNext: db.prepare<[Key, Key, number, number]>(
      `UPDATE ${table} SET follows_gap = 1
       WHERE ${key} = ? AND at = (SELECT min(at) FROM ${table} WHERE ${key} = ? AND at > ?)
         AND at - ? > ${maxSilenceMs}`,
    ),
    // Deletes a point if another point of the same interval follows it without a gap. Both ends of a gap stay exact.
    thin: db.prepare<[Key, Key, number, number, number, number]>(
      `DELETE FROM ${table} WHERE ${key} = ? AND at IN (
         SELECT at FROM (
           SELECT at, follows_gap, lead(at) OVER following AS next_at, lead(follows_gap) OVER following AS next_follows_gap
           FROM ${table} WHERE ${key} = ? AND at >= ? AND at < ? WINDOW following AS (ORDER BY at))
         WHERE follows_gap = 0 AND next_follows_gap = 0
           AND next_at / CAST(? AS INTEGER) = at / CAST(? AS INTEGER))`,
    ),
  }
}

/** Values over time, as spans of equal values and gaps. Call inside a transaction. */
export class SpanRecord<Key extends string | number, Value extends object> {
  readonly #table: SpanTable<Value>
  readonly #sql

  constructor(db: Db, table: SpanTable<Value>) {
    this.#table = table
    this.#sql = prepareStatements<Key>(db, table.table, table.key, table.columns)
  }

  /** The last span that starts at or before `at`. */
  latest(id: Key, at: number): (Span & Value) | null {
    const row = this.#sql.selectLatest.get(id, at)
    return row === undefined ? null : this.#spanOf(row)
  }

  /**
   * Records a change at once, the same value every 5 minutes; returns whether anything was written. `previousAt` is the time of
   * the previous reading, which may not have been written: without it two readings 14 minutes apart could look like a silence
   * of 18 minutes. `silenceMs`: how long the schedule delayed the next reading.
   */
  record(id: Key, at: number, value: Value, previousAt: number | null, silenceMs = 0): boolean {
    const last = this.latest(id, at)
    const seenUntil = last === null ? null : Math.max(last.until, Math.min(at, previousAt ?? 0))
    const isContinued = seenUntil === null || at - seenUntil <= Math.max(maxSilenceMs, silenceMs)
    const texts = this.#table.write(value)
    if (last !== null && seenUntil !== null) {
      if (isContinued && this.#table.write(last).every((text, index) => text === texts[index])) {
        if (at - last.until < confirmEveryMs) return false
        this.#sql.extend.run(at, id, last.at)
        return true
      }
      // After the clock was set back, a span may end after this reading. It is cut here.
      if (last.at < at) this.#sql.extend.run(Math.min(seenUntil, at), id, last.at)
    }
    this.#sql.insert.run(id, at, at, ...texts, isContinued ? 0 : 1)
    this.#sql.markNext.run(id, id, at, at)
    return true
  }

  /** The spans from `from` to `to` (UTC ms, exclusive), oldest first. The first span is the value known at `from`. */
  history(id: Key, from: number, to: number): (Span & Value)[] {
    const held = this.#held(this.#sql.selectRange.all(id, id, from, from, to))
    const others = this.#table.ofOthers?.(String(id), from, to) ?? []
    const line =
      others.length === 0
        ? held
        : fillGaps(
            held,
            others.map((rows) => this.#held(rows)),
            maxSilenceMs,
          )
    return line.filter((span) => span.until >= from)
  }

  /** Between thinned points the last value is valid until the next point, because there was no gap. */
  #held(rows: readonly Row[]): (Span & Value)[] {
    const spans = rows.map((row) => this.#spanOf(row))
    return spans.map((span, index) => {
      const next = spans[index + 1]
      const isThinned = next !== undefined && !next.followsGap && next.at - span.until > maxSilenceMs
      return isThinned ? { ...span, until: next.at } : span
    })
  }

  /** Keeps one point a minute for a day, one an hour for a month, one a day after that; returns how many were deleted. */
  thin(id: Key, now: number): number {
    return thinningSteps(now)
      .map(({ from, before, bucketMs }) => this.#sql.thin.run(id, id, from, before, bucketMs, bucketMs).changes)
      .reduce((total, changes) => total + changes, 0)
  }

  #spanOf(row: Row): Span & Value {
    const [at, until] = [integer(row, 'at'), integer(row, 'until')]
    return { at, until, followsGap: flag(row, 'follows_gap'), ...this.#table.read(row) }
  }
}
