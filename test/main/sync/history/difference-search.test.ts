import { expect, test } from 'vitest'
import { minuteMs } from '../../../../src/shared/durations.ts'
import { booked, dayMs } from '../../../fakes/history-service.ts'
import { accountId, evenly, start } from './rig.ts'

const difference = (figure: string, amount = '10') => ({ accountId, figure, difference: amount })

/** An account of five years, read whole, with a row that the service then books under a time some days back (null: none). */
async function startWithLateRow(daysBack: number | null) {
  const sync = start({ cap: 100 })
  const { service, clock, readAll, readOn, count, searchBehind } = sync
  service.put(accountId, evenly(clock.now(), 3_000, 1_800))
  await readAll()
  if (daysBack !== null) service.put(accountId, [booked('late', clock.now() - daysBack * dayMs)])
  /** So many minutes of the history job, with these differences until the row is there. */
  const run = async (minutes: number, differences = [difference('SBER@MISX')]): Promise<number> => {
    for (let minute = 1; minute <= minutes; minute++) {
      await clock.advance(minuteMs)
      searchBehind(count() > 3_000 ? [] : differences)
      await readOn()
      if (count() > 3_000) return minute
    }
    return Infinity
  }
  return { ...sync, run }
}

test('a row that was booked years back is found within minutes of the difference that it makes', async () => {
  const { run } = await startWithLateRow(1_500)
  expect(await run(15)).toBeLessThanOrEqual(10)
})

test('a row of the last month costs the requests of that month only', async () => {
  const { run, service } = await startWithLateRow(20)
  const before = service.requests.length
  expect(await run(10)).toBeLessThanOrEqual(5)
  expect(service.requests.length - before).toBeLessThanOrEqual(3)
})

/** Requests of so many hours as a part of those of the whole history, with another difference every `changesEvery` minutes (0: with none). */
async function requestsOf(hours: number, changesEvery: number): Promise<number> {
  const { service, clock, searchBehind, readOn } = await startWithLateRow(null)
  const before = service.requests.length
  for (let minute = 0; minute < hours * 60; minute++) {
    await clock.advance(minuteMs)
    if (changesEvery > 0) searchBehind([difference('SBER@MISX', String(Math.floor(minute / changesEvery)))])
    await readOn()
  }
  return (service.requests.length - before) / before
}

test('a difference that nothing explains is searched for once, and a changing one reads everything once a day at most', async () => {
  const hours = 6
  const [none, one, changing] = [await requestsOf(hours, 0), await requestsOf(hours, 999), await requestsOf(hours, 15)]
  expect(one - none).toBeGreaterThan(0.5)
  expect(one - none).toBeLessThan(1.7)
  // The month 24 times, the year 3 times, everything once.
  expect(changing - none).toBeLessThan(5)
})

test('figures that differ for a moment cause no request', async () => {
  const { searchBehind, readOn, service, clock } = await startWithLateRow(1_500)
  const before = service.requests.length
  searchBehind([difference('SBER@MISX')])
  await clock.advance(minuteMs)
  searchBehind([])
  await clock.advance(minuteMs)
  searchBehind([difference('SBER@MISX')])
  await readOn()
  expect(service.requests.length - before).toBe(0)
})
