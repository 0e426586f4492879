import type { Db } from '#main/sqlite/db.ts'
import type { Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import { besideMs, nearMs } from '../kinds/group-candidates.ts'
import { splitAmount } from '../rows/amount.ts'
import { transactionJoins } from '../rows/row.ts'
import { firstKeyAt } from '../rows/time-key.ts'

/** Where to look for rows. */
export interface Place {
  readonly account: number
  readonly symbol: string
  /** UTC ms. */
  readonly at: number
}

/** Finds the keys of rows that can be one event with a row. The result depends only on the stored rows. */
export function createNearKeys(db: Db) {
  const limit = `LIMIT ${maxRows + 1}`
  const selectBeside = db
    .prepare<[number, number, number, string, string], number>(
      `SELECT t.key FROM account_transaction t ${transactionJoins}
       WHERE t.key >= ? AND t.key < ? AND t.account = ? AND c.name NOT IN ('COMMISSION', 'TAX', 'FINE')
         AND (d.has_trade = 0 OR s.symbol = ? OR substr(s.symbol, 1, 3) = ?) LIMIT ${maxBeside + 1}`,
    )
    .pluck()
  const selectEqual = db
    .prepare<[...number[], bigint, number, number, number, number, string], number>(
      `SELECT t.key FROM account_transaction t INDEXED BY transaction_by_units
       CROSS JOIN transaction_dimension d ON d.key = t.dimension
       CROSS JOIN transaction_subject s ON s.key = d.subject
       WHERE t.key >> 41 IN (?, ?, ?, ?, ?) AND t.units IS NOT NULL AND t.units = ? AND t.nanos = ?
         AND t.account = ? AND t.key >= ? AND t.key < ? AND s.symbol = ? ${limit}`,
    )
    .pluck()
  const ofSymbol = (condition: string) =>
    db
      .prepare<[string, number, number, number, ...string[]], number>(
        `SELECT t.key FROM transaction_subject s
         CROSS JOIN transaction_dimension d ON d.subject = s.key
         CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension ON t.dimension = d.key
         WHERE s.symbol = ? AND d.account = ? AND t.key >= ? AND t.key < ? AND ${condition} ${limit}`,
      )
      .pluck()
  const selectUntraded = ofSymbol('d.has_trade = 0')
  const selectOfSize = ofSymbol('d.has_trade = 1 AND abs(CAST(t.size AS REAL)) = abs(CAST(? AS REAL))')

  return {
    /** Rows of the same minutes, but no fees, and no trades other than of the symbol or of a pair of `currency`. */
    beside({ account, symbol, at }: Place, currency: string): readonly number[] {
      const keys = selectBeside.all(firstKeyAt(at - besideMs), firstKeyAt(at + besideMs), account, symbol, currency)
      return keys.length > maxBeside ? [] : keys
    },
    /** Rows of the symbol whose money has this amount with one of the signs; all signs over the same time. */
    equal({ account, symbol, at }: Place, amount: Decimal, signs: readonly (1n | -1n)[]): readonly number[] {
      const parts = splitAmount(amount)
      if (parts === null || (parts.units === 0n && parts.nanos === 0)) return []
      const { units, nanos } = parts
      return fewEnough(at, (from, to) => {
        const [first, last] = [Math.floor(from / blockKeys), Math.floor(to / blockKeys)]
        const blocks = [0, 1, 2, 3, 4].map((step) => Math.min(first + step, last))
        return signs.flatMap((sign) =>
          selectEqual.all(...blocks, sign * units, Number(sign) * nanos, account, from, to, symbol),
        )
      })
    },
    /** Trades of the symbol with this size. */
    ofSize: ({ account, symbol, at }: Place, size: Decimal): readonly number[] =>
      fewEnough(at, (from, to) => selectOfSize.all(symbol, account, from, to, size)),
    /** Rows of the symbol that are no trades. */
    untraded: ({ account, symbol, at }: Place): readonly number[] =>
      fewEnough(at, (from, to) => selectUntraded.all(symbol, account, from, to)),
  }
}

/** The keys that `select` finds in the longest time around `at` with few enough rows; none if even the shortest has more. */
function fewEnough(at: number, select: (from: number, to: number) => readonly number[]): readonly number[] {
  for (const ms of [nearMs, crowdedMs, besideMs]) {
    const keys = select(firstKeyAt(at - ms), firstKeyAt(at + ms))
    if (keys.length <= maxRows) return keys
  }
  return []
}

/**
 * Where more rows than this are of one amount, such as a fixed fee, or move pieces of one symbol, only those of a shorter
 * time are compared, so that the time for a row has a limit.
 */
const maxRows = 256
const crowdedMs = 3 * dayMs
/** Where more rows than this are in the same minutes, nothing decides which of them are one event. */
const maxBeside = 512

/** Keys of a block in the index of amounts: about 25 days. */
const blockKeys = 2 ** 41
