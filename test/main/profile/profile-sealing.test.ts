import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startDemoBroker, type DemoBroker } from '../../../src/main/demo/server.ts'
import { copyDatabase } from '../../../src/main/sqlite/copy-database.ts'
import { heldKey } from '../../../src/main/sqlite/keys.ts'
import { newDataKey } from '../../../src/main/sealing/data-key.ts'
import { readRecoveryCode, recoveryCodeOf } from '../../../src/main/sealing/recovery-code.ts'
import { systemClock as clock } from '../../../src/main/time/clock.ts'
import { FakeKeychain } from '../../fakes/keychain.ts'
import { makeSealable, type SealableProfile } from '../../fakes/sealable-profile.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { until } from '../../fakes/until.ts'

vi.setConfig({ testTimeout: 60_000 })

let service: DemoBroker
let keychain: FakeKeychain
let directory: string

beforeAll(async () => {
  service = await startDemoBroker({ size: 'small', alwaysOpen: true, requestsPerMinute: 1e6, clock })
})
afterAll(() => service.close())
beforeEach(() => {
  keychain = new FakeKeychain()
  directory = join(makeTemporaryDirectory(), 'profile')
})

/** A start of the app, with the data of the starts before it. */
function start(): SealableProfile {
  const app = makeSealable({ service, directory, keychain })
  onTestFinished(() => app.quit())
  return app
}

/** A running profile, sealed, with a watchlist of the person. */
async function startSealed(): Promise<{ app: SealableProfile; code: string }> {
  const app = start()
  await app.open()
  app.current().journal.watchlists.create('my own list')
  const { code } = app.sealing.offer()
  await app.sealing.seal(code)
  return { app, code }
}

const names = (app: SealableProfile): string[] =>
  app
    .current()
    .journal.watchlists.list()
    .map(({ name }) => name)

const rowsOf = (app: SealableProfile): number =>
  app
    .current()
    .cache.sizes()
    .tables.find(({ name }) => name === 'transaction_row')?.rows ??
  app
    .current()
    .cache.sizes()
    .tables.reduce((sum, { rows }) => sum + rows, 0)

function contains(text: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(directory, name)
    // A backup of the day may end meanwhile.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false
    return readFileSync(path).includes(text)
  })
}

test('a sealed profile works on with all its threads, and its files tell nothing', async () => {
  const { app } = await startSealed()
  expect(names(app)).toEqual(['Watchlist', 'my own list'])
  await until(
    () => rowsOf(app),
    (rows) => rows > 0,
    30_000,
  )
  await app.current().cache.check()
  const backup = await app.current().journal.backups.backUp('manual', clock)
  expect((await app.current().journal.backups.inspect(backup.id)).problem).toBeNull()
  expect(contains('my own list')).toEqual([])
  expect(contains('SQLite format 3')).toEqual([])
  expect(contains('CREATE TABLE')).toEqual([])
  await app.quit()
  const next = start()
  await next.open()
  expect(names(next)).toEqual(['Watchlist', 'my own list'])
  expect(next.faults).toEqual([])
})

test('nothing is converted, and no key stored, before the recovery code is given back', async () => {
  const app = start()
  await app.open()
  await expect(app.sealing.open()).rejects.toThrow('not sealed')
  await expect(app.sealing.seal(recoveryCodeOf(newDataKey()))).rejects.toThrow('no longer valid')
  const { code } = app.sealing.offer()
  await expect(app.sealing.seal(recoveryCodeOf(newDataKey()))).rejects.toThrow('another key')
  await expect(app.sealing.seal(code.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).rejects.toThrow('wrong')
  expect([app.sealing.read().isSealed, keychain.accounts, existsSync(join(directory, 'sealing.json'))]).toEqual([
    false,
    [],
    false,
  ])
})

test('without a keychain nothing is sealed', async () => {
  const app = start()
  await app.open()
  const { code } = app.sealing.offer()
  keychain.trouble = 'no-service'
  await expect(app.sealing.seal(code)).rejects.toMatchObject({ code: 'no-keychain' })
  expect(app.sealing.read().isSealed).toBe(false)
})

test('the key is in the keychain and nowhere else', async () => {
  const { app, code } = await startSealed()
  const key = Buffer.from(readRecoveryCode(code))
  const { keyId } = app.sealing.read()
  expect(keychain.accounts).toEqual([`data-key ${app.profile.id} ${String(keyId)}`])
  for (const text of [
    key.toString('latin1'),
    key.toString('hex'),
    key.toString('base64'),
    code,
    code.replaceAll('-', ''),
  ])
    for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
      const path = join(directory, name)
      if (statSync(path).isFile()) expect([name, readFileSync(path, 'latin1').includes(text)]).toEqual([name, false])
    }
  expect(JSON.stringify(app.faults)).not.toContain(key.toString('hex'))
})

