import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { startComputer, type Computer, pair, checkAll, shared, names } from './started-computers.ts'

/** Stops a computer and restarts it with the journal of its first backup. */
async function restoreBackup({ directory, keychain, stop }: Computer): Promise<Computer> {
  await stop()
  const [backup = ''] = readdirSync(join(directory, 'backups'))
  for (const end of ['-wal', '-shm']) rmSync(join(directory, `journal.sqlite${end}`), { force: true })
  copyFileSync(join(directory, 'backups', backup), join(directory, 'journal.sqlite'))
  return startComputer(directory, keychain)
}

test('a restored backup does not undo edits of other computers and receives the missing ones', async () => {
  const { a, b } = await pair()
  const { id } = a.journal.watchlists.create('One')
  await checkAll(a, b)
  await a.journal.backups.backUp('manual', a.clock)
  a.journal.watchlists.rename(id, 'Two')
  a.journal.watchlists.create('Other')
  await checkAll(a, b)
  const restored = await restoreBackup(a)
  expect(names(restored)).toEqual(['One'])
  restored.journal.watchlists.create('After the backup')
  await checkAll(restored, b)
  expect(names(b).toSorted()).toEqual(['After the backup', 'Other', 'Two'])
  expect(names(restored)).toEqual(names(b))
})

test('a restored backup of another set adds nothing of that set to the new one', async () => {
  const { a, b } = await pair()
  const { id } = a.journal.watchlists.create('One')
  await checkAll(a, b)
  await a.journal.backups.backUp('manual', a.clock)
  await a.computers.leave()
  await b.computers.leave()
  a.journal.watchlists.rename(id, 'Two')
  const folder = makeTemporaryDirectory()
  const code = a.computers.offer()
  await a.computers.create({ folder, code, name: 'Desktop' })
  await b.computers.join({ folder, code, name: 'Laptop' })
  await checkAll(a, b)
  const restored = await restoreBackup(a)
  await checkAll(restored, b)
  expect(shared(restored).conflicts).toEqual(shared(b).conflicts)
  expect(restored.journal.shared.content()).toEqual(b.journal.shared.content())
  const known = new Set(shared(restored).computers.map((computer) => computer.id))
  expect(known).toEqual(new Set(shared(b).computers.map((computer) => computer.id)))
})
