import { AppError } from '../../../shared/errors.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { nameInstruments, performanceQuestion } from '../read-performance.ts'

type PerformanceHandlers = Pick<Handlers, Extract<keyof Handlers, `performance.${string}`>>

/** How a scope did over a period. */
export function createPerformanceHandlers({ current, clock }: HandlerContext): PerformanceHandlers {
  const refuse = (): never => {
    throw new AppError('unavailable', 'The history is not worked out yet.')
  }
  return {
    async 'performance.read'({ isQuick = false, ...scope }) {
      const profile = current()
      const question = performanceQuestion(profile, scope, clock.now())
      return nameInstruments(profile, await profile.ledger.readPerformance({ ...question, isQuick }))
    },
    'performance.table': refuse,
    'performance.explain': refuse,
    'performance.realized': refuse,
    'performance.exportRealized': refuse,
    'performance.benchmark': refuse,
  }
}
