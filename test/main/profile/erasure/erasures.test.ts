import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { writeMembership } from '#main/computers/membership.ts'
import { systemRemover } from '#main/disk/remove-tree.ts'
import { noteMirror } from '#main/mirror/noted-mirrors.ts'
import { AppError } from '#shared/errors.ts'
import { inLanguage, type Language } from '#shared/language.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import {
  demo,
  filesWith,
  markOf,
  openErasures,
  other,
  outcomes,
  own,
  write,
  writeData,
  writeProfile,
} from './profiles.ts'

let dataDir: string
const refuse = (path: string): never => {
  throw Object.assign(new Error(path), { code: 'EACCES' })
}

beforeEach(() => {
  dataDir = writeData()
})

test('deleting the last connection removes all data, and no file contains any of it', async () => {
  const erasures = openErasures(dataDir)
  const [report] = await erasures.erase([own])
  expect(outcomes(report!)).toEqual({
    ...{
      secret: 'removed',
      'data-key': 'removed',
      cache: 'removed',
      journal: 'removed',
      backups: 'removed',
      'set-aside': 'removed',
    },
    ...{ reports: 'removed', 'call-log': 'removed', profile: 'removed', exports: 'removed', logs: 'removed' },
    ...{ windows: 'removed', browsers: 'removed', lock: 'removed' },
  })
  expect(report!.lines.find(({ part }) => part === 'backups')?.files).toBe(2)
  expect(filesWith(dataDir, markOf(own))).toEqual([])
  erasures.dismiss()
  expect(filesWith(dataDir, own.id)).toEqual([])
  expect(readdirSync(dataDir).sort()).toEqual(['exports', 'logs', 'profiles'])
  expect(readdirSync(dataDir, { recursive: true })).toHaveLength(3)
})

test('data that another connection needs is kept, and is listed with its place', async () => {
  writeProfile(dataDir, other)
  const before = filesWith(dataDir, markOf(other))
  const [report] = await openErasures(dataDir).erase([own])
  expect(filesWith(dataDir, markOf(own))).toEqual([])
  expect(filesWith(dataDir, markOf(other))).toEqual(before)
  expect(existsSync(join(dataDir, 'app-lock.json'))).toBe(true)
  expect(report!.lines.filter(({ outcome }) => outcome === 'kept')).toMatchObject([
    { part: 'exports', places: [join(dataDir, 'exports', 'of-an-earlier-version.csv')] },
    { part: 'logs', places: [join(dataDir, 'logs')] },
    { part: 'windows' },
    { part: 'browsers', places: [join(dataDir, 'web-pages.json')] },
    { part: 'lock' },
  ])
})

test('the reasons are in the language of texts at the time of reading, also after a restart', async () => {
  const erasures = openErasures(dataDir, { forgetPages: null })
  await erasures.erase([own])
  const reasonIn = (language: Language, each: typeof erasures) =>
    inLanguage(language, () => each.reports[0]?.lines.find(({ part }) => part === 'windows')?.reason)
  for (const each of [erasures, openErasures(dataDir)]) {
    expect(reasonIn('en', each)).toContain('browsers')
    expect(reasonIn('ru', each)).toContain('браузерах')
  }
})

test('if a part cannot be removed, the others are, and the report has its place and reason', async () => {
  const path = join(dataDir, 'profiles', own.id, 'backups', 'old', 'manual.sqlite')
  const erasures = openErasures(dataDir, {
    forgetSecret: () => Promise.reject(new AppError('no-keychain', 'The keyring is locked.')),
    remover: {
      ...systemRemover,
      removeFile: (file) => (file === path ? refuse(file) : systemRemover.removeFile(file)),
    },
  })
  const [report] = await erasures.erase([own])
  expect(report!.lines.filter(({ outcome }) => outcome === 'failed')).toEqual([
    {
      part: 'secret',
      outcome: 'failed',
      files: 0,
      places: [expect.stringContaining(own.id)],
      reason: 'The keyring is locked.',
    },
    { part: 'backups', outcome: 'failed', files: 1, places: [path], reason: 'this user may not delete it' },
    { part: 'profile', outcome: 'failed', files: expect.any(Number), places: [path], reason: expect.any(String) },
  ])
  expect(filesWith(dataDir, markOf(own))).toEqual([expect.stringContaining('manual.sqlite')])
  // The remaining data is still protected by the lock.
  expect(outcomes(report!)['lock']).toBe('kept')
  const next = openErasures(dataDir)
  await next.resume()
  expect(Object.values(outcomes(next.reports[0]!))).not.toContain('failed')
  expect(outcomes(next.reports[0]!)).toMatchObject({ backups: 'removed', cache: 'removed' })
  expect(filesWith(dataDir, markOf(own))).toEqual([])
})

test('the folder that is shared with other computers is kept, and is listed with its place', async () => {
  const shared = { folder: '/sync', setId: '0123456789abcdef', computer: '00000000000000aa', name: 'Desktop' }
  writeMembership(join(dataDir, 'profiles', own.id), shared)
  const [report] = await openErasures(dataDir).erase([own])
  expect(report!.lines.find(({ part }) => part === 'shared-folder')).toMatchObject({
    ...{ outcome: 'kept', places: [join('/sync', 'tidemark-0123456789abcdef')] },
    reason: expect.stringContaining('Your other computers use it'),
  })
  expect(existsSync(join(dataDir, 'profiles', own.id))).toBe(false)
})

test('databases into which the rows were copied are named, once each', async () => {
  const directory = join(dataDir, 'profiles', own.id)
  const [first, second] = ['postgresql://me@db.test/finance', 'service=finance']
  for (const to of [first, second, first]) noteMirror(directory, to)
  const [report] = await openErasures(dataDir).erase([own])
  expect(report!.lines.find(({ part }) => part === 'mirror')).toMatchObject({
    ...{ outcome: 'kept', places: [first, second] },
    reason: expect.stringContaining('does not delete there'),
  })
  expect(existsSync(directory)).toBe(false)
})

test('deleting all profiles leaves no data, and removes the lock', async () => {
  writeProfile(dataDir, other)
  writeProfile(dataDir, demo)
  await openErasures(dataDir).erase([demo, own, other])
  for (const profile of [demo, own, other]) expect(filesWith(dataDir, markOf(profile))).toEqual([])
  expect(existsSync(join(dataDir, 'app-lock.json'))).toBe(false)
})

test('links are removed without following them', async () => {
  const elsewhere = makeTemporaryDirectory()
  write(join(elsewhere, 'kept.txt'), 'mine')
  const { symlinkSync } = await import('node:fs')
  symlinkSync(elsewhere, join(dataDir, 'profiles', own.id, 'reports', 'link'))
  await openErasures(dataDir).erase([own])
  expect(existsSync(join(elsewhere, 'kept.txt'))).toBe(true)
  expect(existsSync(join(dataDir, 'profiles', own.id))).toBe(false)
})
