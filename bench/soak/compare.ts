import Database from 'better-sqlite3'
import type { OddService } from '../../test/fakes/odd-service.ts'

interface Kept {
  readonly id: string
  readonly at: number
  readonly atText: string | null
  readonly name: string
  readonly units: string | null
  readonly nanos: number | null
}

interface Gap {
  readonly from: number
  readonly to: number
}

/** The differences between the cache file and the rows of the service. */
export interface Difference {
  /** Rows of the service that are neither in the file nor in a known gap. */
  readonly missing: number
  /** Rows in the file with another time, name or amount. */
  readonly wrong: number
  /** Rows in the file that the service does not have. */
  readonly extra: number
  /** Rows of the service that are in a known gap of the file. */
  readonly inGaps: number
  /** Known gaps that one response could fill, and gaps longer than a second. */
  readonly falseGaps: number
  /** Ms between the oldest and the newest row that are not covered. */
  readonly uncoveredMs: number
}

/** Reads the tables of the cache without the app's code and compares every row with the service. */
export function compareFile(path: string, service: OddService, accountIds: readonly string[]): Difference {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  const result = { missing: 0, wrong: 0, extra: 0, inGaps: 0, falseGaps: 0, uncoveredMs: 0 }
  const account = '(SELECT key FROM transaction_account WHERE account_id = ?)'
  const rows = db.prepare<[string], Kept>(
    `SELECT t.id, t.at_ms AS at, t.at_text AS atText, s.name, CAST(t.units AS TEXT) AS units, t.nanos
     FROM account_transaction t JOIN transaction_dimension d ON d.key = t.dimension JOIN transaction_subject s ON s.key = d.subject
     WHERE t.account = ${account}`,
  )
  const gaps = db.prepare<[string], Gap>(
    'SELECT from_ms AS "from", to_ms AS "to" FROM history_gap WHERE account_id = ?',
  )
  const covered = db.prepare<[string], Gap>(
    `SELECT from_ms AS "from", to_ms AS "to" FROM coverage WHERE account = ${account}`,
  )
  try {
    for (const id of accountIds) {
      const allRows = service.allRows(id)
      const known = gaps.all(id)
      const left = new Map(allRows.map((row) => [row.id, row]))
      for (const row of rows.iterate(id)) {
        const real = left.get(row.id)
        if (real === undefined) result.extra++
        else if (!isSame(row, real)) result.wrong++
        left.delete(row.id)
      }
      for (const { at } of left.values())
        if (known.some(({ from, to }) => from <= at && at < to)) result.inGaps++
        else result.missing++
      const most = Math.min(service.options.cap, 1_000)
      for (const { from, to } of known)
        if (to - from > 1_000 || allRows.filter(({ at }) => from <= at && at < to).length < most) result.falseGaps++
      const [oldest = 0, newest = 0] = [allRows[0]?.at, allRows.at(-1)?.at]
      let coveredMs = 0
      for (const { from, to } of [...covered.all(id), ...known])
        coveredMs += Math.max(0, Math.min(to, newest) - Math.max(from, oldest))
      result.uncoveredMs += Math.max(0, newest - oldest - coveredMs)
    }
    return result
  } finally {
    db.close()
  }
}

/** Whether a row equals the row of the service. A time of a whole second is stored without its text. */
function isSame(row: Kept, { timestamp, name, change }: ReturnType<OddService['allRows']>[number]): boolean {
  const atText = row.atText ?? new Date(row.at).toISOString().replace('.000Z', 'Z')
  const isAmount = row.units === (change?.units ?? '12') && row.nanos === (change?.nanos ?? 340_000_000)
  return atText === timestamp && row.name === name && isAmount
}
