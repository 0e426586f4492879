import type { NearRow } from '../../../insight/kinds/together/near-rows.ts'
import { unitsOf } from '../../../insight/kinds/together/known-events.ts'
import { dayMs } from '../../../../shared/durations.ts'
import type { Decimal } from '../../../../shared/decimal.ts'
import type { TransactionKind } from '../../../../shared/model/transaction/transaction.ts'
import type { Db } from '../../../sqlite/db.ts'
import { integer, textOrNull, type Row } from '../../../sqlite/row.ts'
import type { Dimensions } from '../dictionary/dimensions.ts'
import { splitAmount, type AmountParts } from '../rows/amount.ts'
import { decodeTransaction, transactionColumns, transactionJoins, type StoredTransaction } from '../rows/row.ts'
import { firstKeyAt } from '../rows/time-key.ts'
import { besideMs, nearMs } from '../kinds/group-candidates.ts'

/** A stored row with all that its group depends on. */
export interface StoredNearRow extends NearRow {
  readonly key: number
  readonly account: number
  readonly dimension: number
  readonly stored: StoredTransaction
  readonly parts: AmountParts | null
  /** The stored result of an earlier comparison. */
  readonly besideKind: TransactionKind | null
  readonly movedPieces: string | null
}

/** Reads rows with those that can be one event with them. The result depends only on the stored rows. */
export function createNearRows(db: Db, dimensions: Dimensions) {
  const columns = `SELECT t.dimension, t.account, t.moved_pieces, ${transactionColumns} FROM account_transaction t`
  const one = db.prepare<[number, number], Row>(`${columns} ${transactionJoins} WHERE t.key = ? AND t.account = ?`)
  const beside = db.prepare<[number, number, number, string, string], Row>(
    `${columns} ${transactionJoins}
     WHERE t.key >= ? AND t.key < ? AND t.account = ? AND c.name NOT IN ('COMMISSION', 'TAX', 'FINE')
       AND (d.has_trade = 0 OR s.symbol = ? OR substr(s.symbol, 1, 3) = ?)`,
  )
  const equal = `
    FROM account_transaction t INDEXED BY transaction_by_units
    WHERE t.key >> 41 IN (SELECT value FROM json_each(?)) AND t.units IS NOT NULL AND t.units = ? AND t.nanos = ? AND t.account = ?
      AND t.key >= ? AND t.key < ?`
  type OfAmount = [blocks: string, units: bigint, nanos: number, account: number, from: number, to: number]
  const countEqual = db.prepare<OfAmount, number>(`SELECT count(*) ${equal}`).pluck()
  const byAmount = db.prepare<[...OfAmount, string], Row>(
    `SELECT t.dimension, t.account, t.moved_pieces, ${transactionColumns}
     ${equal.replace('WHERE', `${transactionJoins} WHERE`)} AND s.symbol = ?`,
  )
  const ofSymbol = (condition: string) =>
    db.prepare<[string, number, number, number, ...string[]], Row>(
      `SELECT t.dimension, t.account, t.moved_pieces, ${transactionColumns}
       FROM transaction_subject s
       CROSS JOIN transaction_dimension d ON d.subject = s.key
       CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension ON t.dimension = d.key
       ${transactionJoins.replace(/CROSS JOIN transaction_(dimension|subject).*\n/g, '')}
       WHERE s.symbol = ? AND d.account = ? AND t.key >= ? AND t.key < ? AND ${condition}`,
    )
  const untraded = ofSymbol('d.has_trade = 0')
  const ofSize = ofSymbol('d.has_trade = 1 AND abs(CAST(t.size AS REAL)) = abs(CAST(? AS REAL))')

  const decode = (row: Row): StoredNearRow => {
    const stored = decodeTransaction(row)
    const { accountId, transaction, instrumentType } = stored
    const { id, at, name, symbol, change, changeQuantity, trade } = transaction
    const parts = change === null ? null : splitAmount(change.amount)
    const [dimension, account] = [integer(row, 'dimension'), integer(row, 'account')]
    const { kind, rule } = dimensions.kindAlone({ key: account, id: accountId }, transaction, parts, instrumentType)
    return {
      ...{ id, at, name, symbol, kind, isChosen: rule === 'person' },
      ...{ currency: change?.currency ?? null, money: change === null ? null : unitsOf(change.amount) },
      changeQuantity: unitsOf(changeQuantity),
      trade: trade && {
        ...{ size: unitsOf(trade.size), price: unitsOf(trade.price), accruedInterest: unitsOf(trade.accruedInterest) },
      },
      ...{ key: integer(row, 'key'), account, dimension, stored, parts },
      besideKind: dimensions.get(dimension).besideKind,
      movedPieces: textOrNull(row, 'moved_pieces'),
    }
  }

  return {
    get(account: number, key: number): StoredNearRow | null {
      const row = one.get(key, account)
      return row === undefined ? null : decode(row)
    },
    /** All rows that can be one event with a row, and the row itself. */
    around(row: StoredNearRow): StoredNearRow[] {
      const { account, at, symbol, stored } = row
      const { change, trade, changeQuantity } = stored.transaction
      const amount = change?.amount
      const [from, to] = [firstKeyAt(at - besideMs), firstKeyAt(at + besideMs)]
      const own = symbol === '' ? (change?.currency ?? '') : ''
      const rows = new Map([[row.key, row]])
      const add = (found: readonly Row[]): void => {
        for (const each of found) {
          const key = integer(each, 'key')
          if (!rows.has(key)) rows.set(key, decode(each))
        }
      }
      const addEqual = (amount: Decimal, sign: 1n | -1n): void => {
        const parts = splitAmount(amount)
        if (parts === null || (parts.units === 0n && parts.nanos === 0)) return
        const blocks = JSON.stringify([-2, -1, 0, 1, 2].map((step) => Math.floor(row.key / blockKeys) + step))
        const within = (ms: number): OfAmount => [
          ...([blocks, sign * parts.units, Number(sign) * parts.nanos, account] as const),
          ...([firstKeyAt(at - ms), firstKeyAt(at + ms)] as const),
        ]
        const isCrowded = (countEqual.get(...within(nearMs)) ?? 0) > maxEqual
        add(byAmount.all(...within(isCrowded ? crowdedMs : nearMs), symbol))
      }
      add(beside.all(from, to, account, symbol, own))
      if (change !== null) {
        addEqual(change.amount, -1n)
        if ([...rows.values()].some(({ kind }) => kind === 'reversal')) addEqual(change.amount, 1n)
      }
      if (symbol === '') return [...rows.values()]
      const within = (ms: number): [string, number, number, number] => [
        ...([symbol, account, firstKeyAt(at - ms), firstKeyAt(at + ms)] as const),
      ]
      // The trade of a currency pair, or one whose pieces are taken back.
      const size = trade === null ? (isZero(amount) ? changeQuantity : amount) : trade.size
      if (!isZero(size)) add(ofSize.all(...within(nearMs), size))
      if (trade?.size != null) for (const sign of [1n, -1n] as const) addEqual(trade.size, sign)
      if ((trade === null && !isZero(changeQuantity)) || row.kind === 'redemption' || row.kind === 'reversal')
        add(untraded.all(...within(nearMs)))
      return [...rows.values()]
    },
  }
}

/** Where more rows than this have one amount, such as a fixed fee, only those of some days are compared. */
const maxEqual = 500
const crowdedMs = 3 * dayMs

/** Keys of a block in the index of amounts: about 25 days. */
const blockKeys = 2 ** 41

const isZero = (text: string | null | undefined): text is null | undefined => text == null || !/[1-9]/.test(text)
