import { expect, onTestFinished } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { systemClock } from '#main/time/clock.ts'
import { dayMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { openTestProfile } from '../../fakes/running-profile.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { openWindow } from '../../fakes/window.ts'
import { dec } from '../cache/open-cache.ts'
import { makeAccount, makePosition } from '../insight/make.ts'

export const accountId = '1900001'
export const symbol = 'SBER@MISX'
export const now = Date.now()
export const daysAgo = (days: number): number => Math.floor((now - days * dayMs) / 1000) * 1000

/** The app's profile, offline and empty, with a window on it. */
export async function openOffline() {
  const directory = makeTemporaryDirectory()
  const events = new EventBus()
  const faults: unknown[] = []
  const logFault = (where: string, error: unknown): void => void faults.push([where, error])
  const clock = systemClock
  const profile = await openTestProfile({
    ...{ directory, clock, events, logFault, budget: createBudget({ clock }) },
    service: { baseUrl: 'http://127.0.0.1:9', secret: 'secret of a test' },
  })
  profile.setPaused(true, undefined)
  onTestFinished(async () => {
    await profile.close()
    expect(faults).toEqual([])
  })
  return { profile, events, client: openWindow(profile, { dataDir: directory, clock, events, logFault }) }
}

/** The same with these rows. The account states 6 pieces and 959.50 roubles. */
export async function openWith(rows: readonly Transaction[], covered = { from: daysAgo(100), to: now + 1000 }) {
  const opened = await openOffline()
  const { cache } = opened.profile
  const positions = [makePosition({ symbol, quantity: dec('6') })]
  cache.accounts.replaceAccount(
    makeAccount({ id: accountId, positions, cash: [{ currency: 'RUB', amount: dec('959.5') }] }),
    now,
  )
  cache.history.putBeginning(accountId, daysAgo(95))
  await cache.transactions.store(accountId, pack(rows), now, covered)
  return opened
}
