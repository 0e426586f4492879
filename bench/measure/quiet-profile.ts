import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { collectGarbage } from '#main/host/v8-settings.ts'
import type { RunningProfile } from '#main/profile/opening/open-profile.ts'
import { systemClock } from '#main/time/clock.ts'
import type { Client } from '#shared/client.ts'
import { openTestProfile } from '../../test/fakes/running-profile.ts'
import { until } from '../../test/fakes/until.ts'
import { openWindow } from '../../test/fakes/window.ts'

/** An address without a service, because the app is measured offline. */
export const unreachableService = { baseUrl: 'http://127.0.0.1:9', secret: 'secret of a bench' }

/** Opens the app's profile with the data in `directory`, paused, and a window on it. Waits for the work at its start to end. */
export async function openQuietProfile(
  directory: string,
  firstWatchlist: readonly string[] = [],
): Promise<{ readonly profile: RunningProfile; readonly client: Client; readonly events: EventBus }> {
  const clock = systemClock
  const events = new EventBus()
  const logFault = (where: string, error: unknown): void => console.error(where, error)
  const budget = createBudget({ clock })
  const profile = await openTestProfile({
    service: unreachableService,
    directory,
    clock,
    events,
    logFault,
    budget,
    firstWatchlist,
    collectGarbage,
  })
  profile.setPaused(true, undefined)
  const isAtRest = (): boolean =>
    profile.scheduler.states.every(({ phase, lastStartedAt, error }) => {
      if (error !== null) throw new Error(`A job failed: ${error.message}`)
      return phase === 'stopped' || (phase === 'idle' && lastStartedAt !== null)
    })
  await until(isAtRest, Boolean)
  return { profile, events, client: openWindow(profile, { dataDir: directory, clock, events, logFault }) }
}
