import { textOfTarget, type KindChoice, type KindTarget } from '#shared/model/transaction/kind-choice.ts'
import type { RowGroup } from '#shared/model/transaction/row-group.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { onlyWriter, type YieldingWriter } from '../../sqlite/write-priority.ts'
import { Dimensions } from './dictionary/dimensions.ts'
import { createNotedAssumptions } from './dictionary/unstated-currency.ts'
import { ChosenGroups } from './groups/chosen-groups.ts'
import { GroupReview } from './groups/group-review.ts'
import type { KindReviewStep } from './kind-work.ts'
import { createGroupCandidates } from './kinds/group-candidates.ts'
import { createChangedCount, createDueKinds, type DueKinds, KindChoices } from './kinds/kind-choices.ts'
import { splitAmount, sumsOf } from './rows/amount.ts'
import { asStated, decodeTransaction, transactionColumns, transactionJoins } from './rows/row.ts'
import { createRollUp, type RollUp, createRowMover } from './totals/roll-ups.ts'

/** The maximum number of rows per transaction. */
const usualRows = 400
/** Rows between two checks whether another connection wants to write; they take two milliseconds. */
const rowsBetweenChecks = 64

/**
 * Finds the kinds of stored rows again: of rows of an older version, and of rows about which more is known now. Each
 * part is one transaction that also stores the progress, so that the review continues there after a stop. Sums stay
 * exact.
 */
export class KindReview {
  readonly #db: Db
  readonly #dimensions: Dimensions
  readonly #choices: KindChoices
  readonly #due: DueKinds
  readonly #groups: GroupReview
  readonly #chosen: ChosenGroups
  readonly #candidates
  readonly #changed
  readonly #startRollUp
  readonly #moveRow
  readonly #assumed
  readonly #statements
  readonly #priority: YieldingWriter

