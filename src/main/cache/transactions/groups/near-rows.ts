import type { NearRow } from '#main/insight/kinds/together/near-rows.ts'
import { mayTakePieces } from '#main/insight/kinds/together/redemptions.ts'
import type { Db } from '#main/sqlite/db.ts'
import { integer, textOrNull, type Row } from '#main/sqlite/row.ts'
import type { Decimal } from '#shared/decimal.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { Dimensions } from '../dictionary/dimensions.ts'
import { splitAmount, type AmountParts } from '../rows/amount.ts'
import { groupRowOf } from '../rows/group-row.ts'
import { decodeTransaction, transactionColumns, transactionJoins, type StoredTransaction } from '../rows/row.ts'
import { createNearKeys } from './near-keys.ts'

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
  /** Whether it belongs to a group of the user: then no rule decides. */
  readonly isGrouped: boolean
}

/** Rows that can be one event with one of them. */
export interface Neighbourhood {
  readonly rows: readonly StoredNearRow[]
}

/** The rows of some minutes, which many neighbourhoods have in common. */
interface Beside {
  readonly number: number
  readonly rows: ReadonlyMap<number, StoredNearRow>
  readonly hasReversal: boolean
}

/**
 * Reads rows with those that can be one event with them. The result depends only on the stored rows. What was read is kept
 * until `forget`: call it when rows may have changed.
 */
export function createNearRows(db: Db, dimensions: Dimensions) {
  const columns = `SELECT t.dimension, t.account, t.moved_pieces, t.chosen_group, ${transactionColumns} FROM account_transaction t`
  const one = db.prepare<[number, number], Row>(`${columns} ${transactionJoins} WHERE t.key = ? AND t.account = ?`)
  const near = createNearKeys(db)

  const known = new Map<number, StoredNearRow>()
  const besides = new Map<string, Beside>()
  const neighbourhoods = new Map<string, Neighbourhood>()

  const decode = (row: Row): StoredNearRow => {
    const stored = decodeTransaction(row)
    const { accountId, transaction, instrumentType } = stored
    const parts = transaction.change === null ? null : splitAmount(transaction.change.amount)
    const [dimension, account] = [integer(row, 'dimension'), integer(row, 'account')]
    const { kind, rule } = dimensions.kindAlone({ key: account, id: accountId }, transaction, parts, instrumentType)
    return {
      ...groupRowOf({ transaction, kind, instrumentType }),
      isChosen: rule === 'person',
      key: integer(row, 'key'),
      account,
      dimension,
      stored,
      parts,
      besideKind: stored.kindRule === 'neighbours' ? stored.kind : null,
      movedPieces: textOrNull(row, 'moved_pieces'),
      isGrouped: row['chosen_group'] !== null,
    }
  }

  const get = (account: number, key: number): StoredNearRow | null => {
    const read = known.get(key)
    if (read !== undefined) return read
    const row = one.get(key, account)
    if (row === undefined) return null
    const decoded = decode(row)
    known.set(key, decoded)
    return decoded
  }

  const readAll = (account: number, keys: readonly number[]): Map<number, StoredNearRow> =>
    new Map(
      keys.flatMap((key): [number, StoredNearRow][] => {
        const row = get(account, key)
        return row === null ? [] : [[key, row]]
      }),
    )

  const besideOf = (row: StoredNearRow): Beside => {
    const { account, at, symbol, currency } = row
    const own = symbol === '' ? (currency ?? '') : ''
    const name = JSON.stringify([account, at, symbol, own])
    const read = besides.get(name)
    if (read !== undefined) return read
    const rows = readAll(row.account, near.beside(row, own))
    const beside = { number: besides.size, rows, hasReversal: [...rows.values()].some(isReversal) }
    besides.set(name, beside)
    return beside
  }

  /** Rows that can be one event with a row besides those of the same minutes. */
  const furtherFrom = (row: StoredNearRow, beside: Beside): Map<number, StoredNearRow> => {
    const { account, symbol, stored } = row
    const { change, trade, changeQuantity } = stored.transaction
    const further = new Map<number, StoredNearRow>()
    const add = (key: number): void => {
      const read = beside.rows.has(key) ? null : get(account, key)
      if (read !== null) further.set(key, read)
    }
    const isReversalAt = (key: number): boolean => get(account, key)?.kind === 'reversal'
    add(row.key)
    if (change !== null) {
      const opposite = isReversal(row) || beside.hasReversal ? null : near.equal(row, change.amount, [-1n])
      // Rows and their reversals are read over the same time: otherwise a reversal would take back the only row in sight.
      const hasReversal = opposite === null || opposite.some(isReversalAt)
      ;(hasReversal ? near.equal(row, change.amount, [-1n, 1n]) : opposite).forEach(add)
    }
    if (symbol === '') return further
    // The trade of a currency pair, or one whose pieces are taken back.
    const size = trade === null ? statedSize(change?.amount, changeQuantity) : trade.size
    if (!isZero(size)) near.ofSize(row, size).forEach(add)
    if (trade?.size != null) near.equal(row, trade.size, [1n, -1n]).forEach(add)
    if ((trade === null && !isZero(changeQuantity)) || mayTakePieces(row) || row.kind === 'reversal')
      near.untraded(row).forEach(add)
    return further
  }

  return {
    get,
    /** All rows that can be one event with a row, and the row itself. Rows with the same neighbourhood get the same object. */
    around(row: StoredNearRow): Neighbourhood {
      const beside = besideOf(row)
      const further = furtherFrom(row, beside)
      const name = `${beside.number}: ${[...further.keys()].sort((a, b) => a - b).join(' ')}`
      const read = neighbourhoods.get(name)
      if (read !== undefined) return read
      const neighbourhood = { rows: [...beside.rows.values(), ...further.values()] }
      neighbourhoods.set(name, neighbourhood)
      return neighbourhood
    },
    /** Whether more is kept than memory should hold. */
    isFull: (): boolean => known.size > maxKnown || neighbourhoods.size > maxKnown,
    forget(): void {
      known.clear()
      besides.clear()
      neighbourhoods.clear()
    },
  }
}

const isReversal = ({ kind }: StoredNearRow): boolean => kind === 'reversal'

/** Rows and neighbourhoods in memory; some megabytes. */
const maxKnown = 4_096

const isZero = (text: string | null | undefined): text is null | undefined => text == null || !/[1-9]/.test(text)

/** The size that a trade has if a row without a trade is one event with it: its money, otherwise its pieces. */
const statedSize = (money: Decimal | undefined, pieces: Decimal | null): Decimal | null =>
  isZero(money) ? pieces : money
