import { mkdirSync } from 'node:fs'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import type { DemoBroker } from '#main/demo/server.ts'
import { ActiveProfile } from '#main/profile/active-profile.ts'
import { CacheReplacement } from '#main/profile/cache-replacement.ts'
import type { RunningProfile } from '#main/profile/opening/open-profile.ts'
import { profileOf } from '#main/profile/profile-registry.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import type { Client } from '#shared/client.ts'
import { AppError } from '#shared/errors.ts'
import { openTestProfile } from '../running-profile.ts'
import { openWindow } from '../window.ts'

/** A profile whose damaged cache is replaced, as in the monitor. */
export interface ReplacedCacheProfile {
  readonly client: Client
  readonly faults: unknown[]
  /** Throws `unavailable` while the cache is being replaced. */
  current(): RunningProfile
  /** The number of times the profile was opened. */
  openings(): number
  close(): Promise<void>
}

/** Opens such a profile in `directory` with all its jobs. Close the result, because it uses real timers. */
export async function openWithReplacement(service: DemoBroker, directory: string): Promise<ReplacedCacheProfile> {
  mkdirSync(directory, { recursive: true })
  const events = new EventBus()
  const faults: unknown[] = []
  const logFault = (where: string, error: unknown): void => void faults.push([where, error])
  const refuse = (): Promise<never> => Promise.reject(new Error('not part of this test'))
  const { id } = profileOf(new URL(service.baseUrl))
  let openings = 0
  const open = (how = { isCacheDamaged: false }): Promise<RunningProfile> => {
    openings++
    return openTestProfile({
      ...{ service, directory, events, clock, logFault, ...how },
      budget: createBudget({ clock, limit: 100_000 }),
      onCacheDamage: () => replacement.note(id),
    })
  }
  const replacement = new CacheReplacement({ clock, logFault, onGivenUp: () => undefined })
  const opened = new ActiveProfile({ events, signIn: { test: refuse, keep: refuse, forget: refuse } })
  opened.start(await open(), { open: (_, how) => open(how), openFallback: refuse })
  replacement.start({ isBusy: () => false, replace: (profileId) => opened.replaceCache(profileId) })
  const current = (): RunningProfile => {
    if (opened.isClosed) throw new AppError('unavailable', 'The cache is being replaced')
    return opened.current
  }
  return {
    client: openWindow(current, { dataDir: directory, clock, events, logFault }),
    ...{ faults, current, openings: () => openings },
    async close() {
      replacement.stop()
      await opened.afterOthers(() => opened.current.close())
    },
  }
}
