import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { minuteMs } from '../../../src/shared/durations.ts'
import { Computers } from '../../../src/main/computers/computers.ts'
import type { OpenFile } from '../../../src/main/computers/files/append-checked.ts'
import { SetSecrets } from '../../../src/main/computers/set-secrets.ts'
import { openJournal } from '../../../src/main/journal/open.ts'
import { createJournal } from '../../../src/main/journal/journal.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { FakeKeychain } from '../../fakes/keychain.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

/** A computer with a journal on disk and a keychain, which looks at a folder. */
function startComputer(
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
type Computer = ReturnType<typeof startComputer>

async function pair() {
  const folder = makeTemporaryDirectory()
  const [a, b] = [startComputer(), startComputer()]
  const code = a.computers.offer()
  await a.computers.create({ folder, code, name: 'Desktop' })
  await b.computers.join({ folder, code: code.toLowerCase().replaceAll('-', ' '), name: 'Laptop' })
  const set = join(folder, readdirSync(folder)[0] ?? '')
  return { a, b, folder, set, code }
}
const lookAll = async (...all: readonly Computer[]) => {
  for (let round = 0; round < 2; round++) for (const { computers } of all) await computers.look()
}
const shared = ({ computers }: Computer) => computers.read().shared ?? expect.fail('shares nothing')
const names = ({ journal }: Computer) => journal.watchlists.list().map(({ name }) => name)
const filesOf = (set: string, computer: Computer) => {
  const own = shared(computer).computers.find(({ isThis }) => isThis)?.id ?? ''
  return readdirSync(set)
    .filter((name) => name.startsWith(own))
    .map((name) => join(set, name))
}

test('what one computer edits comes to the other through the folder, both ways', async () => {
  const { a, b } = await pair()
  a.journal.watchlists.create('From desktop', ['A@X'])
  b.journal.watchlists.create('From laptop', ['B@X'])
  await lookAll(a, b)
  expect(names(a)).toEqual(names(b))
  expect(names(a).toSorted()).toEqual(['From desktop', 'From laptop'])
  expect(
    shared(b)
      .computers.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['Desktop', 'Laptop'])
  expect(shared(a)).toMatchObject({ trouble: null, unwritten: 0, faults: [], conflicts: [] })
})

test('the folder has nothing to read without the code', async () => {
  const { a, b, set } = await pair()
  a.journal.watchlists.create('Secret plans', ['SECRET@X'])
  await lookAll(a, b)
  for (const name of readdirSync(set))
    expect(readFileSync(join(set, name), 'latin1')).not.toMatch(/Secret|SECRET|Desktop|Laptop/)
})

test('a wrong code joins nothing and keeps no key', async () => {
  const { folder, code } = await pair()
  const c = startComputer()
  const flipped = `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`
  await expect(c.computers.join({ folder, code: flipped, name: 'C' })).rejects.toThrow(
    'A character of this code is wrong',
  )
  const other = startComputer().computers.offer()
  await expect(c.computers.join({ folder, code: other, name: 'C' })).rejects.toThrow('nothing of this code')
  expect(c.keychain.accounts).toEqual([])
  expect(c.computers.read().shared).toBeNull()
  expect(existsSync(join(c.directory, 'computers.json'))).toBe(false)
})

test('the code of a new set must be entered before it is used', async () => {
  const [a, other] = [startComputer(), startComputer()]
  const folder = makeTemporaryDirectory()
  a.computers.offer()
  await expect(a.computers.create({ folder, code: other.computers.offer(), name: 'A' })).rejects.toThrow('another code')
  expect(readdirSync(folder)).toEqual([])
})

test('both changed the same name: both values are shown, and the choice of one person counts everywhere', async () => {
  const { a, b } = await pair()
  const { id } = a.journal.watchlists.create('Tech')
  await lookAll(a, b)
  a.journal.watchlists.rename(id, 'Technology')
  b.journal.watchlists.rename(id, 'IT')
  await lookAll(a, b)
  const [conflict] = shared(b).conflicts
  expect(conflict).toMatchObject({ kind: 'watchlist', field: 'name' })
  expect(conflict?.options.toSorted((one, other) => one.name.localeCompare(other.name))).toMatchObject([
    { value: { form: 'text', text: 'Technology' }, name: 'Desktop' },
    { value: { form: 'text', text: 'IT' }, name: 'Laptop' },
  ])
  expect(shared(a).conflicts).toEqual(shared(b).conflicts)
  const chosen = conflict?.options.find(({ name }) => name === 'Laptop') ?? expect.fail('no option')
  await b.computers.choose({ item: conflict?.item ?? '', field: 'name', ...chosen })
  await lookAll(a, b)
  expect([names(a), names(b)]).toEqual([['IT'], ['IT']])
  expect([...shared(a).conflicts, ...shared(b).conflicts]).toEqual([])
  await expect(a.computers.choose({ item: conflict?.item ?? '', field: 'name', ...chosen })).rejects.toThrow(
    'settled already',
  )
})

test('files that are not of this set, or not whole, change nothing and are named', async () => {
  const { a, b, set, folder } = await pair()
  a.journal.watchlists.create('One')
  await lookAll(a, b)
  const [file = ''] = filesOf(set, a)
  const before = b.journal.shared.content()
  copyFileSync(file, join(set, `${file.slice(set.length + 1, -9)}.sync-conflict-20260102-030405-ABCDEFG.tidemark`))
  copyFileSync(file, file.replace('000001', '000009'))
  writeFileSync(join(set, 'notes.txt'), 'holiday')
  writeFileSync(join(set, 'later.tidemark'), 'Tidemark shared folder 2 something else\n')
  writeFileSync(join(set, '.stfolder'), '')
  const other = startComputer()
  await other.computers.create({ folder, code: other.computers.offer(), name: 'Stranger' })
  const [strange = ''] = readdirSync(folder).filter((name) => !set.endsWith(name))
  for (const name of readdirSync(join(folder, strange))) copyFileSync(join(folder, strange, name), join(set, name))
  await b.computers.look()
  expect(
    shared(b)
      .faults.map(({ problem }) => problem)
      .toSorted(),
  ).toEqual(['copy', 'copy', 'newer', 'other-key', 'stranger'])
  expect(b.journal.shared.content()).toEqual(before)
})

test('a file that is cut gives what is whole of it, is named, and goes on when the rest comes', async () => {
  const { a, b, set } = await pair()
  const { id } = a.journal.watchlists.create('One')
  await a.computers.look()
  const [file = ''] = filesOf(set, a)
  const whole = readFileSync(file).length
  a.journal.watchlists.rename(id, 'Two')
  await a.computers.look()
  const all = readFileSync(file)
  for (const cut of [whole + 1, whole + 3, whole + 20, all.length - 1]) {
    writeFileSync(file, all.subarray(0, cut))
    await b.computers.look()
    expect(names(b)).toEqual(['One'])
    expect(shared(b).faults).toMatchObject([{ problem: 'cut' }])
  }
  const changed = Buffer.from(all)
  changed.writeUInt8(changed.readUInt8(all.length - 5) ^ 1, all.length - 5)
  writeFileSync(file, changed)
  await b.computers.look()
  expect(shared(b).faults).toMatchObject([{ problem: 'damaged' }])
  writeFileSync(file, all)
  await b.computers.look()
  expect([names(b), shared(b).faults]).toEqual([['Two'], []])
})

test('a computer that was switched off while it wrote goes on in a new file', async () => {
  const { a, b, set } = await pair()
  const { id } = a.journal.watchlists.create('One')
  await a.computers.look()
  a.journal.watchlists.rename(id, 'Two')
  await a.computers.look()
  const [file = ''] = filesOf(set, a)
  truncateSync(file, readFileSync(file).length - 7)
  await lookAll(a, b)
  expect(filesOf(set, a)).toHaveLength(2)
  expect([names(b), shared(b).faults, shared(a).faults]).toEqual([['Two'], [], []])
})

test('a folder that is gone is named, loses nothing and is used again when it is back', async () => {
  const { a, b, folder, set } = await pair()
  renameSync(set, `${set}.away`)
  a.journal.watchlists.create('Meanwhile')
  await a.computers.look()
  expect(shared(a).trouble).toContain('is not there')
  expect(existsSync(set)).toBe(false)
  renameSync(`${set}.away`, set)
  await lookAll(a, b)
  expect(shared(a).trouble).toBeNull()
  expect(names(b)).toEqual(['Meanwhile'])
  expect(readdirSync(folder)).toHaveLength(1)
})

test('a folder whose files were lost gets those of this computer again', async () => {
  const { a, b, set } = await pair()
  a.journal.watchlists.create('One')
  await a.computers.look()
  for (const file of filesOf(set, a)) rmSync(file)
  await lookAll(a, b)
  expect(names(b)).toEqual(['One'])
})

test('a restored backup does not undo what other computers have, and takes over what it lacks', async () => {
  const { a, b } = await pair()
  const { id } = a.journal.watchlists.create('One')
  await lookAll(a, b)
  await a.journal.backups.backUp('manual', a.clock)
  a.journal.watchlists.rename(id, 'Two')
  a.journal.watchlists.create('Other')
  await lookAll(a, b)
  await a.stop()
  const [backup = ''] = readdirSync(join(a.directory, 'backups'))
  for (const end of ['-wal', '-shm']) rmSync(join(a.directory, `journal.sqlite${end}`), { force: true })
  copyFileSync(join(a.directory, 'backups', backup), join(a.directory, 'journal.sqlite'))
  const again = startComputer(a.directory, a.keychain)
  expect(names(again)).toEqual(['One'])
  again.journal.watchlists.create('After the backup')
  await lookAll(again, b)
  expect(names(b).toSorted()).toEqual(['After the backup', 'Other', 'Two'])
  expect(names(again)).toEqual(names(b))
})

test('a backup from the time of another set brings nothing of that set into the new one', async () => {
  const { a, b } = await pair()
  const { id } = a.journal.watchlists.create('One')
  await lookAll(a, b)
  await a.journal.backups.backUp('manual', a.clock)
  await a.computers.leave()
  await b.computers.leave()
  a.journal.watchlists.rename(id, 'Two')
  const folder = makeTemporaryDirectory()
  const code = a.computers.offer()
  await a.computers.create({ folder, code, name: 'Desktop' })
  await b.computers.join({ folder, code, name: 'Laptop' })
  await lookAll(a, b)
  await a.stop()
  const [backup = ''] = readdirSync(join(a.directory, 'backups'))
  for (const end of ['-wal', '-shm']) rmSync(join(a.directory, `journal.sqlite${end}`), { force: true })
  copyFileSync(join(a.directory, 'backups', backup), join(a.directory, 'journal.sqlite'))
  const again = startComputer(a.directory, a.keychain)
  await lookAll(again, b)
  expect(shared(again).conflicts).toEqual(shared(b).conflicts)
  expect(again.journal.shared.content()).toEqual(b.journal.shared.content())
  const known = new Set(shared(again).computers.map((computer) => computer.id))
  expect(known).toEqual(new Set(shared(b).computers.map((computer) => computer.id)))
})

test('without the key in the keychain nothing is read or written, and the reason is shown', async () => {
  const { a, b } = await pair()
  await a.stop()
  a.keychain.isSilentlyLocked = true
  const again = startComputer(a.directory, a.keychain)
  again.journal.watchlists.create('Waits')
  await again.computers.look()
  expect(shared(again).trouble).toContain('Unlock it')
  // It may ask for a password each time.
  const read = vi.spyOn(a.keychain, 'read')
  await again.clock.advance(30 * minuteMs)
  expect(read).not.toHaveBeenCalled()
  a.keychain.isSilentlyLocked = false
  again.computers.noteUnlock()
  await again.clock.advance(1)
  await again.computers.look()
  expect(shared(again).trouble).toBeNull()
  await lookAll(again, b)
  expect(names(b)).toEqual(['Waits'])
})

test('after leaving, the data stays on both computers and no key is kept', async () => {
  const { a, b, set } = await pair()
  a.journal.watchlists.create('One')
  await lookAll(a, b)
  await b.computers.leave()
  expect([names(b), b.keychain.accounts, b.computers.read().shared]).toEqual([['One'], [], null])
  expect(readdirSync(set)).toHaveLength(2)
})

test('a second try in a folder that cannot be written creates nothing twice', async () => {
  const a = startComputer()
  const folder = join(makeTemporaryDirectory(), 'missing')
  const code = a.computers.offer()
  await expect(a.computers.create({ folder, code, name: 'A' })).rejects.toThrow('There is no folder')
  mkdirSync(folder)
  await a.computers.create({ folder, code, name: 'A' })
  expect(shared(a).trouble).toBeNull()
})

/** A disk on which the app ends at the given step of appending: nothing after it happens, not even tidying up. */
function endingAt(fatal: number): OpenFile {
  let step = 0
  const live = (): void => {
    if (step++ >= fatal) throw Object.assign(new Error('ended'), { code: 'EIO' })
  }
  return async (path, flags) => {
    live()
    const file = await open(path, flags)
    const ended = (): Promise<never> => Promise.reject(Object.assign(new Error('ended'), { code: 'EIO' }))
    const disk: Awaited<ReturnType<OpenFile>> = Object.assign(Object.create(file) as typeof file, {
      // Byte by byte, for the end can come after any of them.
      async write(content: Buffer, offset: number) {
        live()
        return file.write(content, offset, Math.min(60, content.length - offset))
      },
      async sync() {
        live()
        await file.sync()
      },
      truncate: ended,
      close: () => file.close(),
    })
    return disk
  }
}

test('at whatever step of writing the app ends, the next start writes what is missing, once', async () => {
  const { b, folder, set, code } = await pair()
  for (let fatal = 0; fatal < 9; fatal++) {
    const first = startComputer(undefined, undefined, endingAt(fatal))
    first.journal.watchlists.create(`List ${fatal}`, ['A@X'])
    await first.computers.join({ folder, code, name: `Computer ${fatal}` })
    await first.stop()
    const again = startComputer(first.directory, first.keychain)
    await lookAll(again, b)
    expect(names(b).filter((name) => name === `List ${fatal}`)).toHaveLength(1)
    expect(shared(again)).toMatchObject({ trouble: null, unwritten: 0 })
    await again.stop()
  }
  await b.computers.look()
  expect(shared(b).faults).toEqual([])
  expect(names(b)).toHaveLength(9)
  expect(readdirSync(set).length).toBeGreaterThan(9)
}, 60_000)