test('data that is made plain again has no key', async () => {
  const { app } = await startSealed()
  await app.sealing.open()
  expect([app.sealing.read().isSealed, keychain.accounts, names(app)]).toEqual([
    false,
    [],
    ['Watchlist', 'my own list'],
  ])
  expect(contains('my own list')).not.toEqual([])
})

test('a changed key replaces the one before it', async () => {
  const { app, code } = await startSealed()
  const before = app.sealing.read().keyId
  const offer = app.sealing.offer()
  await app.sealing.seal(offer.code)
  expect(app.sealing.read().keyId).toBe(offer.keyId)
  expect(offer.keyId).not.toBe(before)
  expect(keychain.accounts).toHaveLength(1)
  await app.quit()
  keychain = new FakeKeychain()
  const next = start()
  await expect(next.open()).rejects.toThrow('not in the keychain')
  await expect(next.sealing.recover(next.profile.id, code)).rejects.toThrow('another key')
  await next.sealing.recover(next.profile.id, offer.code)
  expect(names(next)).toEqual(['Watchlist', 'my own list'])
})

test('a lost key is asked for: nothing is changed and no key is made until the recovery code opens the data', async () => {
  const { app, code } = await startSealed()
  await app.quit()
  keychain = new FakeKeychain()
  const before = contentsOf()
  const next = start()
  await expect(next.open()).rejects.toMatchObject({ code: 'no-keychain', problem: 'lost' })
  expect([contentsOf(), keychain.accounts]).toEqual([before, []])
  expect([...next.keys.waiting]).toEqual([[next.profile.id, 'lost']])
  await next.sealing.recover(next.profile.id, code.toLowerCase().replaceAll('-', ' '))
  expect(names(next)).toEqual(['Watchlist', 'my own list'])
  expect(next.keys.waiting.size).toBe(0)
  expect(keychain.accounts).toHaveLength(1)
})

const contentsOf = (): string[] =>
  ['journal.sqlite', 'cache.sqlite', 'sealing.json'].map((name) => readFileSync(join(directory, name), 'base64'))

test('a keychain that is locked, slow or away is no lost key', async () => {
  const { app } = await startSealed()
  await app.quit()
  const next = start()
  for (const trouble of ['locked', 'timed-out', 'no-service'] as const) {
    keychain.trouble = trouble
    await expect(next.open()).rejects.toMatchObject({ problem: 'unknown' })
  }
  await expect(next.sealing.startOver(next.profile.id, service.baseUrl)).rejects.toThrow('locked')
  keychain.trouble = null
  await next.open()
  expect(names(next)).toEqual(['Watchlist', 'my own list'])
})

test('a keyring that is silently locked is no lost key', async () => {
  const { app } = await startSealed()
  await app.quit()
  keychain.isSilentlyLocked = true
  const next = start()
  await expect(next.open()).rejects.toMatchObject({ problem: 'unknown' })
})

test('an exchanged keyring with another key of the same name opens nothing', async () => {
  const { app, code } = await startSealed()
  const [account = ''] = keychain.accounts
  await app.quit()
  await keychain.write(account, Buffer.from(newDataKey()).toString('base64'))
  const next = start()
  await expect(next.open()).rejects.toMatchObject({ problem: 'lost' })
  await next.sealing.recover(next.profile.id, code)
  expect(names(next)).toEqual(['Watchlist', 'my own list'])
})

test('a lost descriptor is rebuilt by the recovery code', async () => {
  const { app, code } = await startSealed()
  await app.quit()
  rmSync(join(directory, 'sealing.json'))
  const next = start()
  await expect(next.open()).rejects.toMatchObject({ problem: 'lost' })
  await expect(next.sealing.recover(next.profile.id, recoveryCodeOf(newDataKey()))).rejects.toThrow('another key')
  await next.sealing.recover(next.profile.id, code)
  expect(next.sealing.read().keyId).toBe(app.sealing.read().keyId)
})

