import type { Topic } from '#shared/contract/contract.ts'
import { secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { KindScope, KindTarget } from '#shared/model/transaction/kind-choice.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { Cache } from '../cache/cache.ts'
import { readFacts } from '../cache/instrument-facts.ts'
import { rowsAlike } from '../cache/transactions/kinds/row-facts.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock } from '../time/clock.ts'
import { RowGroups } from './row-groups.ts'

interface KindKeeperOptions {
  readonly cache: Pick<Cache, 'transactions' | 'instruments' | 'instrumentDetails'>
  readonly journal: Pick<Journal, 'kinds' | 'groups' | 'events'>
  readonly clock: Clock
  readonly publish: (topic: 'transactions.changed', payload: { readonly accountId: string }) => void
  readonly logFault: (where: string, error: unknown) => void
}

/** The kind that the user chose for a row, and how far the choice reaches. */
interface ChosenKind {
  readonly scope: KindScope
  readonly kind: TransactionKind
}

const wakingTopics: readonly Topic[] = [
  'instruments.changed',
  'instrument.changed',
  'events.changed',
  'transactions.changed',
]

/** Windows are notified of changed rows at most this often during the review. */
const publishEveryMs = secondMs

const maxSettledMs = 5 * secondMs

/** Updates the kinds of transactions after new reference data and after a choice of the user. */
export class KindKeeper {
  readonly groups: RowGroups
  readonly #options: KindKeeperOptions
  readonly #changed = new Set<string>()
  #publishedAt = -Infinity
  #review: Promise<void> | null = null
  #isWanted = false
  /** The cache has other choices than the journal. */
  #isBehind = false
  #isStopped = false

  constructor(options: KindKeeperOptions) {
    this.#options = options
    this.groups = new RowGroups({
      ...options,
      onChange: (accountId) => {
        options.publish('transactions.changed', { accountId })
        this.#wake()
      },
    })
  }

  /** Copies the choices of the journal into the cache, then reviews the kinds that are due. */
  start(): void {
    this.reread()
  }

  /** The choices of the journal were changed by something else. */
  reread(): void {
    this.#isBehind = true
    this.#wake()
  }

  /** Call for each event: more may be known about an instrument or about the rows beside a row now. */
  note(topic: Topic): void {
    if (wakingTopics.includes(topic)) this.#wake()
  }

  /**
   * Sets the kind of a row, or of all rows like it; `null` removes the choice, so that the rules decide. Returns the previous
   * choice. It is written to the journal first: if the cache misses it, the next start copies it. Throws AppError `invalid`
   * for the kind of a row that belongs to a group.
   */
  async choose(
    row: { readonly accountId: string; readonly id: string },
    kind: TransactionKind | null,
    scope: KindScope,
  ): Promise<{ readonly previous: TransactionKind | null }> {
    const { cache, journal, publish } = this.#options
    if (scope === 'row' && this.groups.of(row) !== null)
      throw new AppError('invalid', m.errors_the_kind_of_a_group_decides())
    const targets = this.#targetsOf(row).filter((target) => target.scope === scope)
    // A choice that was made before the type of the instrument was known is removed too.
    const chosen = kind === null ? targets.find((target) => journal.kinds.get(target) !== null) : undefined
    const target = chosen ?? targets[0]
    if (target === undefined) return { previous: null }
    const previous = journal.kinds.get(target)
    journal.kinds.set(target, kind)
    await cache.transactions.kinds.choose(target, kind)
    publish('transactions.changed', { accountId: row.accountId })
    if (scope === 'all-like-this') this.#wake()
    return { previous }
  }

  /** The kind that the user chose for a row; null if the rules decide. Throws AppError `not-found` where there is no such row. */
  chosenFor(row: { readonly accountId: string; readonly id: string }): ChosenKind | null {
    for (const target of this.#targetsOf(row)) {
      const kind = this.#options.journal.kinds.get(target)
      if (kind !== null) return { scope: target.scope, kind }
    }
    return null
  }

  /**
   * Waits until the review after a change has found all kinds, so that no figures are read between two kinds: a few seconds at
   * most, because the rows of a new version take longer.
   */
  async settled(): Promise<void> {
    let cancel = (): void => {}
    const isLate = new Promise<void>((resolve) => (cancel = this.#options.clock.after(maxSettledMs, resolve)))
    await Promise.race([this.#reviewed(), isLate])
    cancel()
  }

  async #reviewed(): Promise<void> {
    while (this.#review !== null && !this.#isStopped) await this.#review
  }

  /** Waits for the part of the review that is in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#review
  }

  /** The choices that may decide for a row, the narrowest first. */
  #targetsOf({ accountId, id }: { readonly accountId: string; readonly id: string }): readonly KindTarget[] {
    const { cache } = this.#options
    const stored = cache.transactions.get(accountId, id)
    if (stored === null) throw new AppError('not-found', m.errors_this_transaction_does_not_exist())
    const { symbol } = stored.transaction
    const alike = rowsAlike(stored.transaction, readFacts(cache, [symbol])(symbol).type)
    const ofAnyType = { ...alike, instrumentType: '' }
    return [
      { scope: 'row', accountId, id },
      { scope: 'all-like-this', alike },
      ...(alike.instrumentType === '' ? [] : [{ scope: 'all-like-this' as const, alike: ofAnyType }]),
    ]
  }

  #wake(): void {
    this.#isWanted = true
    if (this.#review === null) this.#run()
  }

  #run(): void {
    this.#review = this.#reviewAll()
      .catch((error: unknown) => {
        if (!this.#isStopped) this.#options.logFault('the kinds of transactions', error)
      })
      .finally(() => {
        this.#review = null
        // An event came after the last question whether more is wanted.
        if (this.#isWanted && !this.#isStopped) this.#wake()
      })
  }

  async #reviewAll(): Promise<void> {
    this.#isWanted = false
    do {
      await this.#copyChoices()
      await this.#reviewDue()
    } while (this.#takeWanted())
  }

  async #copyChoices(): Promise<void> {
    if (!this.#isBehind) return
    const { cache, journal } = this.#options
    this.#isBehind = false
    try {
      const changed = await cache.transactions.kinds.begin(journal.kinds.list(), this.groups.inEffect())
      for (const accountId of changed) this.#changed.add(accountId)
    } catch (error) {
      this.#isBehind = true
      throw error
    }
  }

  /** Whether an event arrived since the last call. */
  #takeWanted(): boolean {
    const isWanted = this.#isWanted && !this.#isStopped
    this.#isWanted = false
    return isWanted
  }

  async #reviewDue(): Promise<void> {
    const { cache, clock } = this.#options
    for (let left = 1; left > 0 && !this.#isStopped;) {
      const step = await cache.transactions.kinds.step()
      left = step.left
      if (step.changedCount !== null && step.changedCount > 0) this.#sayChanged(step.changedCount)
      for (const accountId of step.accountIds) this.#changed.add(accountId)
      if (left === 0 || clock.monotonic() >= this.#publishedAt + publishEveryMs) this.#publish()
    }
  }

  /** New rules have given rows another kind: figures may differ from those before the update. */
  #sayChanged(count: number): void {
    const { journal, clock } = this.#options
    journal.events.add(clock.now(), 'kinds', () => m.kinds_an_update_changed_count({ count, shown: String(count) }))
  }

  #publish(): void {
    if (this.#changed.size === 0) return
    this.#publishedAt = this.#options.clock.monotonic()
    for (const accountId of this.#changed) this.#options.publish('transactions.changed', { accountId })
    this.#changed.clear()
  }
}
