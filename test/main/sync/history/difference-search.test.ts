import { expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { booked, dayMs } from '../../../fakes/history-service.ts'
import { accountId, evenly, start } from './rig.ts'

const difference = (figure: string, amount = '10') => ({ accountId, figure, difference: amount })

/**
 * Reads an account with five years of rows completely. Then the service books a row `daysBack` days ago (null: none).
 */
async function startWithLateRow(daysBack: number | null) {
  const sync = start({ cap: 100 })
  const { service, clock, readAll, readRest, count, searchBehind } = sync
  service.addRows(accountId, evenly(clock.now(), 3_000, 1_800))
  await readAll()
  if (daysBack !== null) service.addRows(accountId, [booked('late', clock.now() - daysBack * dayMs)])
  /**
   * Runs the history job each minute, with these differences, until the row is stored. Returns the number of minutes.
   */
  const run = async (minutes: number, differences = [difference('SBER@MISX')]): Promise<number> => {
    for (let minute = 1; minute <= minutes; minute++) {
      await clock.advance(minuteMs)
      searchBehind(count() > 3_000 ? [] : differences)
      await readRest()
      if (count() > 3_000) return minute
    }
    return Infinity
  }
  return { ...sync, run }
}

test('a late row with a time years ago is found within minutes after it causes a difference', async () => {
  const { run } = await startWithLateRow(1_500)
  expect(await run(15)).toBeLessThanOrEqual(10)
})

test('a late row of the last month takes only the requests of that month', async () => {
  const { run, service } = await startWithLateRow(20)
  const before = service.requests.length
  expect(await run(10)).toBeLessThanOrEqual(5)
  expect(service.requests.length - before).toBeLessThanOrEqual(3)
})

/**
 * The number of requests in some hours, relative to those for the whole history. The difference changes every
 * `changesEvery` minutes (0: there is none).
 */
async function requestsOf(hours: number, changesEvery: number): Promise<number> {
  const { service, clock, searchBehind, readRest } = await startWithLateRow(null)
  const before = service.requests.length
  for (let minute = 0; minute < hours * 60; minute++) {
    await clock.advance(minuteMs)
    if (changesEvery > 0) searchBehind([difference('SBER@MISX', String(Math.floor(minute / changesEvery)))])
    await readRest()
  }
  return (service.requests.length - before) / before
}

test('an unexplained difference causes one search, and a changing one reads the whole history at most once a day', async () => {
  const hours = 6
  const [none, one, changing] = [await requestsOf(hours, 0), await requestsOf(hours, 999), await requestsOf(hours, 15)]
  expect(one - none).toBeGreaterThan(0.5)
  expect(one - none).toBeLessThan(1.7)
  // The month is read 24 times, the year 3 times, and the whole history once.
  expect(changing - none).toBeLessThan(5)
})

test('figures that differ only for a short time cause no request', async () => {
  const { searchBehind, readRest, service, clock } = await startWithLateRow(1_500)
  const before = service.requests.length
  searchBehind([difference('SBER@MISX')])
  await clock.advance(minuteMs)
  searchBehind([])
  await clock.advance(minuteMs)
  searchBehind([difference('SBER@MISX')])
  await readRest()
  expect(service.requests.length - before).toBe(0)
})
