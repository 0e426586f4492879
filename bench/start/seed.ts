import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import type { DemoSize } from '#main/demo/data/account-plans.ts'
import { startDemoBroker } from '#main/demo/server.ts'
import { createProfiles, profileOf } from '#main/profile/profile-registry.ts'
import { systemClock, type Clock } from '#main/time/clock.ts'
import { openTestProfile } from '../../test/fakes/running-profile.ts'
import { openWindow } from '../../test/fakes/window.ts'

/** A data directory whose profile has read all data of its service, and the service, which keeps running. */
export interface SeededData {
  readonly dataDir: string
  readonly baseUrl: string
  readonly secret: string
  readonly secretFile: string
  readonly rows: number
  close(): Promise<void>
}

/** The requested size; without one, the sizes that have targets. Throws an Error for an unknown size. */
export function readSizes(requested: string | undefined): readonly DemoSize[] {
  if (requested === undefined) return ['typical', 'whale']
  const size = (['small', 'typical', 'whale'] as const).find((known) => known === requested)
  if (size === undefined) throw new Error(`--size must be small, typical or whale, not ${requested}`)
  return [size]
}

const maxMinutes = 20
/**
 * Reads a demo of this size with the app's own jobs, without a rate limit, until its whole history is stored. `clock`: the
 * clock of the service.
 */
export async function seedData(size: DemoSize, dataDir: string, clock: Clock = systemClock): Promise<SeededData> {
  const service = await startDemoBroker({ size, clock, requestsPerMinute: 1e6, alwaysOpen: true })
  const baseUrl = new URL(service.baseUrl)
  const profiles = createProfiles(dataDir)
  const profile = profileOf(baseUrl)
  const directory = profiles.directory(profile)
  const events = new EventBus()
  const logFault = (where: string, error: unknown): void => console.error(where, error)
  const running = await openTestProfile({
    ...{ service, directory, events, clock: systemClock, logFault, firstWatchlist: service.suggestedSymbols },
    budget: createBudget({ clock: systemClock, limit: 1e6 }),
  })
  const client = openWindow(running, { dataDir, events, clock: systemClock, logFault })
  const deadline = performance.now() + maxMinutes * 60_000
  for (let isComplete = false; !isComplete;) {
    if (performance.now() > deadline) throw new Error(`the history is not read after ${String(maxMinutes)} min`)
    await wait(500)
    const coverage = await client.call('transactions.coverage')
    isComplete =
      coverage.length > 0 &&
      coverage.every((account) => account.isComplete) &&
      running.cache.instruments.download.read().endedAt !== null
  }
  const rows = running.cache.sizes().tables.find(({ name }) => name === 'account_transaction')?.rows ?? 0
  await running.close()
  profiles.rememberOpen(profile)
  mkdirSync(dataDir, { recursive: true })
  const secretFile = join(dataDir, 'secret')
  writeFileSync(secretFile, service.secret, { mode: 0o600 })
  return { dataDir, baseUrl: baseUrl.href, secret: service.secret, secretFile, rows, close: () => service.close() }
}
