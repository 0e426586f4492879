import { createBudget, type Budget } from './broker/budget.ts'
import type { RequestLog } from './cache/request-log.ts'
import type { Clock } from './clock.ts'

const keptMs = 5 * 60_000

/**
 * The one budget of a service, for as long as the monitor runs: testing a connection and the open profile share it.
 * While attached, every request stands in the log before it is sent, so that a restart knows what the service still counts.
 */
export interface ProfileBudget {
  readonly budget: Budget
  attach(log: RequestLog): void
  detach(): void
}

export function createProfileBudget(clock: Clock, logFault: (where: string, error: unknown) => void): ProfileBudget {
  let log: RequestLog | null = null
  let isRestored = false
  const budget = createBudget({
    clock,
    onSpend(spending) {
      try {
        log?.append(spending)
      } catch (error) {
        // The budget itself knows of it; only a restart within the minute would not.
        logFault('the notes of requests', error)
      }
    },
  })
  return {
    budget,
    attach(attached) {
      const now = clock.now()
      attached.prune(now - keptMs)
      if (!isRestored) budget.restore(attached.since(now - keptMs).map(({ at }) => at))
      isRestored = true
      log = attached
    },
    detach() {
      log = null
    },
  }
}
