import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findStoredProfile } from '#main/profile/reading/find-profile.ts'
import { openReading } from '#main/profile/reading/open-reading.ts'
import { systemClock } from '#main/time/clock.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { openStored } from '../../cli/stored-profile.ts'
import { withReason } from '../../reason.ts'

function addProfile(dataDir: string, id: string, hasData = true): void {
  const directory = join(dataDir, 'profiles', id)
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'profile.json'), JSON.stringify({ id, kind: 'service', baseUrl: 'http://127.0.0.1:9' }))
  if (hasData) writeFileSync(join(directory, 'cache.sqlite'), '')
}

test('the named profile is opened, otherwise the last open one, otherwise the only one', () => {
  const dataDir = makeTemporaryDirectory()
  expect(() => findStoredProfile(dataDir, null)).toThrow(/There is no data in/)
  expect(readdirSync(dataDir)).toEqual([])
  addProfile(dataDir, 'first')
  addProfile(dataDir, 'without-data', false)
  expect(findStoredProfile(dataDir, null).profile.id).toBe('first')
  addProfile(dataDir, 'second')
  expect(() => findStoredProfile(dataDir, null)).toThrow('--profile with one of: first, second.')
  expect(() => findStoredProfile(dataDir, 'third')).toThrow('There is no profile third')
  writeFileSync(join(dataDir, 'open-profile.json'), JSON.stringify({ id: 'second', kind: 'service', baseUrl: null }))
  expect(findStoredProfile(dataDir, null).profile.id).toBe('second')
  expect(findStoredProfile(dataDir, 'first').profile.id).toBe('first')
})

test('a reading refuses all other requests, and its profile has no part that writes', async () => {
  const { dataDir } = await openStored()
  const reading = await openReading({
    unlock: () => Promise.resolve(),
    ...{ dataDir, profileId: null, version: '0', clock: systemClock },
    logFault: (where, error) => expect([where, error]).toBeNull(),
  })
  const call = reading.call as (method: string, params?: unknown) => Promise<unknown>
  for (const method of ['settings.write', 'cancels.prepare', 'views.remove', 'sync.now', 'data.backUp', 'nothing'])
    await expect(call(method, {})).rejects.toThrow('This program only reads')
  for (const part of ['cancels', 'scheduler', 'reports', 'exports', 'kinds', 'alerts'] as const)
    expect(() => reading.profile[part]).toThrow('This program only reads')
  expect(() => reading.profile.journal.settings.setAll({ lotMethod: 'lifo' })).toThrow(withReason('cannot-save'))
  await reading.close()
})
