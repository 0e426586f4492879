import { SvelteSet } from 'svelte/reactivity'
import type { Client } from '#shared/client.ts'
import { zero, type Decimal } from '#shared/decimal.ts'
import type { RowGroupPreview } from '#shared/model/transaction/history.ts'
import type { RowGroupDraft, RowGroupKind } from '#shared/model/transaction/row-group.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'
import { readShare } from './cost-share.ts'

/** A share is previewed after this pause in typing. */
const typingMs = 200

type Alike = RowGroupPreview['alike'][number]

/** What the rows could be, as a first choice in the form. */
function likelyKind(rows: readonly TransactionRow[]): RowGroupKind {
  const count = (textOf: (row: TransactionRow) => string | undefined): number =>
    new Set(rows.map(textOf).filter(Boolean)).size
  const hasPieces = rows.some(({ transaction: { changeQuantity } }) => ![null, zero].includes(changeQuantity))
  if (hasPieces) return count(({ transaction }) => transaction.symbol) > 1 ? 'symbol-change' : 'split'
  return count(({ transaction }) => transaction.change?.currency) > 1 ? 'currency-exchange' : 'reversal'
}

/** The form of a group: what the rows are, what that would change, and which other rows are the same. */
export class GroupForm {
  /** The oldest first. */
  readonly rows: readonly TransactionRow[]
  kind = $state<RowGroupKind>('split')
  #typed = $state('')
  #costShare = $state.raw<Decimal | null>(null)
  #typing: ReturnType<typeof setTimeout> | undefined
  readonly #chosen = new SvelteSet<string>()
  readonly #answers: Query<RowGroupPreview | null>

  constructor(client: Pick<Client, 'call' | 'on'>, rows: readonly TransactionRow[]) {
    this.rows = rows.toSorted((a, b) => a.transaction.at - b.transaction.at)
    this.kind = likelyKind(rows)
    this.#answers = query(client, 'transactions.previewGroup', () => this.draft)
  }

  /** The group of the form; `null` while it lacks a share. */
  readonly draft = $derived.by((): RowGroupDraft | null => {
    const accountId = this.rows[0]?.accountId
    const costShare = this.kind === 'spin-off' ? this.#costShare : null
    if (accountId === undefined || (this.kind === 'spin-off' && costShare === null)) return null
    return { accountId, rowIds: this.rows.map(({ transaction }) => transaction.id), kind: this.kind, costShare }
  })

  /** The typed share of the cost in percent. */
  get shareText(): string {
    return this.#typed
  }
  set shareText(text: string) {
    this.#typed = text
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => (this.#costShare = readShare(text)), typingMs)
  }
  get isShareWrong(): boolean {
    return this.#typed.trim() !== '' && readShare(this.#typed) === null
  }

  /** What the present draft would change; `undefined` until that is known. */
  get preview(): RowGroupPreview | undefined {
    const { isCurrent, error, current } = this.#answers
    return isCurrent && error === undefined ? (current ?? undefined) : undefined
  }
  /** Why the rows cannot be such a group. */
  get problem(): string | undefined {
    return this.#answers.isCurrent ? this.#answers.error?.message : undefined
  }
  get isWaiting(): boolean {
    return this.draft !== null && this.preview === undefined && this.problem === undefined
  }

  get alike(): readonly Alike[] {
    return this.preview?.alike ?? []
  }
  has({ group }: Alike): boolean {
    return this.#chosen.has(keyOf(group))
  }
  toggle({ group }: Alike): void {
    const key = keyOf(group)
    if (!this.#chosen.delete(key)) this.#chosen.add(key)
  }
  get hasAll(): boolean {
    return this.alike.every((each) => this.has(each))
  }
  toggleAll(): void {
    const isOn = !this.hasAll
    for (const each of this.alike) if (this.has(each) !== isOn) this.toggle(each)
  }

  /** The groups that the form makes: that of its rows and the chosen ones like it; none until the preview has arrived. */
  get drafts(): readonly RowGroupDraft[] {
    const { draft, preview } = this
    const isTyping = this.kind === 'spin-off' && readShare(this.#typed) !== this.#costShare
    if (draft === null || preview === undefined || isTyping) return []
    return [draft, ...this.alike.filter((each) => this.has(each)).map(({ group }) => group)]
  }
}

/** A choice of rows that are alike lasts while another share is typed, but not for another kind. */
const keyOf = ({ accountId, rowIds, kind }: RowGroupDraft): string => JSON.stringify([accountId, rowIds, kind])
