import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startComputer, pair, checkAll, shared, names, filesOf } from './started-computers.ts'

test('files of another set, copies and foreign files change nothing and are reported', async () => {
  const { a, b, set, folder } = await pair()
  a.journal.watchlists.create('One')
  await checkAll(a, b)
  const [file = ''] = filesOf(set, a)
  const before = b.journal.shared.content()
  copyFileSync(file, join(set, `${file.slice(set.length + 1, -9)}.sync-conflict-20260102-030405-ABCDEFG.tidemark`))
  copyFileSync(file, file.replace('000001', '000009'))
  writeFileSync(join(set, 'notes.txt'), 'holiday')
  writeFileSync(join(set, 'later.tidemark'), 'Tidemark shared folder 2 something else\n')
  writeFileSync(join(set, '.stfolder'), '')
  const foreignComputer = startComputer()
  await foreignComputer.computers.create({ folder, code: foreignComputer.computers.offer(), name: 'Stranger' })
  const [strange = ''] = readdirSync(folder).filter((name) => !set.endsWith(name))
  for (const name of readdirSync(join(folder, strange))) copyFileSync(join(folder, strange, name), join(set, name))
  await b.computers.check()
  expect(
    shared(b)
      .faults.map(({ problem }) => problem)
      .toSorted(),
  ).toEqual(['copy', 'copy', 'newer', 'other-key', 'stranger'])
  expect(b.journal.shared.content()).toEqual(before)
})

test('a truncated file is reported and read up to its end; the rest is read when it arrives', async () => {
  const { a, b, set } = await pair()
  const { id } = a.journal.watchlists.create('One')
  await a.computers.check()
  const [file = ''] = filesOf(set, a)
  const completeLength = readFileSync(file).length
  a.journal.watchlists.rename(id, 'Two')
  await a.computers.check()
  const all = readFileSync(file)
  for (const cut of [completeLength + 1, completeLength + 3, completeLength + 20, all.length - 1]) {
    writeFileSync(file, all.subarray(0, cut))
    await b.computers.check()
    expect(names(b)).toEqual(['One'])
    expect(shared(b).faults).toMatchObject([{ problem: 'cut' }])
  }
  const changed = Buffer.from(all)
  changed.writeUInt8(changed.readUInt8(all.length - 5) ^ 1, all.length - 5)
  writeFileSync(file, changed)
  await b.computers.check()
  expect(shared(b).faults).toMatchObject([{ problem: 'damaged' }])
  writeFileSync(file, all)
  await b.computers.check()
  expect([names(b), shared(b).faults]).toEqual([['Two'], []])
})

test('a computer that was switched off while writing continues in a new file', async () => {
  const { a, b, set } = await pair()
  const { id } = a.journal.watchlists.create('One')
  await a.computers.check()
  a.journal.watchlists.rename(id, 'Two')
  await a.computers.check()
  const [file = ''] = filesOf(set, a)
  truncateSync(file, readFileSync(file).length - 7)
  await checkAll(a, b)
  expect(filesOf(set, a)).toHaveLength(2)
  expect([names(b), shared(b).faults, shared(a).faults]).toEqual([['Two'], [], []])
})

test('a missing folder is reported, loses nothing, and is used again when it is back', async () => {
  const { a, b, folder, set } = await pair()
  renameSync(set, `${set}.away`)
  a.journal.watchlists.create('Meanwhile')
  await a.computers.check()
  expect(shared(a).trouble).toContain('is not there')
  expect(existsSync(set)).toBe(false)
  renameSync(`${set}.away`, set)
  await checkAll(a, b)
  expect(shared(a).trouble).toBeNull()
  expect(names(b)).toEqual(['Meanwhile'])
  expect(readdirSync(folder)).toHaveLength(1)
})

test('a computer whose files are lost writes them again', async () => {
  const { a, b, set } = await pair()
  a.journal.watchlists.create('One')
  await a.computers.check()
  for (const file of filesOf(set, a)) rmSync(file)
  await checkAll(a, b)
  expect(names(b)).toEqual(['One'])
})
