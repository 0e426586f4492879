import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createProfiles, demoProfileOf, profileOf } from '#main/profile/profile-registry.ts'
import { Profile } from '#shared/model/app/connection.ts'

const demoProfile = demoProfileOf('typical')

function start() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-profiles-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return { dataDir, profiles: createProfiles(dataDir) }
}
const service = profileOf(new URL('https://api.broker.example/trade/'))

test('each size and shape of the demo has its own data, and only the demo of this run is listed', () => {
  const { dataDir, profiles } = start()
  const small = demoProfileOf('small')
  expect(small.id).not.toBe(demoProfile.id)
  profiles.directory(demoProfile)
  expect(createProfiles(dataDir, small).list()).toEqual([small])
  const demos = [demoProfile, demoProfileOf('typical', 'recorded'), small, demoProfileOf('small', 'recorded')]
  expect(demos.map(({ id }) => id)).toEqual(['demo', 'demo-recorded', 'demo-small', 'demo-small-recorded'])
})

test('different spellings of one base URL give the same profile', () => {
  expect(profileOf(new URL('https://API.broker.example/trade'))).toEqual(service)
  expect(service).toMatchObject({ kind: 'service', baseUrl: 'https://api.broker.example/trade' })
  expect(service.id).toMatch(/^api-broker-example-[0-9a-f]{8}$/)
})

test('a different path, port or scheme gives a different profile', () => {
  const urls = [
    'https://a.example',
    'https://a.example/x',
    'https://a.example:444',
    'http://a.example',
    'https://a-example',
  ]
  expect(new Set(urls.map((url) => profileOf(new URL(url)).id)).size).toBe(urls.length)
})

test.each([
  'http://[::1]:8080',
  'http://127.0.0.1:1',
  `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`,
  'https://пример.example',
  'https://-.example',
  'https://demo',
])('the id of %s is a plain folder name', (url) => {
  const profile = profileOf(new URL(url))
  expect(Profile.safeParse(profile).success).toBe(true)
  expect(profile.id).not.toBe(demoProfile.id)
})

test('the demo profile always exists', () => {
  const { profiles } = start()
  expect(profiles.list()).toEqual([demoProfile])
  expect(profiles.get('demo')).toEqual(demoProfile)
  profiles.directory(demoProfile)
  expect(profiles.list()).toEqual([demoProfile])
})

test('a profile is stored in its own folder that only its user can read', () => {
  const { dataDir, profiles } = start()
  const directory = profiles.directory(service)
  expect(createProfiles(dataDir).list()).toEqual([demoProfile, service])
  expect(createProfiles(dataDir).get(service.id)).toEqual(service)
  if (process.platform === 'win32') return
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  expect(statSync(join(directory, 'profile.json')).mode & 0o777).toBe(0o600)
})

test('a second call for the folder of a profile changes nothing', () => {
  const { profiles } = start()
  const directory = profiles.directory(service)
  const before = statSync(join(directory, 'profile.json')).mtimeMs
  expect(profiles.directory(service)).toBe(directory)
  expect(statSync(join(directory, 'profile.json')).mtimeMs).toBe(before)
})

test('the last open profile is remembered, and there is none at first', () => {
  const { dataDir, profiles } = start()
  expect(profiles.lastOpen()).toBeNull()
  profiles.directory(service)
  profiles.rememberOpen(service)
  expect(createProfiles(dataDir).lastOpen()).toEqual(service)
  profiles.rememberOpen(demoProfile)
  expect(createProfiles(dataDir).lastOpen()).toEqual(demoProfile)
})

test('a missing profile is not reported as the last open profile', () => {
  const { profiles } = start()
  profiles.rememberOpen(service)
  expect(profiles.lastOpen()).toBeNull()
})

test.each(['', '{', 'null', '[]', '{"id":"../../etc","kind":"service","baseUrl":null}', '{"id":"a"}', '\0\0\0'])(
  'a damaged profile file is ignored and the data of the profile is kept: %j',
  (text) => {
    const { dataDir, profiles } = start()
    const directory = profiles.directory(service)
    writeFileSync(join(directory, 'journal.sqlite'), 'data')
    writeFileSync(join(directory, 'profile.json'), text)
    writeFileSync(join(dataDir, 'open-profile.json'), text)
    expect(profiles.list()).toEqual([demoProfile])
    expect(profiles.lastOpen()).toBeNull()
    profiles.directory(service)
    expect(profiles.list()).toEqual([demoProfile, service])
    expect(readFileSync(join(directory, 'journal.sqlite'), 'utf8')).toBe('data')
  },
)

test('stray files and copied folders are not listed as profiles', () => {
  const { dataDir, profiles } = start()
  const directory = profiles.directory(service)
  cpSync(directory, `${directory}-copy`, { recursive: true })
  writeFileSync(join(dataDir, 'profiles', '.DS_Store'), '')
  mkdirSync(join(dataDir, 'profiles', 'empty'))
  expect(profiles.list()).toEqual([demoProfile, service])
})

test('files are replaced atomically and leave no temporary file', () => {
  const { dataDir, profiles } = start()
  const directory = profiles.directory(service)
  for (let i = 0; i < 20; i++) profiles.rememberOpen(i % 2 ? service : demoProfile)
  expect(readdirSync(dataDir).toSorted()).toEqual(['open-profile.json', 'profiles'])
  expect(readdirSync(directory)).toEqual(['profile.json'])
})

test('a crash before the rename leaves the old file in place', () => {
  const { dataDir, profiles } = start()
  profiles.directory(service)
  profiles.rememberOpen(service)
  writeFileSync(join(dataDir, 'open-profile.json.0.tmp'), '{"id":"de')
  expect(createProfiles(dataDir).lastOpen()).toEqual(service)
  expect(existsSync(join(dataDir, 'open-profile.json'))).toBe(true)
})

test('a profile that was open last is not written again', () => {
  const { dataDir, profiles } = start()
  const path = join(dataDir, 'open-profile.json')
  profiles.rememberOpen(service)
  // A replaced file is a new one.
  const { ino } = statSync(path)
  profiles.rememberOpen(service)
  expect(statSync(path).ino).toBe(ino)
  profiles.rememberOpen(demoProfile)
  expect(createProfiles(dataDir).lastOpen()).toEqual(demoProfile)
  writeFileSync(path, '{')
  profiles.rememberOpen(demoProfile)
  expect(createProfiles(dataDir).lastOpen()).toEqual(demoProfile)
})
