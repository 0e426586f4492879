import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { startDemoBroker } from '#main/demo/server.ts'
import { demoProfileOf } from '#main/profile/profile-registry.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import type { Client } from '#shared/client.ts'
import { minuteMs } from '#shared/durations.ts'
import { hasMarket } from '#shared/has-market.ts'
import { openTestProfile } from '../running-profile.ts'
import { until } from '../until.ts'
import { openWindow } from '../window.ts'
import { filledDirectory, type FilledSize } from './filled-demo.ts'

const maxFillMs = 5 * minuteMs

/**
 * Reads everything that a demo serves, without a limit of requests, and keeps it for `copyFilledDemo`. Throws if that takes more
 * than five minutes.
 */
export async function fillDemo(size: FilledSize): Promise<void> {
  const directory = filledDirectory(size)
  const part = `${directory}.part`
  for (const path of [directory, part]) rmSync(path, { recursive: true, force: true })
  const profileDirectory = join(part, 'profiles', demoProfileOf(size).id)
  mkdirSync(profileDirectory, { recursive: true, mode: 0o700 })
  const service = await startDemoBroker({ size, requestsPerMinute: 1e6 })
  const events = new EventBus()
  const logFault = (where: string, error: unknown): void => console.error(`${where}:`, error)
  const profile = await openTestProfile({
    ...{ service, directory: profileDirectory, events, clock, logFault },
    budget: createBudget({ clock, limit: 1e6 }),
    firstWatchlist: service.suggestedSymbols,
  })
  try {
    await untilFilled(openWindow(profile, { dataDir: part, clock, events, logFault }))
  } finally {
    await profile.close()
    await service.close()
  }
  renameSync(part, directory)
  utimesSync(directory, new Date(), new Date())
}

async function untilFilled(client: Client): Promise<void> {
  const positions = await until(
    () => client.call('positions.list', { accountId: null }),
    (rows) => rows.length > 0,
  )
  const symbols = positions.map(({ symbol }) => symbol).filter(hasMarket)
  await client.call('attention.set', { viewId: 'fill', symbols, isVisible: true })
  await client.call('sync.now', { job: 'events' })
  await until(() => isFilled(client), Boolean, maxFillMs, 250)
}

/** Whether positions, history, events and the list of instruments are read, and the ledger has replayed the history. */
async function isFilled(client: Client): Promise<boolean> {
  const [positions, coverage, ledger, income, instruments] = await Promise.all([
    client.call('positions.list', { accountId: null }),
    client.call('transactions.coverage'),
    client.call('ledger.state'),
    client.call('income.summary', { accountId: null, by: 'instrument' }),
    client.call('instruments.state'),
  ])
  return (
    positions.every(({ isReferenceRead }) => isReferenceRead) &&
    coverage.length > 0 &&
    coverage.every(({ isComplete }) => isComplete) &&
    ledger.phase === 'idle' &&
    income.coverage.unreadSymbols.length === 0 &&
    instruments.wholeAt !== null
  )
}
