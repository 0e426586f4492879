import { finalRepayment, heldIn, splitRatio, type StatedPieces } from '#main/insight/kinds/together/known-events.ts'
import {
  textOfPieces,
  type Found,
  type Surroundings,
  type Together,
  type NearRow,
} from '#main/insight/kinds/together/near-rows.ts'
import { canBeTogether, findTogether } from '#main/insight/kinds/together/together.ts'
import type { Db } from '#main/sqlite/db.ts'
import { decimalOrNull, integer, integerOrNull, text, type Row } from '#main/sqlite/row.ts'
import type { YieldingWriter } from '#main/sqlite/write-priority.ts'
import { createMeantEvents, type CorporateEvent } from '../../tables/meant-events.ts'
import type { Dimensions } from '../dictionary/dimensions.ts'
import { createGroupCandidates, type Candidate, type GroupCandidates } from '../kinds/group-candidates.ts'
import { moneySignOf, quantitySignOf } from '../kinds/row-facts.ts'
import { sumsOf } from '../rows/amount.ts'
import { asStated } from '../rows/row.ts'
import { createRowMover, type RollUp } from '../totals/roll-ups.ts'
import { createNearRows, type Neighbourhood, type StoredNearRow } from './near-rows.ts'

/** Reads what is known beyond the rows of a group: corporate events and the pieces held. The result keeps what it has read. */
function createSurroundings(db: Db): (account: number) => Surroundings {
  const listEvents = createMeantEvents(db)
  const selectRows = db.prepare<[string, number], Row>(
    `SELECT t.id, t.at_ms, sign(t.units * 2 + sign(t.nanos)) AS money_sign, t.change_quantity, t.size
     FROM transaction_subject s
     CROSS JOIN transaction_dimension d ON d.subject = s.key
     CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension ON t.dimension = d.key
     WHERE s.symbol = ? AND d.account = ?`,
  )
  return (account) => {
    const known = new Map<string, readonly CorporateEvent[]>()
    const eventsOf = (symbol: string): readonly CorporateEvent[] => {
      const events = known.get(symbol) ?? listEvents([symbol])
      known.set(symbol, events)
      return events
    }
    const held = new Map<string, ReturnType<typeof heldIn>>()
    const heldBefore = (row: NearRow): bigint => {
      const ofSymbol = held.get(row.symbol) ?? heldIn(selectRows.all(row.symbol, account).map(readPieces))
      held.set(row.symbol, ofSymbol)
      return ofSymbol(row)
    }
    return {
      repaymentsOf: (symbol) =>
        eventsOf(symbol).flatMap(({ kind, event }) => (kind === 'bond' ? finalRepayment(event) : [])),
      splitsOf: (symbol) => eventsOf(symbol).flatMap(({ kind, event }) => (kind === 'split' ? splitRatio(event) : [])),
      heldBefore,
    }
  }
}

const readPieces = (row: Row): StatedPieces => ({
  id: text(row, 'id'),
  at: integer(row, 'at_ms'),
  moneySign: integerOrNull(row, 'money_sign') ?? 0,
  changeQuantity: decimalOrNull(row, 'change_quantity'),
  size: decimalOrNull(row, 'size'),
})

/** Candidates in one transaction; they take some tens of milliseconds. */
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
  readonly #readSurroundings
  readonly #readVersion
  readonly #moveRow
  readonly #setPieces
  /** Keys of rows that were compared since another transaction wrote. */
  readonly #compared = new Set<number>()
  readonly #surroundings = new Map<number, Surroundings>()
  #found = new WeakMap<Neighbourhood, Found>()
  #version = ''
  #isReading = false

  constructor(db: Db, dimensions: Dimensions) {
    this.#dimensions = dimensions
    this.#candidates = createGroupCandidates(db)
    this.#near = createNearRows(db, dimensions)
    this.#readSurroundings = createSurroundings(db)
    this.#readVersion = createVersion(db)
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
   * accounts. Call inside a transaction, and `remember` at its end.
   */
  read(priority: YieldingWriter, rollUp: RollUp, accountIds: Set<string>): number {
    if (this.#readVersion() !== this.#version) this.forget()
    this.#isReading = true
    let changedCount = 0
    for (let count = 0; count < groupsInStep && (count === 0 || !priority.isWanted()); count++) {
      const due = this.#candidates.next()
      if (due === null) break
      if (this.#near.isFull()) this.#forgetRows()
      if (this.#compare(due, rollUp, accountIds)) changedCount++
    }
    return changedCount
  }

  /** Call at the end of each transaction of the review: what `read` has read in it stays valid until another one writes. */
  remember(): void {
    if (this.#isReading) this.#version = this.#readVersion()
    this.#isReading = false
  }

  /** Forgets what was read. Call it after a rollback. */
  forget(): void {
    this.#isReading = false
    this.#compared.clear()
    this.#forgetRows()
  }

  #forgetRows(): void {
    this.#near.forget()
    this.#surroundings.clear()
    this.#found = new WeakMap()
  }

  /**
   * Compares one candidate; returns whether it has another kind now. Rows around it that an earlier comparison decided otherwise
   * are due then: each is compared with the rows around itself, once, because only stored rows decide.
   */
  #compare(due: Candidate, rollUp: RollUp, accountIds: Set<string>): boolean {
    const row = this.#near.get(due.account, due.key)
    const isLeftOut = row === null || row.isGrouped
    this.#candidates.end(due, !isLeftOut && isCandidate(row))
    this.#compared.add(due.key)
    if (isLeftOut) return false
    const decision = decide(row, this.#findAround(row).get(row.id))
    if (isStored(row, decision)) return false
    accountIds.add(row.stored.accountId)
    return this.#store(row, decision, rollUp)
  }

  /** What the rows around a row are together. Marks those that are stored otherwise. */
  #findAround(row: StoredNearRow): Found {
    const around = this.#near.around(row)
    const known = this.#found.get(around)
    if (known !== undefined) return known
    const rows = around.rows.filter(({ isGrouped }) => !isGrouped)
    const found = findTogether(rows, this.#surroundingsOf(row.account))
    this.#found.set(around, found)
    for (const other of rows) {
      if (this.#compared.has(other.key) || isStored(other, decide(other, found.get(other.id)))) continue
      this.#candidates.add(other.account, other.symbol, other.key)
    }
    return found
  }

  #surroundingsOf(account: number): Surroundings {
    const surroundings = this.#surroundings.get(account) ?? this.#readSurroundings(account)
    this.#surroundings.set(account, surroundings)
    return surroundings
  }

  /** Returns whether the row has another kind now. */
  #store(row: StoredNearRow, { besideKind, pieces }: Decision, rollUp: RollUp): boolean {
    if (pieces !== row.movedPieces) this.#setPieces.run(pieces, row.key)
    const account = { key: row.account, id: row.stored.accountId }
    const from = this.#dimensions.get(row.dimension)
    const to = this.#dimensions.dimensionOf(account, asStated(row.stored), row.parts, besideKind)
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

/** Returns a text that differs after each write of this or another connection. */
function createVersion(db: Db): () => string {
  const select = db
    .prepare<[], string>("SELECT total_changes() || ' ' || data_version FROM pragma_data_version")
    .pluck()
  return () => select.get() ?? ''
}
