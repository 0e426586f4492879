import { createBudget } from '#main/broker/budget/budget.ts'
import type { Spending } from '#main/broker/budget/slots.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { MinuteServer } from '../minute-server.ts'

export const minute = 60_250

export function startBudget(limit = 200) {
  const clock = new FakeClock()
  const spendings: Spending[] = []
  const budget = createBudget({ clock, limit, onSpend: (spending) => spendings.push(spending) })
  return { clock, budget, spendings, server: new MinuteServer(budget, clock) }
}

/** Takes slots and releases each immediately. */
export async function fill(budget: ReturnType<typeof createBudget>, count: number): Promise<void> {
  for (let n = 0; n < count; n++) (await budget.acquire('user', 'getAccount')).release()
}
