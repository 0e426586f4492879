import { describe, expect, test } from 'vitest'
import { booked, dayMs } from '../../../fakes/history-service.ts'
import { accountId, evenly, start } from './rig.ts'

describe('rows that are booked late', () => {
  test.each([
    { daysBack: 2, afterDays: 0 },
    { daysBack: 20, afterDays: 1.1 },
    { daysBack: 300, afterDays: 7.1 },
  ])(
    'with a time $daysBack days ago are found after $afterDays days, and changed rows are updated',
    async ({ daysBack, afterDays }) => {
      const { readAll, service, clock, count, cache, topics } = start({ cap: 100 })
      service.addRows(accountId, evenly(clock.now(), 2_000, 700))
      await readAll()
      const at = Math.floor((clock.now() - daysBack * dayMs) / 1_000) * 1_000
      const changed = service.allRows(accountId).find((row) => row.at > at)
      if (changed === undefined) throw new Error('no row to change')
      service.addRows(accountId, [booked('late', at), { ...changed, name: 'Corrected' }])
      await clock.advance(60_000 + afterDays * dayMs)
      topics.length = 0
      await readAll()
      expect(count()).toBe(2_001)
      expect(cache.transactions.get(accountId, changed.id)?.transaction.name).toBe('Corrected')
      expect(topics).toContain('transactions.changed')
    },
  )

  test('take one request per minute for an inactive account, and one more in five minutes', async () => {
    const { readAll, readRecent, readRest, service, clock } = start()
    service.addRows(accountId, evenly(clock.now(), 2_000, 700))
    await readAll()
    const before = service.requests.length
    for (let minute = 0; minute < 10; minute++) {
      await clock.advance(60_000)
      await readRecent()
      await readRest()
    }
    expect(service.requests.length - before).toBeLessThanOrEqual(10 + 10 / 5 + 1)
  })

  test('with any time are found within a day if the account is small', async () => {
    const { readAll, service, clock, count, cache } = start({ cap: 1_000 })
    service.addRows(accountId, evenly(clock.now(), 3_000, 2_000))
    await readAll()
    const late = [400, 1_500, 2_900].map((days) => booked(`late-${days}`, clock.now() - days * dayMs))
    service.addRows(accountId, late)
    await clock.advance(dayMs)
    await readAll()
    expect(count()).toBe(3_003)
    expect(cache.history.beginning(accountId)).toBe(Math.floor((late[2]?.at ?? 0) / dayMs) * dayMs)
  })

  test('take at most a few hundred requests per day, even for a large account', async () => {
    const { readAll, service, clock } = start({ cap: 20 })
    service.addRows(accountId, evenly(clock.now(), 6_000, 2_000))
    await readAll()
    const before = service.requests.length
    for (let hour = 0; hour < 48; hour++) {
      await clock.advance(3_600_000)
      await readAll()
    }
    expect((service.requests.length - before) / 2).toBeLessThan(3 * 288)
  })

  test('of the last month are found immediately if the user starts the job', async () => {
    const { readAll, rereadLastMonth, readRest, service, clock, count } = start({ cap: 20 })
    service.addRows(accountId, evenly(clock.now(), 2_000, 400))
    await readAll()
    service.addRows(accountId, [booked('late', clock.now() - 20 * dayMs)])
    await readRest()
    expect(count()).toBe(2_000)
    // The current time may be in the middle of a second.
    await clock.advance(700)
    rereadLastMonth()
    await readRest()
    expect(count()).toBe(2_001)
  })
})
