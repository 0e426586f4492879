import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { reopen } from '#main/profile/active-profile.ts'
import type { RunningProfile } from '#main/profile/opening/open-profile.ts'
import { ProfileFiles } from '#main/profile/profile-files.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import type { Profile } from '#shared/model/app/connection.ts'
import type { ErasureReport } from '#shared/model/app/erasure.ts'
import { openTestProfile } from '../../fakes/running-profile.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { until } from '../../fakes/until.ts'

vi.setConfig({ testTimeout: 30_000 })

let broker: DemoBroker
let directory: string
let current: RunningProfile
let erased: string[]
/** Whether the next opening of a profile fails. */
let failsToOpen: boolean

const open = (): Promise<RunningProfile> =>
  openTestProfile({
    ...{ service: broker, directory, clock, events: new EventBus(), budget: createBudget({ clock }) },
    logFault: () => undefined,
  })
async function openOrFail(): Promise<RunningProfile> {
  if (failsToOpen) {
    failsToOpen = false
    throw new Error('cannot open')
  }
  return open()
}
const createFiles = (profile = current.profile): ProfileFiles =>
  new ProfileFiles({
    clock,
    current: () => current,
    reopen: (change) =>
      reopen(current, change, {
        open: openOrFail,
        openFallback: (error) => Promise.reject(error as Error),
        accept: (opened) => void (current = opened),
      }),
    leave: async (work) => {
      await current.close()
      return work()
    },
    list: () => [current.profile],
    erasures: { erase: async (profiles) => profiles.map(erase) },
    find: (id) => (id === profile.id ? profile : null),
  })
function erase({ id, baseUrl }: Profile): ErasureReport {
  erased.push(id)
  return { id, name: baseUrl ?? '', at: 0, wasResumed: false, lines: [] }
}
const names = (): string[] => current.journal.watchlists.list().map(({ name }) => name)
const add = (name: string): void => void current.journal.watchlists.create(name)
const filesLeft = (): string[] => readdirSync(directory).filter((name) => /\.part|replaced|deleted/.test(name))

beforeEach(async () => {
  broker = await startDemoBroker({ alwaysOpen: true, clock })
  directory = join(makeTemporaryDirectory(), 'profile')
  erased = []
  failsToOpen = false
  current = await open()
})
afterEach(async () => {
  await current.close()
  await broker.close()
})

test('a chosen backup replaces the journal, and the present state is backed up first', async () => {
  add('old')
  const { id } = await current.journal.backups.backUp('manual', clock)
  add('new')
  await createFiles().restore(id)
  expect(names()).toEqual(['Watchlist', 'old'])
  expect(current.journal.events.latest(1)[0]?.message).toContain(id)
  expect(filesLeft()).toEqual([])
  const before = current.journal.backups.list().find(({ reason }) => reason === 'before-restore')
  await createFiles().restore(before!.id)
  expect(names()).toEqual(['Watchlist', 'old', 'new'])
})

test('the oldest backup can be restored even if backing up the present state deletes it', async () => {
  const { id } = await current.journal.backups.backUp('before-restore', clock)
  for (let i = 0; i < 6; i++) await current.journal.backups.backUp('before-restore', clock)
  add('new')
  await createFiles().restore(id)
  expect(names()).toEqual(['Watchlist'])
  expect(current.journal.backups.list().map((backup) => backup.id)).not.toContain(id)
})

test('a damaged backup changes nothing', async () => {
  const { id } = await current.journal.backups.backUp('manual', clock)
  const path = join(directory, 'backups', id)
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0x5a, 100, 4096 * 2))
  add('new')
  const before = current
  await expect(createFiles().restore(id)).rejects.toThrow(/damaged/)
  expect(current).toBe(before)
  expect(names()).toEqual(['Watchlist', 'new'])
  expect(current.journal.backups.list()).toHaveLength(1)
})

test('when the restored profile cannot be opened, the journal is as before', async () => {
  const { id } = await current.journal.backups.backUp('manual', clock)
  add('new')
  failsToOpen = true
  await expect(createFiles().restore(id)).rejects.toThrow('cannot open')
  expect(names()).toEqual(['Watchlist', 'new'])
  expect(filesLeft()).toEqual([])
})

test('if the present state cannot be backed up, nothing changes', async () => {
  const { id } = await current.journal.backups.backUp('manual', clock)
  add('new')
  const before = current
  // A folder with the name of the draft can neither be deleted nor written.
  mkdirSync(join(directory, 'backups', 'journal.part', 'in the way'), { recursive: true })
  await expect(createFiles().restore(id)).rejects.toThrow()
  expect(current).toBe(before)
  expect(names()).toEqual(['Watchlist', 'new'])
})

test('a deleted cache is read again, and the journal is kept', async () => {
  add('mine')
  await until(
    () => current.cache.accounts.list().length,
    (count) => count > 0,
  )
  await createFiles().deleteCache()
  expect(names()).toEqual(['Watchlist', 'mine'])
  await until(
    () => current.cache.accounts.list().length,
    (count) => count > 0,
  )
  expect(filesLeft()).toEqual([])
})

test('a profile is deleted only if its name is typed, and is closed before', async () => {
  const { id, baseUrl } = current.profile
  await expect(createFiles().deleteProfile(id, 'Demo broker')).rejects.toThrow(/type its name/)
  expect(erased).toEqual([])
  expect(await createFiles().deleteProfile(id, ` ${baseUrl} `)).toMatchObject({ id, name: baseUrl })
  expect(erased).toEqual([id])
  expect(() => current.journal.watchlists.list()).toThrow()
})

test('the demo can be deleted with its name in any language', async () => {
  const demo: Profile = { ...current.profile, id: 'demo', baseUrl: null }
  await expect(createFiles(demo).deleteProfile('demo', 'Demo')).rejects.toThrow(/type its name/)
  for (const name of ['Demo broker', 'Демо-брокер']) await createFiles(demo).deleteProfile('demo', name)
  expect(erased).toEqual(['demo', 'demo'])
})

test('neither backups nor exports contain the secret or the token', async () => {
  const tokens = await until(
    () => broker.issuedTokens(),
    (issued) => issued.length > 0,
  )
  const exported = join(makeTemporaryDirectory(), 'export.sqlite')
  await current.journal.backups.copyTo(exported)
  const { id } = await current.journal.backups.backUp('manual', clock)
  for (const path of [exported, join(directory, 'backups', id)]) {
    const content = readFileSync(path, 'latin1')
    expect(content).toContain('watchlist')
    for (const hidden of [broker.secret, ...tokens]) expect(content).not.toContain(hidden)
  }
})
