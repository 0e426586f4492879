import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { Computers } from '#main/computers/computers.ts'
import type { OpenFile } from '#main/computers/files/append-checked.ts'
import { SetSecrets } from '#main/computers/set-secrets.ts'
import { createJournal } from '#main/journal/journal.ts'
import { openJournal } from '#main/journal/open.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { FakeKeychain } from '../../fakes/keychain.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

/** A computer with a journal on disk and a keychain, not sharing yet. The test fails if it logs a fault. */
export function startComputer(
  directory = makeTemporaryDirectory(),
  keychain = new FakeKeychain(),
  openFile?: OpenFile,
  clock = new FakeClock(),
) {
  const opened = openJournal(join(directory, 'journal.sqlite'), join(directory, 'backups'), clock)
  const journal = createJournal(opened.db, join(directory, 'backups'))
  const faults: unknown[] = []
  const computers = new Computers({
    ...{ directory, suggestedName: 'Laptop', clock, record: journal.shared, values: journal.sharedValues },
    secrets: new SetSecrets(keychain, 'p'),
    recorded: (own) => journal.dueValues.list(own, clock.now(), 2_000),
    listen: () => () => undefined,
    onTaken: () => journal.watchlists.reread(),
    publish: () => undefined,
    logFault: (_, error) => void faults.push(error),
    ...(openFile === undefined ? {} : { openFile }),
  })
  const stop = async () => {
    await computers.close()
    opened.db.close()
  }
  onTestFinished(async () => {
    if (opened.db.open) await stop()
    expect(faults).toEqual([])
  })
  return { computers, journal, directory, keychain, clock, stop }
}
export type Computer = ReturnType<typeof startComputer>

/** Two computers that share one folder: `set` is the folder of the set inside it. */
export async function pair() {
  const folder = makeTemporaryDirectory()
  const [a, b] = [startComputer(), startComputer()]
  const code = a.computers.offer()
  await a.computers.create({ folder, code, name: 'Desktop' })
  await b.computers.join({ folder, code: code.toLowerCase().replaceAll('-', ' '), name: 'Laptop' })
  const set = join(folder, readdirSync(folder)[0] ?? '')
  return { a, b, folder, set, code }
}
/** Lets each computer check the folder twice. */
export const checkAll = async (...all: readonly Computer[]) => {
  for (let round = 0; round < 2; round++) for (const { computers } of all) await computers.check()
}
export const shared = ({ computers }: Computer) => computers.read().shared ?? expect.fail('shares nothing')
export const names = ({ journal }: Computer) => journal.watchlists.list().map(({ name }) => name)
/** The paths of the files that a computer has written. */
export const filesOf = (set: string, computer: Computer) => {
  const own = shared(computer).computers.find(({ isThis }) => isThis)?.id ?? ''
  return readdirSync(set)
    .filter((name) => name.startsWith(own))
    .map((name) => join(set, name))
}
