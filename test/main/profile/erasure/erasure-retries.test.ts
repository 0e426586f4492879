import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createSecretMarks } from '#main/profile/sign-in.ts'
import { createSecretStore } from '#main/secrets/secret-store.ts'
import { AppError } from '#shared/errors.ts'
import type { Profile } from '#shared/model/app/connection.ts'
import { FakeKeychain } from '../../../fakes/keychain.ts'
import { filesWith, markOf, openErasures, outcomes, own, writeData, writeProfile } from './profiles.ts'

let dataDir: string

beforeEach(() => {
  dataDir = writeData()
})

test('a retry removes a key that the keychain refused to remove, even after the data was removed', async () => {
  const forgotten: string[] = []
  const locked = {
    entriesOf: () => ['data-key of own'],
    forget: () => Promise.reject(new AppError('no-keychain', 'Locked.')),
  }
  const [report] = await openErasures(dataDir, { dataKey: locked }).erase([own])
  expect(report!.lines.filter(({ outcome }) => outcome === 'failed')).toMatchObject([
    { part: 'data-key', places: ['the keychain of this computer: Tidemark, data-key of own'], reason: 'Locked.' },
  ])
  const next = openErasures(dataDir, {
    dataKey: { entriesOf: () => [], forget: async (_, entries) => void forgotten.push(...entries) },
  })
  await next.retry()
  expect(forgotten).toEqual(['data-key of own'])
  expect(outcomes(next.reports[0]!)).toMatchObject({ 'data-key': 'removed' })
})

test('a secret that is removed later leaves no folder behind', async () => {
  const keychain = new FakeKeychain()
  const forgetSecret = ({ id }: Profile): Promise<void> =>
    createSecretStore(keychain, createSecretMarks(dataDir)).forget(id)
  keychain.trouble = 'locked'
  const erasures = openErasures(dataDir, { forgetSecret })
  const [report] = await erasures.erase([own])
  expect(outcomes(report!)).toMatchObject({ secret: 'failed', profile: 'removed' })
  keychain.trouble = null
  expect(outcomes((await erasures.retry())[0]!)['secret']).toBe('removed')
  erasures.dismiss()
  expect(filesWith(dataDir, own.id)).toEqual([])
  expect(existsSync(join(dataDir, 'profiles', own.id))).toBe(false)
})

test('a retry removes failed parts, and no files that were copied back in the meantime', async () => {
  const erasures = openErasures(dataDir, { forgetSecret: () => Promise.reject(new Error('no')) })
  await erasures.erase([own])
  writeProfile(dataDir, own)
  let forgotten = 0
  const next = openErasures(dataDir, {
    forgetSecret: async () => {
      forgotten++
    },
  })
  await next.resume()
  expect([forgotten, outcomes(next.reports[0]!)['secret']]).toEqual([1, 'removed'])
  expect(filesWith(dataDir, markOf(own))).not.toEqual([])
})

test('a report is kept until it is dismissed, and nothing is tried again after that', async () => {
  await openErasures(dataDir, { forgetSecret: () => Promise.reject(new Error('no')) }).erase([own])
  const next = openErasures(dataDir)
  expect(next.reports).toHaveLength(1)
  next.dismiss()
  writeProfile(dataDir, own)
  const last = openErasures(dataDir)
  await last.resume()
  expect(last.reports).toEqual([])
  expect(filesWith(dataDir, markOf(own))).not.toEqual([])
})

test('a profile that was opened again is not deleted by the next start, even if parts of the old data are left', async () => {
  const erasures = openErasures(dataDir, { forgetSecret: () => Promise.reject(new Error('no')) })
  await erasures.erase([own])
  erasures.allowOpening(own.id)
  writeProfile(dataDir, own)
  const next = openErasures(dataDir)
  await next.resume()
  await next.retry()
  expect(filesWith(dataDir, markOf(own))).not.toEqual([])
  expect(next.reports).toHaveLength(1)
})
