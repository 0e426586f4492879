import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeNewFile, type NewFile, copyChecked } from '#main/disk/new-file.ts'
import { fillDisk, mountDisk } from '../../fakes/disk/small-disk.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { withReason } from '../reason.ts'

type Handle = Awaited<ReturnType<typeof open>>

const text = 'a line of the file\n'.repeat(100)
const writeText = (file: NewFile): Promise<void> => file.append(text)
const placeIn = (folder: string) => ({ partialPath: join(folder, 'new.part'), path: () => join(folder, 'new.txt') })

/** A disk whose writes accept at most this number of bytes, and no bytes beyond its size. */
async function openSmall(path: string, { bytesAWrite = Infinity, size = Infinity }): Promise<Handle> {
  const handle = await open(path, 'wx')
  let taken = 0
  const write = async (bytes: Uint8Array, offset: number, length: number) => {
    const bytesWritten = Math.min(length, bytesAWrite, size - taken)
    taken += bytesWritten
    await handle.write(bytes, offset, bytesWritten)
    return { bytesWritten, buffer: bytes }
  }
  return new Proxy(handle, {
    get(target, key) {
      const value: unknown = key === 'write' ? write : Reflect.get(target, key)
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value
    },
  })
}

test('a write that accepts only a part is continued until everything is written', async () => {
  const folder = makeTemporaryDirectory()
  const openPartial = (path: string) => openSmall(path, { bytesAWrite: 7 })
  const { path, bytes } = await writeNewFile(writeText, { ...placeIn(folder), openPartial })
  expect(readFileSync(path, 'utf8')).toBe(text)
  expect(bytes).toBe(text.length)
})

test('a disk that silently stops storing leaves no file', async () => {
  const folder = makeTemporaryDirectory()
  const openPartial = (path: string) => openSmall(path, { size: 1_000 })
  await expect(writeNewFile(writeText, { ...placeIn(folder), openPartial })).rejects.toThrow(
    withReason('file-not-complete'),
  )
  expect(readdirSync(folder)).toEqual([])
})

test('a file that is shorter than what was written leaves no file', async () => {
  const folder = makeTemporaryDirectory()
  const openPartial = async (path: string): Promise<Handle> => {
    const handle = await open(path, 'wx')
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      await sync()
      await handle.truncate(10)
    }
    return handle
  }
  await expect(writeNewFile(writeText, { ...placeIn(folder), openPartial })).rejects.toThrow(
    withReason('file-not-complete'),
  )
  expect(readdirSync(folder)).toEqual([])
})

test('a new file is readable for its user only', async () => {
  const folder = join(makeTemporaryDirectory(), 'made')
  const { path } = await writeNewFile(writeText, placeIn(folder))
  expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
})

test('a part that belongs to another program is kept', async () => {
  const folder = makeTemporaryDirectory()
  writeFileSync(join(folder, 'new.part'), 'not ours')
  await expect(writeNewFile(writeText, placeIn(folder))).rejects.toMatchObject({ code: 'invalid' })
  expect(readFileSync(join(folder, 'new.part'), 'utf8')).toBe('not ours')
})

test('a copy replaces the chosen file only when it is complete', async ({ skip }) => {
  const disk = mountDisk('size=256k')
  if (disk === null) return skip('only root can mount a disk')
  const source = join(makeTemporaryDirectory(), 'source')
  writeFileSync(source, Buffer.alloc(100_000, 1))
  const target = join(disk, 'report.pdf')
  writeFileSync(target, 'the old file')
  const free = fillDisk(disk, 40_000)
  await expect(copyChecked(source, target)).rejects.toThrow(withReason('disk-full'))
  expect(readFileSync(target, 'utf8')).toBe('the old file')
  free()
  await copyChecked(source, target)
  expect(statSync(target).size).toBe(100_000)
  expect(readdirSync(disk)).toEqual(['report.pdf'])
  expect(existsSync(source)).toBe(true)
})

test('a copy to a folder that does not exist does not create the folder', async () => {
  const folder = makeTemporaryDirectory()
  writeFileSync(join(folder, 'source'), 'content')
  const target = join(folder, 'missing', 'copy')
  await expect(copyChecked(join(folder, 'source'), target)).rejects.toThrow(
    withReason('cannot-write-to-folder', { path: join(folder, 'missing') }),
  )
  expect(readdirSync(folder)).toEqual(['source'])
})
