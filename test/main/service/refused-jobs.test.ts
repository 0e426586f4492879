import { expect, onTestFinished, test } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { startDemoBroker } from '#main/demo/server.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import { openTestProfile } from '../../fakes/running-profile.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { openWindow } from '../../fakes/window.ts'

const body = { code: 3, message: 'Invalid arguments:account_id', details: [] }
const timeout = 30_000

test('what the jobs of a running app are refused is named to windows and once in the log, while the rest arrives', async () => {
  const demo = await startDemoBroker({ requestsPerMinute: 10_000 })
  onTestFinished(() => demo.close())
  for (const path of [/^\/v1\/assets\/[^/]+@[^/]+$/, /\/transactions$/, /\/orders$/])
    demo.faults.set({ path }, { kind: 'status', status: 400, body })
  const directory = makeTemporaryDirectory()
  const events = new EventBus()
  const log: string[] = []
  const logFault = (where: string, error: unknown): void => {
    throw new Error(where, { cause: error })
  }
  const profile = await openTestProfile({
    ...{ directory, clock, events, logFault, service: demo, budget: createBudget({ clock, limit: 10_000 }) },
    logNote: (text) => void log.push(text),
  })
  onTestFinished(() => profile.close())
  // This window has no keychain, and its health says so.
  const window = openWindow(profile, { dataDir: directory, clock, events, logFault: () => undefined })
  const endpoints = async () => (await window.call('service.problems')).map(({ endpoint }) => endpoint).sort()
  await expect.poll(endpoints, { timeout, interval: 200 }).toEqual(['getAsset', 'listOrders', 'listTransactions'])
  const [first] = await window.call('service.problems')
  expect(first?.cause).toMatchObject({ code: 'refused', status: 400, reason: body.message })
  expect(first?.count).toBeGreaterThan(0)
  for (const endpoint of ['getAsset', 'listOrders', 'listTransactions'])
    expect(log.filter((line) => line.startsWith(`service: ${endpoint} refused since`))).toHaveLength(1)
  const { service } = await window.call('health.read')
  expect(service?.find(({ endpoint }) => endpoint === 'getAccount')?.answered).toBeGreaterThan(0)
  expect((await window.call('health.report')).text).not.toContain('@')
})
