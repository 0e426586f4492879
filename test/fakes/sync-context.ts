import { createBudget } from '#main/broker/budget/budget.ts'
import type { SyncContext } from '#main/sync/context.ts'
import { Attention } from '#main/sync/interest/attention.ts'
import { createFollowedReader } from '#main/sync/interest/followed.ts'

type Given = Pick<SyncContext, 'broker' | 'cache' | 'journal' | 'clock'> & Partial<SyncContext>

/** A complete context for jobs around the given parts. By default no window is visible, the computer is on mains power, and published events are dropped. */
export function makeSyncContext(given: Given): SyncContext {
  const { cache, journal, clock, attention = new Attention(clock) } = given
  const budget = createBudget({ clock })
  return {
    attention,
    power: { isSaving: false },
    openedAt: clock.now(),
    readFollowed: createFollowedReader({ cache, journal, problems: new Map(), attention, clock }),
    readBudget: () => budget.snapshot(),
    publish: () => undefined,
    ...given,
  }
}
