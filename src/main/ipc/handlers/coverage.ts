import { hourMs } from '../../../shared/durations.ts'
import type { HistoryCoverage } from '../../../shared/model/transaction/history.ts'
import { subtract } from '../../sync/history/sizing/intervals.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'

/** The maximum age of the newest covered instant of a complete history. */
const maxAgeMs = hourMs

/** The intervals of each account's history that are stored. */
export function createCoverageHandlers({ current, clock }: HandlerContext): Pick<Handlers, 'transactions.coverage'> {
  return {
    'transactions.coverage'() {
      const { cache } = current()
      return cache.accounts.list().map(({ account: { id } }): HistoryCoverage => {
        const gaps = cache.history.gaps(id).map(({ from, to }) => ({ from, to }))
        const beginsAt = cache.history.beginning(id)
        // Reading goes back further than the account exists: the time before its beginning does not count.
        const covered = cache.coverage
          .list(id)
          .map(({ from, to }) => ({ from: Math.max(from, beginsAt ?? from), to }))
          .flatMap((interval) => subtract(interval, gaps).toReversed())
        const [newest, ...older] = covered
        const isCurrent = newest !== undefined && clock.now() - newest.to < maxAgeMs
        const isWhole = isCurrent && older.length === 0 && gaps.length === 0 && newest.from === beginsAt
        return { accountId: id, covered, gaps, beginsAt, isWhole }
      })
    },
  }
}
