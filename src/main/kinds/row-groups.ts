import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { RowGroupPreview } from '#shared/model/transaction/history.ts'
import type { RowGroup, RowGroupDraft, RowGroupKind } from '#shared/model/transaction/row-group.ts'
import { rowGroupTitles } from '#shared/text/transaction-kinds.ts'
import type { Cache } from '../cache/cache.ts'
import { groupRowOf } from '../cache/transactions/rows/group-row.ts'
import type { StoredTransaction } from '../cache/transactions/rows/row.ts'
import { chosenEvent } from '../insight/kinds/together/chosen-groups.ts'
import { compareRows } from '../insight/ledger/row.ts'
import { fitsPlaces, formatUnits, parseUnits, unitPlaces } from '../insight/lots/units.ts'
import type { Journal } from '../journal/journal.ts'
import { idOfRows, textOfRows } from '../journal/row-groups.ts'
import type { Clock } from '../time/clock.ts'

interface RowGroupsOptions {
  readonly cache: Pick<Cache, 'transactions'>
  readonly journal: Pick<Journal, 'groups'>
  readonly clock: Clock
  /** The rows of an account have other kinds now. */
  readonly onChange: (accountId: string) => void
}

type RowOf = Pick<RowGroup, 'accountId'> & { readonly id: string }
type Alike = Pick<RowGroupPreview, 'alike' | 'hasMore'>

/** The groups of rows that the user makes: journal, and its copy in the cache. */
export class RowGroups {
  readonly #options: RowGroupsOptions

  constructor(options: RowGroupsOptions) {
    this.#options = options
  }

  /** The newest first. */
  list(): RowGroup[] {
    return this.#options.journal.groups.list()
  }

  /** The group of a row, that with an effect if there are several; `null` without a group. */
  of({ accountId, id }: RowOf): RowGroup | null {
    const own = this.#options.journal.groups.of(accountId, id)
    if (own.length < 2) return own[0] ?? null
    const inEffect = new Set(this.inEffect().map((group) => group.id))
    return own.find((group) => inEffect.has(group.id)) ?? own[0] ?? null
  }

  /**
   * The groups that have an effect. Two computers may group the same row: of groups that share a row, the one with the
   * lowest id has an effect, on all computers, until it is taken apart.
   */
  inEffect(): RowGroup[] {
    const taken = new Set<string>()
    return this.list()
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .filter((group) => {
        const rows = namesOf(group)
        if (rows.some((row) => taken.has(row))) return false
        for (const row of rows) taken.add(row)
        return true
      })
  }

  /** What a group would change. `findAlike` finds other rows that could be such groups. Throws as `make`. */
  async preview(draft: RowGroupDraft, findAlike: (draft: RowGroupDraft) => Promise<Alike>): Promise<RowGroupPreview> {
    const [checked] = this.#check([draft])
    if (checked === undefined) throw new AppError('invalid', m.errors_this_transaction_does_not_exist())
    const { id: _, ...normal } = checked.group
    const { alike, hasMore } = await findAlike(normal)
    const taken = this.#taken()
    return {
      rows: checked.rows,
      hasMore,
      alike: alike.filter(({ group }) => !namesOf(group).some((name) => taken.has(name))),
    }
  }

  /**
   * Keeps groups, all or none; returns their ids. They are written to the journal first: if the cache misses them, the next
   * start copies them. Throws AppError `invalid` if a row does not exist or belongs to a group already, or if the rows
   * cannot be such a group.
   */
  async make(drafts: readonly RowGroupDraft[]): Promise<string[]> {
    const groups = this.#check(drafts).map(({ group }) => group)
    this.#options.journal.groups.put(groups, this.#options.clock.now())
    await this.#apply(groups)
    return groups.map(({ id }) => id)
  }

  /** Takes groups apart; returns what they were. Ids without a group are ignored. */
  async takeApart(ids: readonly string[]): Promise<RowGroup[]> {
    const removed = this.#options.journal.groups.remove(ids)
    if (removed.length > 0) await this.#apply(removed)
    return removed
  }

  async #apply(changed: readonly RowGroup[]): Promise<void> {
    await this.#options.cache.transactions.kinds.group(this.inEffect())
    for (const accountId of new Set(changed.map((group) => group.accountId))) this.#options.onChange(accountId)
  }

  /** The names of the rows that belong to groups, with an effect or not. */
  #taken(): Set<string> {
    return new Set(this.list().flatMap(namesOf))
  }

  /** Says which group a row belongs to: a kept one, or another one of the drafts. */
  #refusalOf({ accountId, transaction: { id, at } }: StoredTransaction, drafts: readonly RowGroupDraft[]): string {
    const group =
      this.of({ accountId, id }) ?? drafts.find((each) => each.accountId === accountId && each.rowIds.includes(id))
    const kind = group === undefined ? '' : rowGroupTitles[group.kind]
    return m.errors_a_transaction_is_in_a_group({ id, date: new Date(at).toISOString().slice(0, 10), kind })
  }

  #check(drafts: readonly RowGroupDraft[]): { readonly group: RowGroup; readonly rows: RowGroupPreview['rows'] }[] {
    const taken = this.#taken()
    return drafts.map((draft) => {
      const { accountId, kind } = draft
      const rowIds = [...new Set(draft.rowIds)].sort()
      const stored = rowIds.map((id) => {
        const row = this.#options.cache.transactions.get(accountId, id)
        if (row === null) throw new AppError('invalid', m.errors_this_transaction_does_not_exist())
        const [name = ''] = namesOf({ accountId, rowIds: [id] })
        if (taken.has(name)) throw new AppError('invalid', this.#refusalOf(row, drafts))
        taken.add(name)
        return row
      })
      const costShare = shareOf(draft)
      const event = chosenEvent(kind, stored.map(groupRowOf))
      if (event === null || rowIds.length < 2) throw new AppError('invalid', refusals[kind]())
      const rows = stored
        .toSorted((a, b) => compareRows(a.transaction, b.transaction))
        .map((row) => ({ row, kindAfter: event.found.get(row.transaction.id)?.kind ?? row.kind }))
      return { group: { id: idOfRows(accountId, textOfRows(rowIds)), accountId, rowIds, kind, costShare }, rows }
    })
  }
}

/** Names that distinguish the rows of a group from all other rows. */
const namesOf = ({ accountId, rowIds }: Pick<RowGroup, 'accountId' | 'rowIds'>): string[] =>
  rowIds.map((id) => JSON.stringify([accountId, id]))

/** At most this many decimals: a millionth of the cost. */
const sharePlaces = 6

/** The share of a draft in its shortest form. Throws AppError `invalid`. */
function shareOf({ kind, costShare }: RowGroupDraft): RowGroup['costShare'] {
  if (kind !== 'spin-off') {
    if (costShare !== null) throw new AppError('invalid', m.errors_only_a_spin_off_has_a_share())
    return null
  }
  const share = costShare === null ? null : parseUnits(costShare)
  if (share === null || share <= 0n || share >= 10n ** BigInt(unitPlaces) || !fitsPlaces(share, sharePlaces))
    throw new AppError('invalid', m.errors_a_spin_off_needs_a_share())
  return formatUnits(share)
}

const refusals: Readonly<Record<RowGroupKind, () => string>> = {
  split: m.errors_not_a_split,
  'symbol-change': m.errors_not_a_symbol_change,
  'spin-off': m.errors_not_a_spin_off,
  'currency-exchange': m.errors_not_an_exchange,
  repo: m.errors_not_a_repo,
  'securities-loan': m.errors_not_a_securities_loan,
  reversal: m.errors_not_a_reversal,
}
