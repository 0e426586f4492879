import type { Budget } from '#main/broker/budget/budget.ts'

/** The requests of a budget: the number of each kind, and the number of those without a response yet. */
export interface RequestCount {
  /** By endpoint and purpose. */
  readonly sent: Readonly<Record<string, number>>
  readonly inFlight: number
}

/** A budget that counts the requests that it grants. */
export function countRequests(budget: Budget): { readonly budget: Budget; readonly count: RequestCount } {
  const sent: Record<string, number> = {}
  const count = { sent, inFlight: 0 }
  const counted: Budget = {
    penalize: () => budget.penalize(),
    restore: (sentAt) => budget.restore(sentAt),
    limitTo: (share) => budget.limitTo(share),
    snapshot: () => budget.snapshot(),
    async acquire(purpose, endpoint, signal) {
      const lease = await budget.acquire(purpose, endpoint, signal)
      const name = `${endpoint} (${purpose})`
      sent[name] = (sent[name] ?? 0) + 1
      count.inFlight++
      let isOver = false
      return {
        release() {
          if (!isOver) count.inFlight--
          isOver = true
          lease.release()
        },
      }
    },
  }
  return { budget: counted, count }
}
