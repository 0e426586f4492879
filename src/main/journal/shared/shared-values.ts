import { z } from 'zod'
import { dayMs } from '#shared/durations.ts'
import { Decimal, Money } from '#shared/model/values.ts'
import type { Db } from '../../sqlite/db.ts'
import { flag, integer, jsonText, text, type Row } from '../../sqlite/row.ts'
import { parseJson } from './content.ts'

export const valueKinds = ['equity', 'margin', 'quote'] as const
export type ValueKind = (typeof valueKinds)[number]

/** A value that a computer recorded. It was unchanged from `at` until `until` (UTC ms). */
export interface SharedValue {
  readonly kind: ValueKind
  /** The account id, or the symbol of a price. */
  readonly key: string
  readonly at: number
  readonly until: number
  readonly followsGap: boolean
  /** The columns of its table as JSON text. */
  readonly value: string
}

const Cash = z
  .string()
  .nullable()
  .refine((cash) => cash === null || z.array(Money).safeParse(parseJson(cash)).success)

/** The allowed columns of values from other computers. */
const columns = {
  equity: z.object({ equity: Decimal, cash: Cash }),
  margin: z.object({
    equity: Decimal,
    requirement: Decimal,
    percent: Decimal.nullable(),
    state: z.enum(['call', 'below', 'none']).nullable(),
  }),
  quote: z.object({ last: Decimal }),
} as const

/**
 * The recorded values of all computers by kind, key, time and computer. Values of this computer are those that it has shared.
 */
export class SharedValues {
  readonly #sql

  constructor(db: Db) {
    this.#sql = prepareStatements(db)
  }

  /**
   * Adds values. Values that are known already, or do not match their kind, are ignored. Call inside a transaction. Returns the
   * number of new values.
   */
  add(computer: string, isOwn: boolean, values: readonly SharedValue[]): number {
    let added = 0
    for (const { kind, key, at, until, value, followsGap } of values) {
      const parsed = columns[kind].safeParse(parseJson(value))
      if (!parsed.success) continue
      const text = JSON.stringify(parsed.data)
      added += this.#sql.add.run(kind, key, at, computer, until, text, followsGap ? 1 : 0, isOwn ? 1 : 0).changes
      if (isOwn) continue
      // A price is a point in time. It is stored with the prices of this computer, on days without one.
      const day = Math.floor(at / dayMs) * dayMs
      if ('last' in parsed.data) this.#sql.addQuote.run(key, at, parsed.data.last, key, day, day + dayMs)
    }
    return added
  }

  /** The spans of each other computer from `from` to `to` (UTC ms, exclusive), oldest first. Computers are sorted by id. */
  byComputer(kind: ValueKind, key: string, from: number, to: number): (readonly Row[])[] {
    const rows = this.#sql.select.all(kind, key, to, from)
    const found = Map.groupBy(rows, (row) => text(row, 'computer'))
    return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, spans]) => spans.map(asColumns))
  }

  /** The accounts or symbols for which other computers have values of this kind. */
  keys(kind: ValueKind): string[] {
    return this.#sql.selectKeys.all(kind).map((row) => text(row, 'key'))
  }

  countOfOthers(): number {
    return integer(this.#sql.count.get() ?? {}, 'total')
  }
}

/** The row in the form of the table on the computer that recorded it. */
function asColumns(row: Row): Row {
  const value = jsonText(row, 'value')
  const span = { at: integer(row, 'at'), until: integer(row, 'until'), follows_gap: flag(row, 'follows_gap') ? 1 : 0 }
  return typeof value === 'object' && value !== null ? { ...value, ...span } : span
}

const prepareStatements = (db: Db) => ({
  add: db.prepare<[string, string, number, string, number, string, number, number]>(
    `INSERT INTO shared_value (kind, key, at, computer, until, value, follows_gap, is_own) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, key, at, computer) DO NOTHING`,
  ),
  addQuote: db.prepare<[string, number, string, string, number, number]>(
    `INSERT INTO recorded_quote (symbol, at, last) SELECT ?, ?, ?
     WHERE NOT EXISTS (SELECT 1 FROM recorded_quote WHERE symbol = ? AND at >= ? AND at < ?)`,
  ),
  select: db.prepare<[string, string, number, number], Row>(
    `SELECT at, until, value, follows_gap, computer FROM shared_value
     WHERE kind = ? AND key = ? AND at < ? AND until >= ? AND is_own = 0 ORDER BY at`,
  ),
  selectKeys: db.prepare<[string], Row>(
    'SELECT DISTINCT key FROM shared_value WHERE kind = ? AND is_own = 0 ORDER BY key',
  ),
  count: db.prepare<[], Row>('SELECT count(*) AS total FROM shared_value WHERE is_own = 0'),
})
