import { AppError } from '../../../shared/errors.ts'
import { unknownPerformance } from '../../insight/performance/unknown.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'

type PerformanceHandlers = Pick<Handlers, Extract<keyof Handlers, `performance.${string}`>>

/** How a scope did over a period. */
export function createPerformanceHandlers({ current }: HandlerContext): PerformanceHandlers {
  const refuse = (): never => {
    throw new AppError('unavailable', 'The history is not worked out yet.')
  }
  return {
    'performance.read'({ accountId, from, to }) {
      const { accounts } = current().cache
      const isEmpty = accountId === null && accounts.list().length === 0
      return unknownPerformance(isEmpty ? 'no-account' : 'not-loaded', { from, to, method: 'fifo' })
    },
    'performance.table': refuse,
    'performance.explain': refuse,
    'performance.realized': refuse,
    'performance.exportRealized': refuse,
    'performance.benchmark': refuse,
  }
}
