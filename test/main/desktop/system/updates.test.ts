import { expect, test } from 'vitest'
import { watchForUpdates, type Updater } from '../../../../src/main/desktop/system/updates.ts'
import { FakeClock } from '../../../fakes/clock.ts'

class CountingUpdater implements Updater {
  autoDownload = false
  autoInstallOnAppQuit = true
  checks = 0
  fails = false
  checkForUpdates(): Promise<unknown> {
    this.checks += 1
    return this.fails ? Promise.reject(new Error('no feed')) : Promise.resolve()
  }
}

function start({ hasFeed = true, isBusy = false } = {}) {
  const clock = new FakeClock()
  const updater = new CountingUpdater()
  const loads: number[] = []
  const faults: string[] = []
  const beforeQuit = watchForUpdates({
    clock,
    hasFeed,
    load: () => Promise.resolve((loads.push(1), updater)),
    isBusy: () => isBusy,
    logFault: (where) => faults.push(where),
  })
  return { clock, updater, loads, faults, beforeQuit }
}
const hourMs = 3_600_000

test('without a feed the updater is never loaded', async () => {
  const { clock, loads, beforeQuit } = start({ hasFeed: false })
  await clock.advance(48 * hourMs)
  beforeQuit()
  expect([loads, clock.pending]).toEqual([[], 0])
})

test('with a feed the updater is loaded once, after five minutes, and checks twice a day even after failures', async () => {
  const { clock, updater, loads, faults } = start()
  await clock.advance(60_000)
  expect(loads).toEqual([])
  updater.fails = true
  await clock.advance(24 * hourMs)
  expect([loads.length, updater.checks, faults.length]).toEqual([1, 2, 2])
})

test('a new version is installed on quitting, but never while an order is being cancelled', async () => {
  const idle = start()
  await idle.clock.advance(hourMs)
  expect(idle.updater.autoInstallOnAppQuit).toBe(false)
  idle.beforeQuit()
  expect(idle.updater.autoInstallOnAppQuit).toBe(true)
  const busy = start({ isBusy: true })
  await busy.clock.advance(hourMs)
  busy.beforeQuit()
  expect(busy.updater.autoInstallOnAppQuit).toBe(false)
})
