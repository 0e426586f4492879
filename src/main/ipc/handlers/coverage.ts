import type { HistoryCoverage } from '../../../shared/model/transaction-history.ts'
import { subtract } from '../../sync/intervals.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'

/** How old the newest covered moment may be for a history to count as whole. */
const latelyMs = 3_600_000

/** How much of each account's history is here. */
export function createCoverageHandlers({ current, clock }: HandlerContext): Pick<Handlers, 'transactions.coverage'> {
  return {
    'transactions.coverage'() {
      const { cache } = current()
      return cache.accounts.list().map(({ account: { id } }): HistoryCoverage => {
        const gaps = cache.history.gaps(id).map(({ from, to }) => ({ from, to }))
        const beginsAt = cache.history.beginning(id)
        // Reading goes back to before there were accounts; what lies before the beginning says nothing.
        const covered = cache.coverage
          .list(id)
          .map(({ from, to }) => ({ from: Math.max(from, beginsAt ?? from), to }))
          .flatMap((stretch) => subtract(stretch, gaps).toReversed())
        const [only, ...others] = covered
        const isLately = only !== undefined && clock.now() - only.to < latelyMs
        const isWhole = isLately && others.length === 0 && gaps.length === 0 && only.from === beginsAt
        return { accountId: id, covered, gaps, beginsAt, isWhole }
      })
    },
  }
}
