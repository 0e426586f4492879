import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { TransactionRow } from '../../../src/shared/model/activity.ts'
import { writeCsv } from '../../../src/main/export/write-csv.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { makeTransaction } from '../cache/make-transactions.ts'

const isRoot = process.getuid?.() === 0

const rows = (count: number): TransactionRow[] =>
  Array.from({ length: count }, (_, index) => ({
    accountId: 'a',
    transaction: makeTransaction(`${index}`, Date.UTC(2026, 2, 2) + index * 1_000),
    instrumentName: null,
  }))

/** A disk of its own, which only root may mount; null where it may not either. */
function mountDisk(options: string): string | null {
  const directory = makeTemporaryDirectory()
  if (!isRoot || spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory]).status !== 0) return null
  onTestFinished(() => void spawnSync('umount', [directory]))
  return directory
}

/** Writes three batches and does something after the first. */
const write = (path: string, meanwhile: () => void = () => undefined, perBatch = 10) =>
  writeCsv([rows(perBatch), rows(perBatch), rows(perBatch)], {
    path,
    separator: ',',
    onWritten: (written) => (written === perBatch ? meanwhile() : undefined),
  })

test('a disk that fills up on the way is named, and nothing is left on it', async ({ skip }) => {
  const disk = mountDisk('size=64k')
  if (disk === null) return skip('only root can mount a disk')
  const folder = join(disk, 'exports')
  await expect(write(join(folder, 'all.csv'), undefined, 2_000)).rejects.toMatchObject({
    code: 'invalid',
    message: `The disk that holds ${folder} is full. Free some space and try again.`,
  })
  expect(readdirSync(folder)).toEqual([])
  // What was given free suffices for less.
  await write(join(folder, 'few.csv'))
  expect(readdirSync(folder)).toEqual(['few.csv'])
})

test('a folder that may not be written is named', async ({ skip }) => {
  const folder = isRoot ? mountDisk('ro') : join(makeTemporaryDirectory(), 'exports')
  if (folder === null) return skip('root may write everywhere else')
  if (!isRoot) {
    mkdirSync(folder, { mode: 0o500 })
    onTestFinished(() => chmodSync(folder, 0o700))
  }
  const forbidden = { code: 'invalid', message: expect.stringContaining(`${folder} may not be written`) }
  await expect(write(join(folder, 'all.csv'))).rejects.toMatchObject(forbidden)
  expect(readdirSync(folder)).toEqual([])
})

test('a folder that a file took the place of is named, and that file stays', async () => {
  const folder = join(makeTemporaryDirectory(), 'exports')
  writeFileSync(folder, 'in the way')
  const forbidden = { code: 'invalid', message: expect.stringContaining(`${folder} may not be written`) }
  await expect(write(join(folder, 'all.csv'))).rejects.toMatchObject(forbidden)
  expect(readFileSync(folder, 'utf8')).toBe('in the way')
})

test('a folder that a file takes the place of on the way is named', async () => {
  const folder = join(makeTemporaryDirectory(), 'exports')
  const replace = (): void => {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'in the way')
  }
  const forbidden = { code: 'invalid', message: expect.stringContaining(`${folder} may not be written`) }
  await expect(write(join(folder, 'all.csv'), replace)).rejects.toMatchObject(forbidden)
  expect(readFileSync(folder, 'utf8')).toBe('in the way')
})

test('a folder that is moved away on the way gets no export that looks whole', async () => {
  const folder = join(makeTemporaryDirectory(), 'exports')
  const moved = `${folder}-moved`
  const path = join(folder, 'all.csv')
  await expect(write(path, () => renameSync(folder, moved))).rejects.toMatchObject({ code: 'invalid' })
  expect(existsSync(folder)).toBe(false)
  // The next start looks for what is half where exports are kept; elsewhere its name still says what it is.
  expect(readdirSync(moved)).toEqual(['all.csv.part'])
})

test('where the finished file cannot get its name, nothing is left', async () => {
  const path = join(makeTemporaryDirectory(), 'exports', 'all.csv')
  await expect(write(path, () => rmSync(`${path}.part`))).rejects.toMatchObject({ code: 'invalid' })
  expect(readdirSync(dirname(path))).toEqual([])
  await expect(write(path, () => mkdirSync(path))).rejects.toThrow(/exists already/)
  expect(readdirSync(dirname(path))).toEqual(['all.csv'])
})
