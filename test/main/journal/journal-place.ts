import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createJournal } from '#main/journal/journal.ts'
import { openJournal } from '#main/journal/open.ts'
import { closeDatabase } from '#main/sqlite/open.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

/** A journal on disk that can be closed, damaged and opened again. */
export function createPlace() {
  const directory = makeTemporaryDirectory()
  const path = join(directory, 'journal.sqlite')
  const backups = join(directory, 'backups')
  const clock = new FakeClock(Date.UTC(2026, 2, 2, 9))
  return {
    directory,
    path,
    backups,
    clock,
    open() {
      const opened = openJournal(path, backups, clock)
      onTestFinished(() => closeDatabase(opened.db))
      return { ...opened, journal: createJournal(opened.db, backups), close: () => closeDatabase(opened.db) }
    },
    damage(file = path) {
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.fill(0x5a, 100, 4096 * 2))
    },
  }
}

export type JournalPlace = ReturnType<typeof createPlace>

export const watchlistNames = ({ journal }: Pick<ReturnType<JournalPlace['open']>, 'journal'>): string[] =>
  journal.watchlists.list().map(({ name }) => name)
