import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeBatch } from '#main/computers/batch.ts'
import type { OpenFile } from '#main/computers/files/append-checked.ts'
import { fileNameOf, readSegment } from '#main/computers/files/segment.ts'
import { createSetFolder, SetFolder } from '#main/computers/files/set-folder.ts'
import { codeOf, newSecret, readSetCode } from '#main/computers/files/set-key.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { withReason } from '../../reason.ts'

const own = '00000000000000aa'
const batch = (counter: number, text = 'x') => {
  const edits = [{ item: '["watchlist","1"]', field: 'name', value: JSON.stringify(text) }]
  return { counter, text: writeBatch({ counter, at: 1, seen: {}, edits, values: [] }) }
}

function makeSet(openWith?: OpenFile) {
  const [folder, secret] = [makeTemporaryDirectory(), newSecret()]
  createSetFolder(folder, secret)
  return { folder, secret, set: new SetFolder(folder, secret, openWith) }
}

/** A disk that accepts at most this number of bytes of a write. */
const fullAfter =
  (bytes: () => number): OpenFile =>
  async (path, flags) => {
    const file = await open(path, flags)
    return {
      async write(...given: unknown[]) {
        const [content, offset, length] = given as [Buffer, number, number]
        const taken = Math.min(length, bytes())
        if (taken === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        return file.write(content, offset, taken)
      },
      sync: () => file.sync(),
      truncate: (to: number) => file.truncate(to),
      close: () => file.close(),
    } as unknown as Awaited<ReturnType<OpenFile>>
  }

test('a code is read in any case and with any spaces, and a wrong character is detected', () => {
  const secret = newSecret()
  const code = codeOf(secret)
  expect(code).toMatch(/^([0-9A-Z]{4}-){7}[0-9A-Z]{4}$/)
  expect(readSetCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toEqual(secret)
  for (const [index, character] of [...code].entries()) {
    if (character === '-') continue
    const wrong = `${code.slice(0, index)}${character === '7' ? '8' : '7'}${code.slice(index + 1)}`
    expect(() => readSetCode(wrong)).toThrow('A character of this code is wrong')
  }
  expect(() => readSetCode(code.slice(1))).toThrow('A code has 32 characters; this one has 31.')
})

test('batches are appended to one file until it is large, and then to the next', async () => {
  const { set } = makeSet()
  await set.read({})
  await set.append(own, 'Desktop', [batch(1)])
  await set.read({})
  await set.append(own, 'Desktop', [batch(2, 'y'.repeat(300_000)), batch(3), batch(4)])
  const found = await set.read({})
  expect(found.map(({ counter }) => counter).toSorted()).toEqual([1, 2, 3, 4])
  const files = readdirSync(set.path).toSorted()
  expect(files).toEqual([1, 2].map((number) => fileNameOf({ computer: own, number })))
  expect(set.faults({ [own]: 4 })).toEqual([])
})

test('a full disk is reported and leaves the file unchanged; the batch is written once there is space', async () => {
  let room = Infinity
  const { set } = makeSet(fullAfter(() => room))
  await set.read({})
  await set.append(own, 'Desktop', [batch(1)])
  await set.read({})
  room = 0
  await expect(set.append(own, 'Desktop', [batch(2)])).rejects.toThrow(withReason('disk-full'))
  await set.read({})
  expect([...set.counters(own)]).toEqual([1])
  expect(set.faults({ [own]: 1 })).toEqual([])
  room = Infinity
  await set.append(own, 'Desktop', [batch(2)])
  await set.read({})
  expect([...set.counters(own)]).toEqual([1, 2])
  expect(readdirSync(set.path)).toHaveLength(1)
})

test('a frame can be decrypted only at its own position in its own file', async () => {
  const { set, secret } = makeSet()
  await set.read({})
  await set.append(own, 'Desktop', [batch(1)])
  await set.read({})
  const before = readFileSync(join(set.path, fileNameOf({ computer: own, number: 1 })))
  await set.append(own, 'Desktop', [batch(2)])
  const name = fileNameOf({ computer: own, number: 1 })
  const complete = readFileSync(join(set.path, name))
  const repeated = Buffer.concat([complete, complete.subarray(before.length)])
  expect(readSegment(secret, name, repeated)).toMatchObject({ problem: 'damaged', frames: 3 })
  expect(readSegment(secret, name, complete)).toMatchObject({ problem: null, computerName: 'Desktop' })
  expect(readSegment(newSecret(), name, complete)).toMatchObject({ problem: 'other-key', batches: [] })
})

test('reading a file of random bytes does not throw: it is refused or counts as cut', () => {
  const secret = newSecret()
  const name = fileNameOf({ computer: own, number: 1 })
  for (const text of ['', 'Tide', 'Tidemark shared folder', '\n', 'x'.repeat(5_000), 'Tidemark shared folder 1\n'])
    expect(['cut', 'stranger']).toContain(readSegment(secret, name, Buffer.from(text)).problem)
  expect(readSegment(secret, name, Buffer.from('Tidemark shared folder 2 anything at all\n')).problem).toBe('newer')
})

test('hidden files and folders of a file sync are ignored', async () => {
  const { set } = makeSet()
  mkdirSync(join(set.path, '.stversions'))
  mkdirSync(join(set.path, 'folder'))
  await set.read({})
  expect(set.faults({})).toEqual([])
})
