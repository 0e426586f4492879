import { z } from 'zod'
import type { Decimal } from '../../shared/decimal.ts'
import { Money } from '../../shared/model/values.ts'
import type { Db } from '../sqlite/db.ts'
import { decimal, flag, integer, jsonOrNull, text, type Row } from '../sqlite/row.ts'
import { transact } from '../sqlite/transact.ts'
import { thinningSteps } from './thinning.ts'

/** What an account was worth at a moment (UTC ms), as the service stated it. */
interface EquityObservation {
  readonly accountId: string
  readonly at: number
  readonly equity: Decimal
  readonly cash: readonly Money[] | null
}

/** The same equity and cash, seen from `at` until `until`. */
interface RecordedSpan extends EquityObservation {
  readonly until: number
  /** Before this span nobody looked for longer than 20 minutes: what happened then is unknown. */
  readonly followsGap: boolean
}

export type RecordedEquity = ReturnType<typeof createRecordedEquity>

/** An unchanged value is written down again this often, not at each look. */
const confirmEveryMs = 15 * 60_000
/** A longer silence is a gap. */
const longestSilenceMs = 20 * 60_000

const Cash = z.array(Money)

/** The equity of each account over the years: the service has no history of it. */
export function createRecordedEquity(db: Db) {
  // Looks since the last write: without them two looks 14 minutes apart would seem a silence of 28.
  const lastLooks = new Map<string, number>()
  const columns = 'account_id, at, until, equity, cash, follows_gap'
  const selectLatest = db.prepare<[string, number], Row>(
    `SELECT ${columns} FROM recorded_equity WHERE account_id = ? AND at <= ? ORDER BY at DESC LIMIT 1`,
  )
  const selectRange = db.prepare<[string, string, number, number, number], Row>(
    `SELECT ${columns} FROM recorded_equity
     WHERE account_id = ?
       AND at >= coalesce((SELECT max(at) FROM recorded_equity WHERE account_id = ? AND at <= ?), ?) AND at < ?
     ORDER BY at`,
  )
  const selectAccounts = db.prepare<[], Row>('SELECT DISTINCT account_id FROM recorded_equity ORDER BY account_id')
  const extend = db.prepare<[number, string, number]>(
    'UPDATE recorded_equity SET until = ? WHERE account_id = ? AND at = ?',
  )
  const insert = db.prepare(
    `INSERT INTO recorded_equity (${columns}) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, at) DO UPDATE SET until = excluded.until, equity = excluded.equity, cash = excluded.cash`,
  )
  // After a clock was set back a look may come before older ones: whether anybody looked in between is unknown.
  const markNext = db.prepare<[string, string, number, number]>(
    `UPDATE recorded_equity SET follows_gap = 1
     WHERE account_id = ? AND at = (SELECT min(at) FROM recorded_equity WHERE account_id = ? AND at > ?)
       AND at - ? > ${longestSilenceMs}`,
  )
  // Goes: what another point of its stretch follows without a gap. The ends of gaps stay, to the millisecond.
  const thin = db.prepare<[number, number, number]>(
    `DELETE FROM recorded_equity WHERE (account_id, at) IN (
       SELECT account_id, at FROM (
         SELECT account_id, at, follows_gap,
                lead(at) OVER following AS next_at, lead(follows_gap) OVER following AS next_follows_gap
         FROM recorded_equity WHERE at < ? WINDOW following AS (PARTITION BY account_id ORDER BY at))
       WHERE follows_gap = 0 AND next_follows_gap = 0
         AND next_at / CAST(? AS INTEGER) = at / CAST(? AS INTEGER))`,
  )

  function write({ accountId, at, equity, cash }: EquityObservation): boolean {
    const row = selectLatest.get(accountId, at)
    const last = row === undefined ? null : readSpan(row)
    const seenUntil = last === null ? null : Math.max(last.until, Math.min(at, lastLooks.get(accountId) ?? 0))
    const isContinued = seenUntil === null || at - seenUntil <= longestSilenceMs
    const cashText = writeCash(cash)
    if (last !== null && seenUntil !== null) {
      if (isContinued && last.equity === equity && writeCash(last.cash) === cashText) {
        if (at - last.until < confirmEveryMs) return false
        extend.run(at, accountId, last.at)
        return true
      }
      // A clock set back leaves a span that ends ahead of this look: it ends here.
      if (last.at < at) extend.run(Math.min(seenUntil, at), accountId, last.at)
    }
    insert.run(accountId, at, at, equity, cashText, isContinued ? 0 : 1)
    markNext.run(accountId, accountId, at, at)
    return true
  }

  function historyOf(accountId: string, from: number, to: number): RecordedSpan[] {
    const spans = selectRange.all(accountId, accountId, from, from, to).map(readSpan)
    // Where points were thinned out, the last value known stands until the next point, for there was no gap.
    const held = spans.map((span, index) => {
      const next = spans[index + 1]
      const isThinned = next !== undefined && !next.followsGap && next.at - span.until > longestSilenceMs
      return isThinned ? { ...span, until: next.at } : span
    })
    return held.filter((span) => span.until >= from)
  }

  return {
    /** Notes what was seen: a change at once, the same again every 15 minutes; whether anything was written. */
    record(observation: EquityObservation): boolean {
      const isWritten = transact(db, () => write(observation))
      lastLooks.set(observation.accountId, observation.at)
      return isWritten
    },
    /**
     * What was recorded from `from` to `to` (UTC ms, exclusive), of one account or of all, oldest first within an
     * account; begins with what was known at `from`. Where a span ends more than 20 minutes before the next begins,
     * nothing is known.
     */
    history(accountId: string | null, from: number, to: number): RecordedSpan[] {
      const ids = accountId === null ? selectAccounts.all().map((row) => text(row, 'account_id')) : [accountId]
      return ids.flatMap((id) => historyOf(id, from, to))
    },
    /** Keeps minutes for a day, hours for a month, days for ever; how many points went. */
    thin: (now: number): number =>
      transact(db, () =>
        thinningSteps(now)
          .map(({ before, bucketMs }) => thin.run(before, bucketMs, bucketMs).changes)
          .reduce((total, changes) => total + changes, 0),
      ),
  }
}

/** The order in which the service names currencies means nothing. */
const writeCash = (cash: readonly Money[] | null): string | null =>
  cash === null
    ? null
    : JSON.stringify(
        cash
          .map(({ currency, amount }) => ({ currency, amount }))
          .sort((a, b) => (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0)),
      )

const readSpan = (row: Row): RecordedSpan => ({
  accountId: text(row, 'account_id'),
  at: integer(row, 'at'),
  until: integer(row, 'until'),
  equity: decimal(row, 'equity'),
  cash: jsonOrNull(row, 'cash', Cash),
  followsGap: flag(row, 'follows_gap'),
})
