import { textOfPieces, type Together } from '../../../insight/kinds/together/near-rows.ts'
import { canBeTogether, findTogether } from '../../../insight/kinds/together/together.ts'
import type { Db } from '../../../sqlite/db.ts'
import type { YieldingWriter } from '../../../sqlite/write-priority.ts'
import type { Dimensions } from '../dictionary/dimensions.ts'
import { sumsOf } from '../rows/amount.ts'
import { createRowMover, type RollUp } from '../totals/roll-ups.ts'
import { createGroupCandidates, type GroupCandidates } from '../kinds/group-candidates.ts'
import { createSurroundings } from './group-surroundings.ts'
import { createNearRows, type StoredNearRow } from './near-rows.ts'
import { moneySignOf, quantitySignOf } from '../kinds/row-facts.ts'

/** Candidates in one transaction; they take a few milliseconds. */
const groupsInStep = 16

/** What the rows beside a row make of it: the kind, unless it has that kind alone, and the pieces. */
interface Decision {
  readonly besideKind: Together['kind'] | null
  /** As stored. */
  readonly pieces: string | null
}

/**
 * Compares candidates that are due with the rows beside them. What a row is follows only from the stored rows around it, so that
 * the order in which rows arrive does not matter.
 */
export class GroupReview {
  readonly #dimensions: Dimensions
  readonly #candidates: GroupCandidates
  readonly #near
  readonly #surroundings
  readonly #moveRow
  readonly #setPieces

  constructor(db: Db, dimensions: Dimensions) {
    this.#dimensions = dimensions
    this.#candidates = createGroupCandidates(db)
    this.#near = createNearRows(db, dimensions)
    this.#surroundings = createSurroundings(db)
    this.#moveRow = createRowMover(db)
    this.#setPieces = db.prepare<[string | null, number]>(
      'UPDATE account_transaction SET moved_pieces = ? WHERE key = ?',
    )
  }

  /** The number of candidates that are due. */
  get left(): number {
    return this.#candidates.count()
  }

  /**
   * Compares the next candidates with the rows beside them; returns the number of rows with another kind and adds the ids of their
   * accounts. Call inside a transaction.
   */
  read(priority: YieldingWriter, rollUp: RollUp, accountIds: Set<string>): number {
    let changedCount = 0
    for (let count = 0; count < groupsInStep && (count === 0 || !priority.isWanted()); count++) {
      const changed = this.#readNext(rollUp, accountIds)
      if (changed === null) break
      changedCount += changed
    }
    return changedCount
  }

  /**
   * Compares one candidate. Rows that an earlier comparison decided otherwise are compared too, each with the rows around
   * itself. Returns `null` if no candidate is due.
   */
  #readNext(rollUp: RollUp, accountIds: Set<string>): number | null {
    const due = this.#candidates.next()
    if (due === null) return null
    const first = this.#near.get(due.account, due.key)
    this.#candidates.end(due, first !== null && isCandidate(first))
    const waiting = new Map(first === null ? [] : [[first.key, first]])
    let changedCount = 0
    const seen = new Set<number>()
    for (const [key, row] of waiting) {
      waiting.delete(key)
      seen.add(key)
      const rows = this.#near.around(row)
      const found = findTogether(rows, this.#surroundings(row.account))
      for (const other of rows)
        if (!seen.has(other.key) && !isStored(other, decide(other, found.get(other.id)))) waiting.set(other.key, other)
      const decision = decide(row, found.get(row.id))
      if (isStored(row, decision)) continue
      accountIds.add(row.stored.accountId)
      if (this.#store(row, decision, rollUp)) changedCount++
    }
    return changedCount
  }

  /** Returns whether the row has another kind now. */
  #store(row: StoredNearRow, { besideKind, pieces }: Decision, rollUp: RollUp): boolean {
    if (pieces !== row.movedPieces) this.#setPieces.run(pieces, row.key)
    const account = { key: row.account, id: row.stored.accountId }
    const from = this.#dimensions.get(row.dimension)
    const to = this.#dimensions.dimensionOf(account, row.stored.transaction, row.parts, besideKind)
    if (from.dimension === to.dimension) return false
    this.#moveRow({ key: row.key, account: row.account, atMs: row.at, sums: sumsOf(row.parts) }, from, to, rollUp)
    return from.kind !== to.kind
  }
}

/** The kind that the user chose stays; the pieces follow only if it is that of the group. */
function decide(row: StoredNearRow, together: Together | undefined): Decision {
  if (together === undefined) return { besideKind: null, pieces: null }
  const pieces = textOfPieces(together)
  if (together.kind === row.kind) return { besideKind: null, pieces }
  return row.isChosen ? { besideKind: null, pieces: null } : { besideKind: together.kind, pieces }
}

const isStored = (row: StoredNearRow, { besideKind, pieces }: Decision): boolean =>
  row.besideKind === besideKind && row.movedPieces === pieces

function isCandidate({ kind, symbol, parts, stored: { transaction } }: StoredNearRow): boolean {
  const signs = { moneySign: moneySignOf(parts), quantitySign: quantitySignOf(transaction) }
  return canBeTogether({ kind, symbol, hasTrade: transaction.trade !== null, ...signs })
}
