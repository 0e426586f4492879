import { describe, expect, test } from 'vitest'
import { booked, dayMs } from '../../../fakes/history-service.ts'
import { accountId, evenly, start } from './rig.ts'

describe('a second with more rows than one response contains', () => {
  const burstAt = Date.UTC(2025, 4, 7, 10, 30)
  const burst = (count: number) => Array.from({ length: count }, (_, i) => booked(`burst-${i}`, burstAt))

  test.each([true, false])(
    'is a known gap, its received rows are stored, and it is not requested again (end inclusive: %s)',
    async (isEndInclusive) => {
      const { readAll, readRest, readRecent, service, clock, count, gaps } = start({ cap: 100, isEndInclusive })
      service.addRows(accountId, evenly(clock.now(), 2_000, 700))
      service.addRows(accountId, burst(250))
      await readAll()
      expect(gaps()).toMatchObject([{ from: burstAt, to: burstAt + 1_000, received: 100 }])
      expect(count()).toBe(2_100)
      const before = service.requests.length
      await readRecent()
      await readRest()
      expect(service.requests.length).toBe(before + 1)
    },
  )

  test('is read completely once the cap has risen', async () => {
    const { readAll, service, clock, count, gaps } = start({ cap: 100 })
    service.addRows(accountId, [...evenly(clock.now(), 2_000, 700), ...burst(250)])
    await readAll()
    service.options = { cap: 1_000 }
    await clock.advance(8 * dayMs)
    await readAll()
    expect(gaps()).toEqual([])
    expect(count()).toBe(2_250)
  })

  test('is requested again once a week', async () => {
    const { readAll, service, clock } = start({ cap: 100 })
    service.addRows(accountId, [...evenly(clock.now(), 500, 700), ...burst(250)])
    await readAll()
    const tries = () => service.requests.filter(({ from, to }) => from === burstAt && to === burstAt + 1_000).length
    const before = tries()
    for (let day = 0; day < 15; day++) {
      await clock.advance(dayMs)
      await readAll()
    }
    expect(tries() - before).toBeLessThanOrEqual(2)
  })

  test('is not read repeatedly if it has as many rows as the limit, and the service ignores the limit', async () => {
    const { readAll, readRest, service, clock, count } = start({
      cap: 1_200,
      respectsLimit: false,
      order: 'shuffled',
      kept: 'any',
    })
    service.addRows(accountId, [...evenly(clock.now(), 3_000, 700), ...burst(1_000)])
    await readAll()
    expect(count()).toBe(4_000)
    const before = service.requests.length
    await readRest()
    expect(service.requests.length).toBe(before)
  })

  test('is no gap if it contains all rows of the account', async () => {
    const { readAll, service, gaps, count } = start()
    service.addRows(accountId, burst(12))
    await readAll()
    expect(gaps()).toEqual([])
    expect(count()).toBe(12)
  })
})
