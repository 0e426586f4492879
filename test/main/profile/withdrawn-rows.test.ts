import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import { booked } from '../../fakes/history-service.ts'
import { openTestProfile } from '../../fakes/running-profile.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { until } from '../../fakes/until.ts'

const accountId = '1900001'
const at = Date.now() - 86_400_000
const rows = [booked('deposit', at), booked('coupon', at + 1_000, 'Coupon')]

test('a withdrawn row stays so when the cache is replaced by an older one, and when it is deleted', async () => {
  const directory = makeTemporaryDirectory()
  const faults: unknown[] = []
  const open = async () => {
    const profile = await openTestProfile({
      ...{ directory, clock, events: new EventBus(), budget: createBudget({ clock }) },
      service: { baseUrl: 'http://127.0.0.1:9', secret: 'secret of a test' },
      logFault: (where, error) => faults.push([where, error]),
    })
    profile.setPaused(true, undefined)
    return profile
  }
  const countOf =
    ({ cache }: Awaited<ReturnType<typeof open>>) =>
    () =>
      cache.transactions.count(accountId)
  const cache = join(directory, 'cache.sqlite')

  const first = await open()
  await first.cache.transactions.store(accountId, pack(rows), at + 2_000, { from: at - 1, to: at + 5_000 })
  await first.close()
  cpSync(cache, `${cache}.old`)
  const second = await open()
  expect(countOf(second)()).toBe(2)
  second.journal.withdrawn.put([{ accountId, transaction: rows[1]!, since: at + 3_000 }])
  await second.close()

  // The journal has it and the cache not yet: also an app that ended between the two starts like this.
  const third = await open()
  await until(countOf(third), (count) => count === 1)
  await third.close()
  cpSync(`${cache}.old`, cache)
  const fourth = await open()
  await until(countOf(fourth), (count) => count === 1)
  expect(fourth.cache.transactions.get(accountId, 'coupon')).toBeNull()
  await fourth.close()

  for (const end of ['', '-wal', '-shm']) rmSync(`${cache}${end}`, { force: true })
  const fifth = await open()
  onTestFinished(() => fifth.close())
  expect(countOf(fifth)()).toBe(0)
  expect(fifth.journal.withdrawn.list().map(({ transaction }) => transaction)).toEqual([rows[1]])
  expect(faults).toEqual([])
}, 60_000)
