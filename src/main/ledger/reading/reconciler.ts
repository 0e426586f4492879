import { dayMs } from '#shared/durations.ts'
import { textLanguage } from '#shared/language.ts'
import type { Account } from '#shared/model/account.ts'
import type { WithdrawnRow } from '#shared/model/transaction/withdrawn-row.ts'
import type { Cache } from '../../cache/cache.ts'
import { LedgerHoldings } from '../../cache/ledger/ledger-holdings.ts'
import { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import { createLedgerCash } from '../../cache/ledger/money-sums.ts'
import { otherSideOf } from '../../insight/ledger/other-side.ts'
import { reconcile, type Reconciled } from '../../insight/ledger/reconcile/reconcile.ts'
import { piecesOf } from '../../insight/ledger/row.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import type { Db } from '../../sqlite/db.ts'
import { Memo } from '../memo.ts'
import type { LedgerChoices } from '../replay/replay-inputs.ts'
import { RowDecoder } from '../replay/row-decoder.ts'
import type { UnnamedReconciliation } from './differences.ts'
import { createEvidence, type AbsentRows } from './evidence.ts'
import { readHistory } from './history.ts'
import { addMoney, createOtherSides } from './other-sides.ts'
import { partial, statedCash, statedPieces, union, untilStatement, withMarkets } from './stated-figures.ts'

type Tables = Pick<
  Cache,
  'accounts' | 'coverage' | 'history' | 'unreadable' | 'instruments' | 'instrumentDetails' | 'corporateEvents'
>

type Compared = Reconciled & { readonly hasLaterRows: boolean }

/** Units of 10⁻¹⁸ in a billionth. */
const unitsInNano = 1_000_000_000n

/** Compares the figures of accounts with their stored holdings, which must be current. */
export class Reconciler {
  readonly #tables: Tables
  readonly #rows
  readonly #holdings
  readonly #cash
  readonly #readOtherSides
  readonly #selectKey
  /** The withdrawn rows of each account, as last noted. */
  readonly #withdrawn = new Map<string, readonly WithdrawnRow[]>()
  /** The last comparison of each account. */
  readonly #compared = new Memo<Compared | null>(Infinity)

  constructor(db: Db, tables: Tables) {
    this.#tables = tables
    this.#rows = new LedgerRows(db)
    this.#holdings = new LedgerHoldings(db)
    this.#cash = createLedgerCash(db)
    this.#readOtherSides = createOtherSides(db)
    this.#selectKey = db.prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?').pluck()
  }

  /** Notes the rows of these accounts that the service no longer sends: the causes of later comparisons name them. */
  noteWithdrawn(accountIds: readonly string[], rows: readonly WithdrawnRow[]): void {
    for (const id of accountIds)
      this.#withdrawn.set(
        id,
        rows.filter(({ accountId }) => accountId === id),
      )
  }

  /**
   * Null for an account that the service has not stated. `revision`: the version of the stored holdings; null if they are not
   * current, then nothing is compared. The comparison is kept while the revision and the stated figures are the same. Nothing
   * is compared while rows of an older version have no kinds yet.
   */
  read(accountId: string, choices: LedgerChoices, revision: number | null): UnnamedReconciliation | null {
    const statement = this.#tables.accounts.statement(accountId)
    if (statement === null) return null
    const { wholeUntil } = readHistory(this.#tables, accountId)
    const isKnown = wholeUntil !== null && revision !== null && !this.#rows.hasUnreviewedKinds()
    if (!isKnown) return this.#readPartial(accountId, false)
    const unreadable = this.#tables.unreadable.list(accountId)
    const day = Math.floor(statement.at / dayMs)
    const withdrawn = this.#withdrawn.get(accountId) ?? []
    const missing = this.#rows.missing(this.#keyOf(accountId)).map(([key]) => key)
    const language = textLanguage()
    const stamp = JSON.stringify([revision, statement.since, day, choices, language, unreadable, withdrawn, missing])
    const compare = (): Compared | null => this.#compare(accountId, choices, { unreadable, withdrawn })
    const compared = this.#compared.read(stamp, compare, accountId)
    // Rows that came after the statement belong to the next statement.
    if (compared?.hasLaterRows !== false) this.#compared.expire(accountId)
    if (compared === null) return null
    // Figures that changed after the last loaded row may contain rows that are not loaded.
    if (compared.differenceCount > 0 && statement.since >= wholeUntil) return this.#readPartial(accountId, true)
    const { positions, cash, differenceCount } = compared
    const figures = { positions: [...positions], cash: [...cash], differenceCount }
    return { accountId, coverage: 'whole', ...figures, statedAt: statement.at, needsNewerRows: false }
  }

  #compare(accountId: string, choices: LedgerChoices, absent: AbsentRows): Compared | null {
    const stored = this.#tables.accounts.get(accountId)
    if (stored === null) return null
    const { account, fetchedAt: statedAt } = stored
    const { hasLaterRows, ...figures } = this.#readFigures(account, statedAt, choices)
    const source = { rows: this.#rows, tables: this.#tables, account: this.#keyOf(accountId), statedAt, ...absent }
    const symbols = figures.positions.map(({ key }) => key)
    return { ...reconcile(figures, createEvidence({ ...source, symbols })), hasLaterRows }
  }

  #readPartial(accountId: string, needsNewerRows: boolean): UnnamedReconciliation | null {
    const stored = this.#tables.accounts.get(accountId)
    return stored === null ? null : partial(stored.account, stored.fetchedAt, needsNewerRows)
  }

  #keyOf = (accountId: string): number => this.#selectKey.get(accountId) ?? -1

  #readFigures({ id, positions, cash }: Account, statedAt: number, choices: LedgerChoices) {
    const account = this.#keyOf(id)
    const openings = choices.openings.filter(({ accountId }) => accountId === id)
    const later = this.#readLater(account, statedAt)
    const openingOf = (field: 'symbol' | 'currency', key: string): bigint | null => {
      const opening = openings.find((each) => each[field] === key)
      return opening === undefined ? null : parseUnits(opening.amount)
    }
    const pieces = new Map(
      this.#holdings.quantities(account).map(({ symbol, quantity }) => [symbol, parseUnits(quantity) ?? 0n]),
    )
    const money = new Map([...this.#cash.nanosOf(account)].map(([currency, nanos]) => [currency, nanos * unitsInNano]))
    addMoney(money, this.#readOtherSides([account]))
    return {
      hasLaterRows: later.count > 0,
      positions: union(withMarkets(statedPieces(positions), pieces), pieces, (key, replayed, stated) => ({
        replayed: untilStatement(stated, replayed, later.pieces.get(key) ?? 0n),
        opening: openingOf('symbol', key),
      })),
      cash: union(statedCash(cash), money, (key, replayed, stated) => {
        const opening = openingOf('currency', key)
        return { replayed: untilStatement(stated, replayed + (opening ?? 0n), later.money.get(key) ?? 0n), opening }
      }),
    }
  }

  /** The pieces and money that rows after the statement moved. */
  #readLater(account: number, statedAt: number) {
    const decoder = new RowDecoder(this.#rows)
    const pieces = new Map<string, bigint>()
    const money = new Map<string, bigint>()
    let count = 0
    for (const raw of this.#rows.since(account, statedAt + 1)) {
      const row = decoder.decode(raw)?.row
      if (row === undefined || row.at <= statedAt) continue
      count++
      pieces.set(row.symbol, (pieces.get(row.symbol) ?? 0n) + (piecesOf(row) ?? 0n))
      const { currency, money: own } = row
      addMoney(money, currency === null || own === null ? [] : [{ currency, money: own }])
      addMoney(
        money,
        [otherSideOf(row)].filter((other) => other !== null),
      )
    }
    return { pieces, money, count }
  }
}
