import { minuteMs } from '../../shared/durations.ts'
import type { Profile } from '../../shared/model/connection.ts'
import { createBudget, type Budget } from '../broker/budget.ts'
import type { Clock } from '../time/clock.ts'
import type { RequestLog } from './request-log.ts'

/** The service counts requests within a minute; the log keeps some more. */
const logAgeMs = 5 * minuteMs

/**
 * The budget of a service for as long as the monitor runs: the test of a connection and the open profile share it.
 * While attached, every request is logged before it is sent, so that a restart knows which ones the service still counts.
 */
export interface ProfileBudget {
  readonly budget: Budget
  attach(log: RequestLog): void
  detach(): void
}

type LogFault = (where: string, error: unknown) => void

/** The budgets of a monitor: one for each profile. */
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
  let isFailing = false
  const budget = createBudget({
    clock,
    onSpend({ at }) {
      try {
        log?.append(at, at - logAgeMs)
        isFailing = false
      } catch (error) {
        // The budget has counted it; only a restart within the minute would not know of it.
        if (!isFailing) logFault('the request log', error)
        isFailing = true
      }
    },
  })
  return {
    budget,
    attach(attached) {
      const now = clock.now()
      if (!isRestored) budget.restore(attached.since(now - logAgeMs, now))
      isRestored = true
      log = attached
    },
    detach() {
      log = null
    },
  }
}
