import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createJournal } from '#main/journal/journal.ts'
import { openJournal } from '#main/journal/open.ts'
import { reopen } from '#main/profile/active-profile.ts'
import type { RunningProfile } from '#main/profile/opening/open-profile.ts'
import { ProfileFiles } from '#main/profile/profile-files.ts'
import { setSealedAside } from '#main/profile/profile-sealing.ts'
import { SetAsideJournals } from '#main/profile/set-aside-journals.ts'
import { convert } from '#main/sealing/conversion.ts'
import type { DataKey } from '#main/sqlite/keys.ts'
import { systemClock as clock } from '#main/time/clock.ts'

const openIn = (directory: string) => openJournal(join(directory, 'journal.sqlite'), join(directory, 'backups'), clock)

/** Writes to the journal of a closed profile, as one run of the app does. */
export async function writeJournal(
  directory: string,
  write: (journal: RunningProfile['journal']) => Promise<void> | void,
): Promise<void> {
  const { db } = openIn(directory)
  await write(createJournal(db, join(directory, 'backups')))
  db.close()
}

/**
 * A closed profile that started over without this key and then got a watchlist `since then`. `atEnd` changes the kept files.
 */
export async function makeStartedOver(directory: string, key: DataKey, atEnd?: () => void): Promise<void> {
  mkdirSync(join(directory, 'backups'), { recursive: true })
  await writeJournal(directory, async (journal) => {
    journal.watchlists.create('my own list')
    await journal.backups.backUp('manual', clock)
    journal.watchlists.create('after the backup')
  })
  convert(directory, { from: null, to: key })
  atEnd?.()
  setSealedAside(directory, clock.now())
  await writeJournal(directory, (journal) => void journal.watchlists.create('since then'))
}

/** The journal of a profile without its other parts, so that its files can be changed. The caller closes it. */
export function openJournalOnly(directory: string) {
  const open = (): RunningProfile => {
    const { db, movedAside, restoredFrom } = openIn(directory)
    if (movedAside !== null || restoredFrom !== null) throw new Error('the app took the journal for damaged')
    const paths = { directory, journal: join(directory, 'journal.sqlite') }
    const close = (): Promise<void> => Promise.resolve(void db.close())
    return { journal: createJournal(db, join(directory, 'backups')), paths, close } as unknown as RunningProfile
  }
  let current = open()
  const refuse = (): Promise<never> => Promise.reject(new Error('not part of this test'))
  const files = new ProfileFiles({
    ...{ clock, current: () => current, leave: refuse, find: () => null, list: () => [], erasures: { erase: refuse } },
    reopen: (change) =>
      reopen(current, change, {
        open: async () => open(),
        openFallback: (error) => Promise.reject(error as Error),
        accept: (opened) => void (current = opened),
      }),
  })
  return {
    files,
    setAsideJournals: new SetAsideJournals({ clock, current: () => current, restore: (id) => files.restore(id) }),
    backups: () => current.journal.backups.list(),
    names: () => current.journal.watchlists.list().map(({ name }) => name),
    close: () => current.close(),
  }
}

export const keptFolder = (directory: string): string =>
  join(
    directory,
    readdirSync(directory).find((name) => name.startsWith('sealed-'))!,
  )

/** The content of every file in the kept folder, by name. */
export const keptBytes = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(keptFolder(directory), { recursive: true, encoding: 'utf8' })
      .map((name) => [name, join(keptFolder(directory), name)] as const)
      .filter(([, path]) => statSync(path).isFile())
      .map(([name, path]) => [name, readFileSync(path, 'base64')]),
  )
