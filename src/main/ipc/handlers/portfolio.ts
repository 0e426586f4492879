import { minuteMs } from '../../../shared/durations.ts'
import { addCurves } from '../../insight/portfolio/equity-curve.ts'
import { drawPositions } from '../../insight/portfolio/position-curve.ts'
import { allocate } from '../../insight/portfolio/position-rows.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { createPartReader } from '../read-part.ts'
import {
  readAccounts,
  readNames,
  readOverview,
  readPositions,
  summarizeAccounts,
  type PortfolioSource,
} from '../read-portfolio.ts'

type PortfolioHandlers = Pick<
  Handlers,
  'accounts.list' | 'overview.read' | 'positions.list' | 'positions.history' | 'allocation.read' | 'equity.history'
>

/** While the monitor runs, equity is recorded at least this often: a longer interval is a gap. */
const maxGapMs = 20 * minuteMs

/** Accounts, positions, allocation and their history. */
export function createPortfolioHandlers({ current, clock, logFault }: HandlerContext): PortfolioHandlers {
  const readPart = createPartReader(logFault)
  const source = (): PortfolioSource => ({ ...current(), now: clock.now() })
  return {
    'accounts.list': () => summarizeAccounts(source(), readAccounts(current().cache, null)),
    'overview.read': ({ accountId }) => readOverview(source(), accountId, readPart),
    'positions.list': ({ accountId }) => readPositions(source(), readAccounts(current().cache, accountId)),
    'allocation.read'({ accountId, by: key }) {
      const { cache } = current()
      const allocations = allocate(readPositions(source(), readAccounts(cache, accountId)), key)
      const missing = allocations.flatMap((allocation) => allocation.missing)
      const nameOf = readNames(cache, missing)
      return allocations.map((allocation) => ({ ...allocation, missing: allocation.missing.map(nameOf) }))
    },
    'equity.history'({ accountId, from }) {
      const { cache, journal } = current()
      const accounts = readAccounts(cache, accountId)
      const curves = accounts.map(({ account }) => journal.equity.history(account.id, from, clock.now()))
      return { points: addCurves(curves, maxGapMs), maxGapMs }
    },
    'positions.history'({ accountId, symbol, from }) {
      const { cache, journal } = current()
      const details = cache.instrumentDetails.get(symbol)?.details ?? null
      const spans = journal.positions.history(accountId, symbol, from, clock.now())
      return drawPositions(spans, details).map((curve) => ({ ...curve, maxGapMs }))
    },
  }
}
