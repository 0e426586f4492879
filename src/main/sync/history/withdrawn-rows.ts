import type { Cache } from '../../cache/cache.ts'
import type { Journal } from '../../journal/journal.ts'
import type { WithdrawnRecord } from '../../journal/withdrawn-rows.ts'
import { pack } from '../../threads/packed-rows.ts'
import type { Clock } from '../../time/clock.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly cache: Pick<Cache, 'transactions' | 'changedRows'>
  readonly journal: Pick<Journal, 'withdrawn' | 'former'>
  publish(topic: 'transactions.changed', payload: { readonly accountId: string }): void
}

/**
 * Makes the cache agree with the journal: it has no row that is withdrawn, and every row that came back. Call it at the start,
 * after a withdrawal, and when another computer has noticed one.
 */
export async function applyWithdrawn(parts: Parts): Promise<void> {
  const { cache, journal, publish } = parts
  noteReadLater(parts)
  const records = journal.withdrawn.records()
  const isStored = ({ accountId, transaction }: WithdrawnRecord): boolean =>
    cache.transactions.get(accountId, transaction.id) !== null
  const wrong = records.filter((record) => isStored(record) === (record.returnedAt === null))
  for (const [accountId, own] of Map.groupBy(wrong, (record) => record.accountId)) {
    const gone = own.filter(({ returnedAt }) => returnedAt === null)
    const back = own.filter(({ returnedAt }) => returnedAt !== null)
    if (gone.length > 0)
      await cache.transactions.remove(
        accountId,
        gone.map(({ transaction }) => transaction.id),
      )
    for (const { transaction, returnedAt } of back)
      await cache.transactions.store(accountId, pack([transaction]), returnedAt ?? 0, null)
    publish('transactions.changed', { accountId })
  }
}

/** Rows that this computer has read since then came back: the journal is from a backup, or another computer has not read them. */
function noteReadLater({ clock, cache, journal }: Omit<Parts, 'publish'>): void {
  const now = clock.now()
  for (const { accountId, transaction, since } of journal.withdrawn.list()) {
    const readAt = cache.transactions.get(accountId, transaction.id)?.fetchedAt ?? -Infinity
    const row = readAt > since && readAt <= now ? cache.transactions.stated(accountId, transaction.id) : null
    if (row !== null) journal.withdrawn.noteReturned(accountId, [row], now)
  }
}

/** Moves what changed rows were before from the cache to the journal, where it survives a replaced cache. */
export function keepFormerRows({ cache, journal }: Pick<Parts, 'cache' | 'journal'>): void {
  for (let rows = cache.changedRows.list(); rows.length > 0; rows = cache.changedRows.list()) {
    journal.former.put(rows)
    cache.changedRows.settle(rows.at(-1)?.key ?? 0)
  }
}
