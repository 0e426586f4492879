import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { fillDisk, mountDisk } from '../../fakes/disk/small-disk.ts'
import { until } from '../../fakes/until.ts'
import { connectWebHost, makeDataDir, removeDataDir, startWebHost, type WebHostProcess } from '../rig/web-host.ts'

let dataDir: string
let broker: DemoBroker
let host: WebHostProcess | null = null

beforeEach(async () => {
  dataDir = await makeDataDir()
  broker = await startDemoBroker({ size: 'small', alwaysOpen: true })
})
afterEach(async () => {
  await host?.stop()
  host = null
  await broker.close()
  await removeDataDir(dataDir)
})

const accountsOf = async (app: WebHostProcess): Promise<number> =>
  (await app.call('overview.read', { accountId: null })).accounts.length

/** Connects to the service, waits for its accounts and stops; returns the folder of the profile. */
async function fillProfile(): Promise<string> {
  const first = await connectWebHost(dataDir, broker)
  await until(
    () => accountsOf(first),
    (count) => count > 0,
  )
  await first.call('watchlists.create', { name: 'mine' })
  await first.stop()
  const [folder] = readdirSync(join(dataDir, 'profiles')).filter((name) => !name.startsWith('demo'))
  return join(dataDir, 'profiles', folder ?? '')
}

test('the running app replaces a damaged cache, and says so until the user dismisses it', async () => {
  const folder = await fillProfile()
  const path = join(folder, 'cache.sqlite')
  const db = new Database(path)
  const page = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'account'`).pluck().get())
  db.close()
  writeFileSync(path, readFileSync(path).fill(0xa5, (page - 1) * 4_096, page * 4_096))
  const app = (host = await connectWebHost(dataDir, broker))
  await until(
    () => accountsOf(app).catch(() => 0),
    (count) => count > 0,
  )
  const { troubles } = await app.call('data.read')
  expect(troubles).toMatchObject([{ kind: 'cache-replaced' }])
  expect(troubles[0]?.message).toMatch(
    /^The cache was damaged\. It was set aside as .*cache\.damaged-.*\.sqlite and is/,
  )
  expect((await app.call('watchlists.list')).map(({ name }) => name)).toContain('mine')
  expect((await app.call('health.read')).events?.[0]?.message).toBe(troubles[0]?.message)
  await app.call('data.dismiss', { kind: 'cache-replaced' })
  expect((await app.call('data.read')).troubles).toEqual([])
})

test('the requests of the last minute count after a restart, although the cache was deleted', async () => {
  const folder = await fillProfile()
  const sent = readFileSync(join(folder, 'requests.log'), 'utf8').split('\n').filter(Boolean).length
  for (const part of ['', '-wal', '-shm']) rmSync(join(folder, `cache.sqlite${part}`), { force: true })
  const app = (host = await connectWebHost(dataDir, broker))
  const { endpoints } = await app.call('budget.read')
  expect(sent).toBeGreaterThan(0)
  expect(endpoints).toContainEqual({ endpoint: 'before the restart', count: sent })
})

test('when a profile cannot be opened, the app opens the demo, and the files of the profile stay', async () => {
  const folder = await fillProfile()
  const path = join(folder, 'journal.sqlite')
  const journal = new Database(path)
  journal.pragma('user_version = 999')
  journal.close()
  const before = readFileSync(path)
  const app = (host = await startWebHost(dataDir))
  const profiles = await app.call('profiles.list')
  expect(profiles.find(({ isOpen }) => isOpen)?.kind).toBe('demo')
  expect((await app.call('data.read')).troubles).toMatchObject([
    { kind: 'profile-not-opened', message: expect.stringContaining('newer version of Tidemark') as string },
  ])
  const failed = profiles.find(({ kind }) => kind === 'service')
  expect(await app.request('profiles.open', { id: failed?.id })).toMatchObject({ ok: false })
  await until(
    () => accountsOf(app),
    (count) => count > 0,
  )
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('on a full disk the app starts and shows the stored data', async ({ skip }) => {
  const disk = mountDisk('size=48m')
  if (disk === null) return skip('only root can mount a disk')
  const previous = dataDir
  dataDir = disk
  try {
    await fillProfile()
    const free = fillDisk(disk)
    const app = (host = await connectWebHost(disk, broker))
    expect(await accountsOf(app)).toBeGreaterThan(0)
    expect((await app.call('watchlists.list')).map(({ name }) => name)).toContain('mine')
    const write = { theme: 'dark' } as const
    const full = { ok: false, message: expect.stringContaining('the disk is full') as string }
    expect(await app.request('settings.write', write)).toMatchObject(full)
    free()
    await app.call('settings.write', write)
  } finally {
    await host?.stop()
    dataDir = previous
  }
})
