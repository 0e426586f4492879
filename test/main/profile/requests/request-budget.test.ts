import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Budget } from '#main/broker/budget/budget.ts'
import { createProfileBudgets, RequestLog } from '#main/profile/requests/request-budget.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'

const profile = { id: 'demo', kind: 'demo', baseUrl: null } as const
const createPath = (): string => join(makeTemporaryDirectory(), 'requests.log')

/** The budget of a profile after a start of the app, with the log at this path. */
function start(path: string, clock = new FakeClock()) {
  const faults: unknown[] = []
  const { budget, attach } = createProfileBudgets(clock, (_, error) => faults.push(error))(profile)
  attach(new RequestLog(path))
  return { budget, clock, faults }
}

async function send(budget: Budget, count: number): Promise<void> {
  for (let i = 0; i < count; i++) (await budget.acquire('user', 'getQuote')).release()
}

test('after a restart the requests of the last minute are counted, even with a new cache', async () => {
  const path = createPath()
  const { budget, clock } = start(path)
  await send(budget, 30)
  await clock.advance(20_000)
  const restarted = start(path, clock)
  expect(restarted.budget.snapshot().used).toBe(30)
  await clock.advance(100_000)
  expect(restarted.budget.snapshot().used).toBe(0)
})

test('a log that is deleted while the app runs is created again by the next request', async () => {
  const path = createPath()
  const { budget } = start(path)
  await send(budget, 2)
  rmSync(path)
  await send(budget, 3)
  expect(readFileSync(path, 'utf8').split('\n').filter(Boolean)).toHaveLength(3)
  expect(budget.snapshot().used).toBe(5)
})

test('a damaged line counts as sent when the log was last written', () => {
  const path = createPath()
  const now = Date.UTC(2026, 2, 2)
  writeFileSync(path, `${now - 10_000}\n\u0000\u0017garbage\n${now - 5_000}\n12`)
  utimesSync(path, now / 1_000, (now - 4_000) / 1_000)
  const log = new RequestLog(path)
  expect(log.since(now - 60_000, now)).toEqual([now - 10_000, now - 4_000, now - 5_000])
})

test('when the log cannot be read, the last minute counts as full', () => {
  const path = createPath()
  const now = Date.UTC(2026, 2, 2)
  mkdirSync(path)
  utimesSync(path, now / 1_000, now / 1_000)
  expect(new RequestLog(path).since(now - 60_000, now)).toEqual(Array.from({ length: 200 }, () => now))
})

test('requests are sent even when the log cannot be written', async () => {
  const path = createPath()
  const { budget, faults } = start(path)
  mkdirSync(path)
  await send(budget, 1)
  expect(faults).toHaveLength(1)
})

test('the log stays small and is readable for its user only', async () => {
  const path = createPath()
  const now = Date.UTC(2026, 2, 2)
  const log = new RequestLog(path)
  for (let i = 0; i < 12_000; i++) log.append(now + i, now + i - 100)
  expect(statSync(path).size).toBeLessThan(80_000)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(log.since(now + 11_950, now + 12_000)).toHaveLength(50)
  expect(existsSync(`${path}.tmp`)).toBe(false)
})
