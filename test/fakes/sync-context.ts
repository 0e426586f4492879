import { createBudget } from '../../src/main/broker/budget.ts'
import { Attention } from '../../src/main/sync/attention.ts'
import type { SyncContext } from '../../src/main/sync/context.ts'
import { createFollowedReader } from '../../src/main/sync/followed.ts'

type Given = Pick<SyncContext, 'broker' | 'cache' | 'journal' | 'clock'> & Partial<SyncContext>

/** All that jobs work with, around these: nobody looks unless told so, the computer is plugged in, and what is published nobody hears. */
export function makeSyncContext(given: Given): SyncContext {
  const { cache, journal, clock, attention = new Attention(clock) } = given
  const budget = createBudget({ clock })
  return {
    attention,
    power: { isSaving: false },
    openedAt: clock.now(),
    readFollowed: createFollowedReader({ cache, journal, attention, clock }),
    readBudget: () => budget.snapshot(),
    publish: () => undefined,
    ...given,
  }
}
