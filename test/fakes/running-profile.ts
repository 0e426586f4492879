import { join } from 'node:path'
import type { Budget } from '#main/broker/budget/budget.ts'
import type { OpenProfileOptions } from '#main/profile/opening/open-connection.ts'
import { openProfile, type RunningProfile } from '#main/profile/opening/open-profile.ts'
import { profileOf } from '#main/profile/profile-registry.ts'
import type { ProfileBudget } from '#main/profile/requests/request-budget.ts'
import { threadFiles } from './thread-files.ts'

interface TestProfileOptions extends Pick<
  OpenProfileOptions,
  | 'directory'
  | 'clock'
  | 'events'
  | 'logFault'
  | 'logNote'
  | 'isCacheDamaged'
  | 'onCacheDamage'
  | 'copySealed'
  | 'setSecrets'
  | 'threadFiles'
  | 'collectGarbage'
> {
  readonly service: { readonly baseUrl: string; readonly secret: string }
  /** The requests of a plain `Budget` are not logged. */
  readonly budget: Budget | ProfileBudget
  readonly firstWatchlist?: readonly string[]
}

/** Opens a profile of this service as the monitor does, with all its jobs; by default it collects no garbage. The secret is in memory. */
export function openTestProfile({
  service,
  budget,
  firstWatchlist = [],
  ...rest
}: TestProfileOptions): Promise<RunningProfile> {
  const baseUrl = new URL(service.baseUrl)
  return openProfile({
    // The garbage of a test runner and of other test files is hundreds of megabytes.
    ...{ threadFiles, collectGarbage: () => undefined },
    ...{ ...rest, baseUrl, firstWatchlist, profile: profileOf(baseUrl) },
    exportDir: join(rest.directory, 'exports'),
    reportDir: join(rest.directory, 'reports'),
    power: { isSaving: false },
    readSecret: () => Promise.resolve(service.secret),
    secretPlace: () => 'memory',
    budget: 'attach' in budget ? budget : { budget, attach: () => undefined, detach: () => undefined },
  })
}
