import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { newDataKey } from '#main/sealing/data-key.ts'
import { readRecoveryCode, recoveryCodeOf } from '#main/sealing/recovery-code.ts'
import { copyDatabase } from '#main/sqlite/copy-database.ts'
import { heldKey } from '#main/sqlite/keys.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import { FakeKeychain } from '../../fakes/keychain.ts'
import { until } from '../../fakes/until.ts'
import { computer, contains, names, provideComputer, rowsOf, start, startSealed } from './sealable-computer.ts'

vi.setConfig({ testTimeout: 60_000 })

provideComputer()

/** The ledger's thread reads the prices that the journal has recorded, with its key and after a restore. */
async function expectPast(app: ReturnType<typeof start>): Promise<void> {
  expect(await app.current().ledger.readPast([])).toMatchObject({ isLoaded: false, moments: [] })
}

test('a sealed profile works with all its threads, and its files contain no readable text', async () => {
  const { app } = await startSealed()
  expect(names(app)).toEqual(['Watchlist', 'my own list'])
  await until(
    () => rowsOf(app),
    (rows) => rows > 0,
    30_000,
  )
  await app.current().cache.check()
  await expectPast(app)
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

test('nothing is converted and no key is stored before the recovery code is entered', async () => {
  const app = start()
  await app.open()
  await expect(app.sealing.open()).rejects.toThrow('not sealed')
  await expect(app.sealing.seal(recoveryCodeOf(newDataKey()))).rejects.toThrow('no longer valid')
  const { code } = app.sealing.offer()
  await expect(app.sealing.seal(recoveryCodeOf(newDataKey()))).rejects.toThrow('another key')
  await expect(app.sealing.seal(code.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).rejects.toThrow('wrong')
  expect([
    app.sealing.read().isSealed,
    computer.keychain.accounts,
    existsSync(join(computer.directory, 'sealing.json')),
  ]).toEqual([false, [], false])
})

test('without a keychain nothing is sealed', async () => {
  const app = start()
  await app.open()
  const { code } = app.sealing.offer()
  computer.keychain.trouble = 'no-service'
  await expect(app.sealing.seal(code)).rejects.toMatchObject({ code: 'no-keychain' })
  expect(app.sealing.read().isSealed).toBe(false)
})

test('the key is in the keychain and nowhere else', async () => {
  const { app, code } = await startSealed()
  const key = Buffer.from(readRecoveryCode(code))
  const { keyId } = app.sealing.read()
  expect(computer.keychain.accounts).toEqual([`data-key ${app.profile.id} ${String(keyId)}`])
  for (const text of [
    key.toString('latin1'),
    key.toString('hex'),
    key.toString('base64'),
    code,
    code.replaceAll('-', ''),
  ])
    for (const name of readdirSync(computer.directory, { recursive: true, encoding: 'utf8' })) {
      const path = join(computer.directory, name)
      if (statSync(path).isFile()) expect([name, readFileSync(path, 'latin1').includes(text)]).toEqual([name, false])
    }
  expect(JSON.stringify(app.faults)).not.toContain(key.toString('hex'))
})

test('data that is made plain again has no key', async () => {
  const { app } = await startSealed()
  await app.sealing.open()
  expect([app.sealing.read().isSealed, computer.keychain.accounts, names(app)]).toEqual([
    false,
    [],
    ['Watchlist', 'my own list'],
  ])
  expect(contains('my own list')).not.toEqual([])
})

test('a new key replaces the old one', async () => {
  const { app, code } = await startSealed()
  const before = app.sealing.read().keyId
  const offer = app.sealing.offer()
  await app.sealing.seal(offer.code)
  expect(app.sealing.read().keyId).toBe(offer.keyId)
  expect(offer.keyId).not.toBe(before)
  expect(computer.keychain.accounts).toHaveLength(1)
  await app.quit()
  computer.keychain = new FakeKeychain()
  const next = start()
  await expect(next.open()).rejects.toThrow('not in the keychain')
  await expect(next.sealing.recover(next.profile.id, code)).rejects.toThrow('another key')
  await next.sealing.recover(next.profile.id, offer.code)
  expect(names(next)).toEqual(['Watchlist', 'my own list'])
})

test('a deleted profile leaves no key, and a key that remains in a locked keychain is removed at the next attempt', async () => {
  const { app } = await startSealed()
  const place = { profileId: app.profile.id, directory: computer.directory }
  await app.quit()
  const entries = app.keys.entriesOf(place)
  computer.keychain.trouble = 'locked'
  await expect(app.keys.forgetEntries(place, entries)).rejects.toMatchObject({ code: 'no-keychain' })
  rmSync(computer.directory, { recursive: true })
  computer.keychain.trouble = null
  expect(computer.keychain.accounts).toHaveLength(1)
  await app.keys.forgetEntries(place, entries)
  expect(computer.keychain.accounts).toEqual([])
})

test('plain and sealed backups are restored, and the data stays sealed', async () => {
  const app = start()
  await app.open()
  const plainBackup = await app.current().journal.backups.backUp('manual', clock)
  const plainCopy = readFileSync(join(computer.directory, 'backups', plainBackup.id))
  const { code } = app.sealing.offer()
  await app.sealing.seal(code)
  // As if the file was copied back from another disk.
  writeFileSync(join(computer.directory, 'backups', plainBackup.id), plainCopy)
  app.current().journal.watchlists.create('my own list')
  const sealedBackup = await app.current().journal.backups.backUp('manual', clock)
  await expectPast(app)
  await app.files.restore(plainBackup.id)
  expect(names(app)).toEqual(['Watchlist'])
  await expectPast(app)
  await app.files.restore(sealedBackup.id)
  expect(names(app)).toEqual(['Watchlist', 'my own list'])
  expect(app.sealing.read().isSealed).toBe(true)
  expect(contains('SQLite format 3')).toEqual([`backups/${plainBackup.id}`])
})

test('a plain profile restores a sealed backup with its recovery code, and stays plain', async () => {
  const { app, code } = await startSealed()
  const { id } = await app.current().journal.backups.backUp('manual', clock)
  const path = join(computer.directory, 'backups', id)
  const sealedBackup = readFileSync(path)
  await app.sealing.open()
  writeFileSync(path, sealedBackup)
  app.current().journal.watchlists.create('later')
  expect(await app.current().journal.backups.inspect(id)).toMatchObject({ needsCode: true })
  await app.files.restore(id, readRecoveryCode(code))
  expect([names(app), app.sealing.read().isSealed]).toEqual([['Watchlist', 'my own list'], false])
})

test('a backup that is sealed with another key requires its recovery code', async () => {
  const { app } = await startSealed()
  const otherKey = newDataKey()
  const { id } = await app.current().journal.backups.backUp('manual', clock)
  const path = join(computer.directory, 'backups', id)
  copyDatabase({ path, key: heldKey(computer.directory) }, { path: `${path}.other`, key: otherKey })
  renameSync(`${path}.other`, path)
  app.current().journal.watchlists.create('later')
  expect(await app.current().journal.backups.inspect(id)).toMatchObject({ needsCode: true })
  await expect(app.files.restore(id)).rejects.toThrow('Enter its recovery code')
  await expect(app.files.restore(id, newDataKey())).rejects.toThrow('does not open the backup')
  await app.files.restore(id, otherKey)
  expect(names(app)).toEqual(['Watchlist', 'my own list'])
  expect(app.sealing.read().isSealed).toBe(true)
})
