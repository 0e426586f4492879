import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeCsv } from '#main/export/write-transactions.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { fillDisk, mountDisk } from '../../fakes/disk/small-disk.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { withReason } from '../reason.ts'

const isRoot = process.getuid?.() === 0

const rows = (count: number): TransactionRow[] =>
  Array.from({ length: count }, (_, index) => ({
    accountId: 'a',
    transaction: makeTransaction(`${index}`, Date.UTC(2026, 2, 2) + index * 1_000),
    instrumentName: null,
    instrumentType: null,
    kind: 'commission',
    kindRule: 'category',
  }))

/** Writes three batches, and calls `afterFirst` after the first. */
const write = (path: string, afterFirst: () => void = () => undefined, perBatch = 10) =>
  writeCsv([rows(perBatch), rows(perBatch), rows(perBatch)], {
    path,
    style: { separator: ',', decimalMark: '.' },
    onWritten: (written) => (written === perBatch ? afterFirst() : undefined),
  })

test('a disk that fills up during the export is named in the error, and no file remains', async ({ skip }) => {
  const disk = mountDisk('size=64k')
  if (disk === null) return skip('only root can mount a disk')
  const folder = join(disk, 'exports')
  await expect(write(join(folder, 'all.csv'), undefined, 2_000)).rejects.toMatchObject({
    code: 'invalid',
    reason: { is: 'disk-full', path: folder },
  })
  expect(readdirSync(folder)).toEqual([])
  // The free space is enough for a smaller export.
  await write(join(folder, 'few.csv'))
  expect(readdirSync(folder)).toEqual(['few.csv'])
})

test('on a nearly full disk an export either is complete or fails and leaves no file', async ({ skip }) => {
  const disk = mountDisk('size=512k')
  if (disk === null) return skip('only root can mount a disk')
  const path = join(disk, 'all.csv')
  await write(path, undefined, 300)
  const complete = readFileSync(path)
  rmSync(path)
  const phases = new Set<string>()
  for (let left = 4_096; left < complete.length + 5 * 4_096; left += 4_096) {
    const free = fillDisk(disk, left)
    const isDone = await write(path, undefined, 300).then(
      () => true,
      () => false,
    )
    phases.add(isDone ? 'done' : 'failed')
    expect(existsSync(path)).toBe(isDone)
    if (isDone) expect(readFileSync(path).equals(complete)).toBe(true)
    rmSync(path, { force: true })
    free()
    expect(readdirSync(disk)).toEqual([])
  }
  expect([...phases]).toEqual(['failed', 'done'])
})

test('a folder that is not writable is named in the error', async ({ skip }) => {
  const folder = isRoot ? mountDisk('ro') : join(makeTemporaryDirectory(), 'exports')
  if (folder === null) return skip('root can write to every folder except a read-only disk')
  if (!isRoot) {
    mkdirSync(folder, { mode: 0o500 })
    onTestFinished(() => chmodSync(folder, 0o700))
  }
  const forbidden = { code: 'invalid', reason: { is: 'cannot-write-to-folder', path: folder } }
  await expect(write(join(folder, 'all.csv'))).rejects.toMatchObject(forbidden)
  expect(readdirSync(folder)).toEqual([])
})

test('a file with the name of the folder is named in the error and kept', async () => {
  const folder = join(makeTemporaryDirectory(), 'exports')
  writeFileSync(folder, 'in the way')
  const forbidden = { code: 'invalid', reason: { is: 'cannot-write-to-folder', path: folder } }
  await expect(write(join(folder, 'all.csv'))).rejects.toMatchObject(forbidden)
  expect(readFileSync(folder, 'utf8')).toBe('in the way')
})

test('a file that replaces the folder during the export is named in the error', async () => {
  const folder = join(makeTemporaryDirectory(), 'exports')
  const replace = (): void => {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'in the way')
  }
  const forbidden = { code: 'invalid', reason: { is: 'cannot-write-to-folder', path: folder } }
  await expect(write(join(folder, 'all.csv'), replace)).rejects.toMatchObject(forbidden)
  expect(readFileSync(folder, 'utf8')).toBe('in the way')
})

test('a folder moved away during the export gets no file that looks complete', async () => {
  const folder = join(makeTemporaryDirectory(), 'exports')
  const moved = `${folder}-moved`
  const path = join(folder, 'all.csv')
  await expect(write(path, () => renameSync(folder, moved))).rejects.toMatchObject({ code: 'invalid' })
  expect(existsSync(folder)).toBe(false)
  // The next start removes partial files only from the export folder. In the moved folder, the name still marks the file as
  // partial.
  expect(readdirSync(moved)).toEqual(['all.csv.part'])
})

test('when the finished file cannot be renamed, no file remains', async () => {
  const path = join(makeTemporaryDirectory(), 'exports', 'all.csv')
  await expect(write(path, () => rmSync(`${path}.part`))).rejects.toMatchObject({ code: 'invalid' })
  expect(readdirSync(dirname(path))).toEqual([])
  await expect(write(path, () => mkdirSync(path))).rejects.toThrow(withReason('file-exists', { path }))
  expect(readdirSync(dirname(path))).toEqual(['all.csv'])
})
