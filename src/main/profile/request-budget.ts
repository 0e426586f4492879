import type { Profile } from '../shared/model/connection.ts'
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

type LogFault = (where: string, error: unknown) => void

/** The budgets of a monitor: the same one each time for the same profile. */
export function createProfileBudgets(clock: Clock, logFault: LogFault): (profile: Profile) => ProfileBudget {
  const budgets = new Map<string, ProfileBudget>()
  return ({ id }) => {
    const budget = budgets.get(id) ?? createProfileBudget(clock, logFault)
    budgets.set(id, budget)
    return budget
  }
}

function createProfileBudget(clock: Clock, logFault: LogFault): ProfileBudget {
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