test('a profile that starts over keeps the sealed journal and its backups aside', async () => {
  const { app } = await startSealed()
  await app.current().journal.backups.backUp('manual', clock)
  await app.quit()
  keychain = new FakeKeychain()
  const journal = readFileSync(join(directory, 'journal.sqlite'))
  const next = start()
  await expect(next.open()).rejects.toMatchObject({ problem: 'lost' })
  await expect(next.sealing.startOver(next.profile.id, 'another name')).rejects.toThrow('type the name')
  await next.sealing.startOver(next.profile.id, service.baseUrl)
  expect(names(next)).toEqual(['Watchlist'])
  const [aside = ''] = readdirSync(directory).filter((name) => name.startsWith('sealed-'))
  expect(readFileSync(join(directory, aside, 'journal.sqlite'))).toEqual(journal)
  expect(readdirSync(join(directory, aside, 'backups'))).toHaveLength(1)
  expect(existsSync(join(directory, aside, 'sealing.json'))).toBe(true)
  expect(next.sealing.read()).toEqual({ canSeal: true, isSealed: false, keyId: null, waiting: [] })
  expect(
    next
      .current()
      .journal.events.latest(5)
      .some(({ message }) => message.includes(aside)),
  ).toBe(true)
})

test('a deleted profile leaves no key, and a key that stays in a locked keychain is removed at the next try', async () => {
  const { app } = await startSealed()
  const place = { profileId: app.profile.id, directory }
  await app.quit()
  const entries = app.keys.entriesOf(place)
  keychain.trouble = 'locked'
  await expect(app.keys.forgetEntries(place, entries)).rejects.toMatchObject({ code: 'no-keychain' })
  rmSync(directory, { recursive: true })
  keychain.trouble = null
  expect(keychain.accounts).toHaveLength(1)
  await app.keys.forgetEntries(place, entries)
  expect(keychain.accounts).toEqual([])
})

test('plain and sealed backups are restored, and the data stays sealed', async () => {
  const app = start()
  await app.open()
  const plainBackup = await app.current().journal.backups.backUp('manual', clock)
  const plainCopy = readFileSync(join(directory, 'backups', plainBackup.id))
  const { code } = app.sealing.offer()
  await app.sealing.seal(code)
  // As if it was put back from another disk.
  writeFileSync(join(directory, 'backups', plainBackup.id), plainCopy)
  app.current().journal.watchlists.create('my own list')
  const sealedBackup = await app.current().journal.backups.backUp('manual', clock)
  await app.files.restore(plainBackup.id)
  expect(names(app)).toEqual(['Watchlist'])
  await app.files.restore(sealedBackup.id)
  expect(names(app)).toEqual(['Watchlist', 'my own list'])
  expect(app.sealing.read().isSealed).toBe(true)
  expect(contains('SQLite format 3')).toEqual([`backups/${plainBackup.id}`])
})

test('a plain profile restores a sealed backup with its recovery code, and stays plain', async () => {
  const { app, code } = await startSealed()
  const { id } = await app.current().journal.backups.backUp('manual', clock)
  const path = join(directory, 'backups', id)
  const sealedBackup = readFileSync(path)
  await app.sealing.open()
  writeFileSync(path, sealedBackup)
  app.current().journal.watchlists.create('later')
  expect(await app.current().journal.backups.inspect(id)).toMatchObject({ needsCode: true })
  await app.files.restore(id, readRecoveryCode(code))
  expect([names(app), app.sealing.read().isSealed]).toEqual([['Watchlist', 'my own list'], false])
})

test('a backup that is sealed with another key asks for its recovery code', async () => {
  const { app } = await startSealed()
  const other = newDataKey()
  const { id } = await app.current().journal.backups.backUp('manual', clock)
  const path = join(directory, 'backups', id)
  copyDatabase({ path, key: heldKey(directory) }, { path: `${path}.other`, key: other })
  renameSync(`${path}.other`, path)
  app.current().journal.watchlists.create('later')
  expect(await app.current().journal.backups.inspect(id)).toMatchObject({ needsCode: true })
  await expect(app.files.restore(id)).rejects.toThrow('Enter its recovery code')
  await expect(app.files.restore(id, newDataKey())).rejects.toThrow('does not open the backup')
  await app.files.restore(id, other)
  expect(names(app)).toEqual(['Watchlist', 'my own list'])
  expect(app.sealing.read().isSealed).toBe(true)
})