  /** `priority` says when another connection wants to write. */
  constructor(db: Db, priority: YieldingWriter = onlyWriter) {
    this.#db = db
    this.#priority = priority
    this.#dimensions = new Dimensions(db)
    this.#choices = new KindChoices(db)
    this.#due = createDueKinds(db)
    this.#groups = new GroupReview(db, this.#dimensions)
    this.#chosen = new ChosenGroups(db, this.#dimensions)
    this.#candidates = createGroupCandidates(db)
    this.#changed = createChangedCount(db)
    this.#startRollUp = createRollUp(db)
    this.#moveRow = createRowMover(db)
    this.#assumed = createNotedAssumptions(db)
    const rows = `SELECT t.dimension, ${transactionColumns} FROM account_transaction t`
    this.#statements = {
      next: db.prepare<[], Row>('SELECT dimension, after_key FROM transaction_kind_due LIMIT 1'),
      count: db.prepare<[], number>('SELECT count(*) FROM transaction_kind_due').pluck(),
      advance: db.prepare<[number, number]>('UPDATE transaction_kind_due SET after_key = ? WHERE dimension = ?'),
      end: db.prepare<[number]>('DELETE FROM transaction_kind_due WHERE dimension = ?'),
      removeEmpty: db.prepare<[number, number]>(
        `DELETE FROM transaction_dimension WHERE key = ?
         AND NOT EXISTS (SELECT 1 FROM account_transaction INDEXED BY transaction_by_dimension WHERE dimension = ?)`,
      ),
      rowsOf: db.prepare<[number, number, number], Row>(
        `${rows} INDEXED BY transaction_by_dimension ${transactionJoins}
         WHERE t.dimension = ? AND t.key > ? ORDER BY t.key LIMIT ?`,
      ),
      rowById: db.prepare<[string, string], Row>(
        `${rows} ${transactionJoins} WHERE t.account = (SELECT key FROM transaction_account WHERE account_id = ?) AND t.id = ?`,
      ),
    }
  }

  /** Reads the next rows that are due, at most `maxRows`. */
  step(maxRows: number = usualRows): KindReviewStep {
    return this.#inTransaction((rollUp) => {
      const accountIds = new Set<string>()
      this.#dimensions.refresh()
      let isRead = false
      for (let left = maxRows; left > 0;) {
        const due = this.#statements.next.get()
        if (due === undefined) break
        isRead = true
        left -= Math.max(1, this.#readDimension(due, Math.min(left, rowsBetweenChecks), rollUp, accountIds))
        if (this.#priority.isWanted()) break
      }
      // The rows beside a row decide once each of them has the kind that it has alone.
      const grouped = isRead ? null : this.#chosen.decideNext((row) => this.#findAgain(row, rollUp))
      if (grouped !== null) accountIds.add(grouped)
      else if (!isRead) this.#changed.add(this.#groups.read(this.#priority, rollUp, accountIds))
      const left = (this.#statements.count.get() ?? 0) + this.#chosen.left + this.#groups.left
      return { accountIds: [...accountIds], left, changedCount: left > 0 ? null : this.#changed.take() }
    })
  }

  /**
   * Stores the user's choice; null removes it. A choice for one row changes the row at once; similar rows are marked as due, and
   * `step` changes them.
   */
  choose(target: KindTarget, kind: TransactionKind | null): void {
    this.#inTransaction((rollUp) => void this.#put(target, kind, rollUp))
  }

  /** Stores all groups of the user that have an effect, none of which share a row, and changes their rows at once. */
  group(groups: readonly RowGroup[]): void {
    this.#inTransaction((rollUp) => void this.#chosen.replace(groups, (row) => this.#findAgain(row, rollUp)))
  }

  /**
   * Starts the review: copies the user's choices and groups from the journal to the cache. If the rules or words of this version
   * differ from those that found the stored kinds, all rows are read again. Returns the ids of accounts with a changed row.
   */
  begin(choices: readonly KindChoice[], groups: readonly RowGroup[] = []): string[] {
    this.#due.markForNewRules()
    const wanted = new Map(choices.map((choice) => [textOfTarget(choice.target), choice]))
    return this.#inTransaction((rollUp) => {
      const stored = new Map(this.#choices.list().map((choice) => [textOfTarget(choice.target), choice]))
      const changed: (string | null)[] = []
      for (const [name, { target }] of stored) if (!wanted.has(name)) changed.push(this.#put(target, null, rollUp))
      for (const [name, { target, kind }] of wanted)
        if (stored.get(name)?.kind !== kind) changed.push(this.#put(target, kind, rollUp))
      changed.push(...this.#chosen.replace(groups, (row) => this.#findAgain(row, rollUp)))
      return [...new Set(changed.filter((accountId) => accountId !== null))]
    })
  }

  /** Returns the account id of a row that has another dimension now. */
  #put(target: KindTarget, kind: TransactionKind | null, rollUp: RollUp): string | null {
    this.#choices.put(target, kind)
    this.#due.raiseVersion()
    if (target.scope === 'all-like-this') {
      this.#due.markName(target.alike.name, target.alike.category)
      return null
    }
    const row = this.#statements.rowById.get(target.accountId, target.id)
    return row === undefined ? null : this.#findAgain(row, rollUp)
  }

  /** Reads rows of one dimension; returns their number. A dimension without rows is removed. */
  #readDimension(due: Row, maxRows: number, rollUp: RollUp, accountIds: Set<string>): number {
    const [dimension, after] = [integer(due, 'dimension'), integer(due, 'after_key')]
    const { rowsOf, advance, end, removeEmpty } = this.#statements
    const rows = rowsOf.all(dimension, after, maxRows)
    for (const row of rows) {
      const accountId = this.#findAgain(row, rollUp)
      if (accountId !== null) accountIds.add(accountId)
    }
    const last = rows.at(-1)
    if (last !== undefined && rows.length === maxRows) {
      advance.run(integer(last, 'key'), dimension)
      return rows.length
    }
    end.run(dimension)
    if (removeEmpty.run(dimension, dimension).changes > 0) this.#due.raiseVersion()
    return rows.length
  }

  /**
   * Finds the kind of a row and moves it to its dimension. Returns its account id if the dimension is a new one, or
   * else null.
   */
  #findAgain(row: Row, rollUp: RollUp): string | null {
    const stored = decodeTransaction(row)
    const [accountId, transaction] = [stored.accountId, asStated(stored)]
    const parts = transaction.change === null ? null : splitAmount(transaction.change.amount)
    const account = this.#dimensions.begin(accountId)
    const from = this.#dimensions.get(integer(row, 'dimension'))
    const to = this.#dimensions.dimensionOf(account, transaction, parts, from.besideKind)
    const key = integer(row, 'key')
    if (to.isCandidate || from.besideKind !== null || from.dimension !== to.dimension)
      this.#candidates.add(account.key, transaction.symbol, key)
    if (from.dimension === to.dimension) return null
    const { symbol, at: atMs } = transaction
    this.#candidates.markNear(account.key, new Map([[symbol, [atMs, atMs]]]))
    this.#moveRow({ key, account: account.key, atMs, sums: sumsOf(parts) }, from, to, rollUp)
    if (from.kind !== to.kind) this.#changed.add(1)
    if (from.currency !== to.currency) this.#assumed.note(accountId)
    return accountId
  }

  #inTransaction<T>(run: (rollUp: RollUp) => T): T {
    try {
      return transact(this.#db, () => {
        const rollUp = this.#startRollUp()
        const result = run(rollUp)
        rollUp.write()
        this.#assumed.update()
        this.#groups.remember()
        return result
      })
    } catch (error) {
      this.#dimensions.forget()
      this.#groups.forget()
      throw error
    }
  }
}
