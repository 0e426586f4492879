import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listBackups } from '#main/journal/backup/backup-files.ts'
import { prepareRestore } from '#main/journal/backup/restore.ts'
import { createJournal } from '#main/journal/journal.ts'
import { openJournal } from '#main/journal/open.ts'
import { newDataKey } from '#main/sealing/data-key.ts'
import { holdKey, type DataKey } from '#main/sqlite/keys.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { failAtWrite } from '../../../fakes/disk/failing-disk.ts'
import { randomShares, runVictim } from '../../../fakes/disk/killed-process.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'

vi.setConfig({ testTimeout: 60_000 })

const sealedKey = newDataKey()
const clock = new FakeClock(Date.UTC(2026, 2, 2))
let folder: string
beforeEach(() => {
  folder = join(makeTemporaryDirectory(), 'profile')
})
afterEach(() => holdKey(folder, null))

const open = () => openJournal(join(folder, 'journal.sqlite'), join(folder, 'backups'), clock)

/** A closed journal that was changed after its backup. */
async function makeBackedUp(key: DataKey | null): Promise<string> {
  holdKey(folder, key)
  mkdirSync(join(folder, 'backups'), { recursive: true })
  const { db } = open()
  const journal = createJournal(db, join(folder, 'backups'))
  journal.watchlists.create('backed up')
  await journal.backups.backUp('manual', clock)
  journal.watchlists.create('later')
  db.close()
  const made = makeTemporaryDirectory()
  cpSync(folder, made, { recursive: true })
  return made
}

test.each([
  ['plain', null],
  ['sealed', sealedKey],
] as const)(
  'a restore of a %s journal that ends at any write leaves either the complete old or the complete restored journal',
  async (_, key) => {
    const made = await makeBackedUp(key)
    let ended: number | null = null
    const found = new Set<string>()
    for (let write = 1; ended === null; write++) {
      rmSync(folder, { recursive: true })
      cpSync(made, folder, { recursive: true })
      const [backup] = listBackups(join(folder, 'backups'))
      ended = failAtWrite(write, () => {
        const path = join(folder, 'journal.sqlite')
        const change = prepareRestore({ backup: backup!, path, now: clock.now(), keepsReplaced: () => false })
        void change.apply()
        change.finish()
      })
      found.add(readNames().join())
      if (key !== null)
        for (const name of readdirSync(folder).filter((each) => each.startsWith('journal')))
          expect(readFileSync(join(folder, name)).includes('backed up')).toBe(false)
    }
    expect(ended).toBeGreaterThan(3)
    expect([...found].sort()).toEqual(['backed up', 'backed up,later'])
  },
)

test.each([
  ['plain', null],
  ['sealed', sealedKey],
] as const)('a restore of a %s journal that is killed at random moments leaves a complete journal', async (_, key) => {
  const made = await makeBackedUp(key)
  const script = new URL('restore-victim.ts', import.meta.url)
  const args = [folder, key === null ? '-' : Buffer.from(key).toString('hex')]
  const wholeMs = await runVictim({ script, args })
  expect(readNames()).toEqual(['backed up'])
  for (const share of randomShares(3)) {
    rmSync(folder, { recursive: true })
    cpSync(made, folder, { recursive: true })
    await runVictim({ script, args }, share * wholeMs)
    expect([['backed up'], ['backed up', 'later']]).toContainEqual(readNames())
  }
})

/** The watchlists that the next start finds. The start must not treat the journal as damaged. */
function readNames(): string[] {
  const { db, movedAside, restoredFrom } = open()
  expect([movedAside, restoredFrom]).toEqual([null, null])
  const names = createJournal(db, join(folder, 'backups'))
    .watchlists.list()
    .map(({ name }) => name)
  db.close()
  return names
}
