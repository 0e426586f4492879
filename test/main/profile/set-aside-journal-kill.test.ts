import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { newDataKey } from '#main/sealing/data-key.ts'
import { recoveryCodeOf } from '#main/sealing/recovery-code.ts'
import { failAtWriteAsync } from '../../fakes/disk/failing-disk.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { keptBytes, makeStartedOver, openJournalOnly } from './set-aside-journal-rig.ts'

vi.setConfig({ testTimeout: 60_000 })

test('a restore of a kept journal that ends at any write leaves the old or the restored journal, and loses neither', async () => {
  const key = newDataKey()
  const made = join(makeTemporaryDirectory(), 'profile')
  await makeStartedOver(made, key)
  const found = new Set<string>()
  let ended: number | null = null
  for (let write = 1; ended === null; write++) {
    const directory = join(makeTemporaryDirectory(), 'profile')
    cpSync(made, directory, { recursive: true })
    const interrupted = openJournalOnly(directory)
    const [copy] = interrupted.setAsideJournals.list()[0]!.copies
    ended = await failAtWriteAsync(write, () => interrupted.setAsideJournals.bringBack(copy!.id, recoveryCodeOf(key)))
    await interrupted.close()
    const next = openJournalOnly(directory)
    found.add(next.names().join())
    expect(keptBytes(directory)).toEqual(keptBytes(made))
    if (next.names().includes('my own list')) {
      const replaced = next.backups().find(({ reason }) => reason === 'before-restore')
      await next.files.restore(replaced!.id)
      expect(next.names()).toEqual(['since then'])
    }
    await next.close()
    rmSync(directory, { recursive: true })
  }
  expect(ended).toBeGreaterThan(15)
  expect([...found].sort()).toEqual(['my own list,after the backup', 'since then'])
})
