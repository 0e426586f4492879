import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { convert } from '#main/sealing/conversion.ts'
import { keyIdOf, newDataKey } from '#main/sealing/data-key.ts'
import { recoveryCodeOf } from '#main/sealing/recovery-code.ts'
import { holdKey } from '#main/sqlite/keys.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { keptBytes, keptFolder, makeStartedOver, openJournalOnly, writeJournal } from './set-aside-journal-rig.ts'

vi.setConfig({ testTimeout: 30_000 })

const key = newDataKey()
const code = recoveryCodeOf(key)

/** The journal of a profile that started over without its key. */
async function startOver(atEnd?: (directory: string) => void) {
  const directory = join(makeTemporaryDirectory(), 'profile')
  await makeStartedOver(directory, key, () => atEnd?.(directory))
  return open(directory)
}

function open(directory: string) {
  const app = openJournalOnly(directory)
  onTestFinished(async () => {
    await app.close()
    holdKey(directory, null)
  })
  return { directory, ...app, firstCopy: () => app.setAsideJournals.list()[0]!.copies[0]!.id }
}

test('a kept journal is restored with its code, and the present journal becomes a backup', async () => {
  const app = await startOver()
  const before = keptBytes(app.directory)
  const [folder] = app.setAsideJournals.list()
  expect(folder).toMatchObject({ path: keptFolder(app.directory), keyId: keyIdOf(key) })
  expect(folder?.copies.map(({ reason }) => reason)).toEqual([null, 'manual'])
  const found = await app.setAsideJournals.inspect(app.firstCopy(), code.toLowerCase())
  expect(found).toMatchObject({ problem: null, needsCode: false })
  expect(found.tables.find(({ name }) => name === 'watchlist')).toMatchObject({ rows: 2 })
  await app.setAsideJournals.bringBack(app.firstCopy(), code)
  expect(app.names()).toEqual(['my own list', 'after the backup'])
  expect(keptBytes(app.directory)).toEqual(before)
  const replaced = app.backups().find(({ reason }) => reason === 'before-restore')
  await app.files.restore(replaced!.id)
  expect(app.names()).toEqual(['since then'])
  expect(readdirSync(app.directory).filter((name) => name.includes('.part'))).toEqual([])
})

test('the code of another key, or an invalid code, changes nothing', async () => {
  const app = await startOver()
  const otherCode = recoveryCodeOf(newDataKey())
  const before = [keptBytes(app.directory), app.backups()]
  expect(await app.setAsideJournals.inspect(app.firstCopy(), otherCode)).toMatchObject({ needsCode: true })
  await expect(app.setAsideJournals.bringBack(app.firstCopy(), otherCode)).rejects.toMatchObject({ code: 'invalid' })
  await expect(app.setAsideJournals.bringBack(app.firstCopy(), 'no code')).rejects.toMatchObject({ code: 'invalid' })
  expect([keptBytes(app.directory), app.backups()]).toEqual(before)
  expect(app.names()).toEqual(['since then'])
})

test('only files in a kept folder can be restored', async () => {
  const app = await startOver()
  const first = app.firstCopy()
  for (const id of ['journal.sqlite', `${first}/../../journal.sqlite`, join(app.directory, first)])
    await expect(app.setAsideJournals.inspect(id, code)).rejects.toMatchObject({ code: 'not-found' })
})

test('commits that a kill left in the log of a kept journal are restored', async () => {
  const directory = join(makeTemporaryDirectory(), 'profile')
  await makeStartedOver(directory, key)
  const journal = join(keptFolder(directory), 'journal.sqlite')
  holdKey(keptFolder(directory), key)
  const files: [string, Buffer][] = []
  await writeJournal(keptFolder(directory), ({ watchlists }) => {
    watchlists.create('only in the log')
    // The files as a kill leaves them.
    for (const path of [journal, `${journal}-wal`]) files.push([path, readFileSync(path)])
  })
  holdKey(keptFolder(directory), null)
  for (const [path, content] of files) writeFileSync(path, content)
  const app = open(directory)
  const before = keptBytes(directory)
  await app.setAsideJournals.bringBack(app.firstCopy(), code)
  expect(app.names()).toEqual(['my own list', 'after the backup', 'only in the log'])
  expect(keptBytes(directory)).toEqual(before)
})

test('sealed data stays sealed with its present key when a kept journal is restored', async () => {
  const directory = join(makeTemporaryDirectory(), 'profile')
  const present = newDataKey()
  await makeStartedOver(directory, key)
  convert(directory, { from: null, to: present })
  holdKey(directory, present)
  const app = open(directory)
  await app.setAsideJournals.bringBack(app.firstCopy(), code)
  expect(app.names()).toEqual(['my own list', 'after the backup'])
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((each) =>
    /sqlite/.test(each),
  ))
    for (const text of ['SQLite format 3', 'my own list', 'since then'])
      expect([name, readFileSync(join(directory, name)).includes(text)]).toEqual([name, false])
})

test('a kept backup is restored if the kept journal is damaged', async () => {
  const app = await startOver((directory) => {
    const path = join(directory, 'journal.sqlite')
    writeFileSync(path, readFileSync(path).fill(0xa5, 4_096))
  })
  const [journal, backup] = app.setAsideJournals.list()[0]!.copies
  expect((await app.setAsideJournals.inspect(journal!.id, code)).problem).not.toBeNull()
  await expect(app.setAsideJournals.bringBack(journal!.id, code)).rejects.toMatchObject({ code: 'invalid' })
  expect(app.names()).toEqual(['since then'])
  await app.setAsideJournals.bringBack(backup!.id, code)
  expect(app.names()).toEqual(['my own list'])
})

test('a kept folder without its descriptor can be opened with the code alone', async () => {
  const app = await startOver()
  rmSync(join(keptFolder(app.directory), 'sealing.json'))
  renameSync(keptFolder(app.directory), join(app.directory, 'sealed-2'))
  expect(app.setAsideJournals.list()[0]?.keyId).toBeNull()
  await app.setAsideJournals.bringBack(app.firstCopy(), code)
  expect(app.names()).toEqual(['my own list', 'after the backup'])
})
