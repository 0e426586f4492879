import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDemoBroker } from '#main/demo/server.ts'
import { lockDataDirectory } from '#main/sqlite/lock.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import { openWithReplacement } from '../../fakes/disk/replaced-cache.ts'
import { fillDisk, mountDisk } from '../../fakes/disk/small-disk.ts'
import { until } from '../../fakes/until.ts'

vi.setConfig({ testTimeout: 60_000 })

test('on a full disk the app starts, shows its stored data, and writes again when there is space', async ({ skip }) => {
  const disk = mountDisk('size=24m')
  if (disk === null) return skip('only root can mount a disk')
  const service = await startDemoBroker({ size: 'small', alwaysOpen: true, clock })
  onTestFinished(() => service.close())
  const directory = join(disk, 'profile')
  mkdirSync(directory)
  const before = await openWithReplacement(service, directory)
  const readOverview = () => before.client.call('overview.read', { accountId: null })
  const { accounts } = await until(readOverview, (overview) => overview.accounts.length > 0)
  before.current().journal.watchlists.create('mine')
  await before.close()

  const free = fillDisk(disk)
  lockDataDirectory(disk).release()
  const app = await openWithReplacement(service, directory)
  onTestFinished(() => app.close())
  const shown = await app.client.call('overview.read', { accountId: null })
  expect(shown.accounts.map(({ id }) => id)).toEqual(accounts.map(({ id }) => id))
  expect(
    app
      .current()
      .journal.watchlists.list()
      .map(({ name }) => name),
  ).toEqual(['Watchlist', 'mine'])
  const totals = await app.client.call('transactions.totals', { filter: { conditions: [], text: '' } })
  expect(totals.count).toBeGreaterThanOrEqual(0)
  await expect(app.client.call('settings.write', { requestShare: 'half' })).rejects.toThrow(/disk .* is full/)
  expect(app.current().cacheSetAside).toBeNull()

  free()
  await app.client.call('settings.write', { requestShare: 'half' })
  await until(
    () => app.client.call('health.read'),
    ({ jobs }) =>
      jobs.some(
        ({ name, error, lastSucceededAt }) => name === 'accounts' && error === null && lastSucceededAt !== null,
      ),
  )
  expect(readdirSync(directory).filter((name) => name.includes('damaged'))).toEqual([])
})
