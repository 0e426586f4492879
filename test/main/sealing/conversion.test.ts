import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { conversionProgress } from '#main/profile/profile-sealing.ts'
import { convert, settle } from '#main/sealing/conversion.ts'
import { keyIdOf, newDataKey } from '#main/sealing/data-key.ts'
import { readDescriptor, writeDescriptor } from '#main/sealing/descriptor.ts'
import { CorruptDatabaseError } from '#main/sqlite/errors.ts'
import type { DataKey } from '#main/sqlite/keys.ts'
import { failAtWrite } from '../../fakes/disk/failing-disk.ts'
import { randomShares, runVictim } from '../../fakes/disk/killed-process.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { filesIn, filesWithText, makeProfile, readProfile, completeProfile } from './sealed-profile.ts'

vi.setConfig({ testTimeout: 120_000 })

const first = newDataKey()
const second = newDataKey()
const made = new Map<string, string>()

/** Two profiles: a plain one, and one that is sealed with the first key. */
beforeAll(async () => {
  const plain = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  await makeProfile(plain)
  const sealed = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  cpSync(plain, sealed, { recursive: true })
  convert(sealed, { from: null, to: first })
  made.set('plain', plain).set('sealed', sealed)
})
afterAll(() => {
  for (const folder of made.values()) rmSync(folder, { recursive: true, force: true })
})

function copyOf(name: 'plain' | 'sealed'): string {
  const directory = join(makeTemporaryDirectory(), 'profile')
  cpSync(made.get(name)!, directory, { recursive: true })
  return directory
}

const sealedWith = (key: DataKey | null) => ({ keyId: key === null ? null : keyIdOf(key), change: null })

test('the files of this test contain the text that is searched for', () => {
  expect(filesWithText(copyOf('plain')).length).toBeGreaterThan(7)
})

test('sealed data is complete, and its text is in no file', () => {
  const directory = copyOf('sealed')
  expect(filesWithText(directory)).toEqual([])
  expect(readDescriptor(directory)).toEqual(sealedWith(first))
  expect(filesIn(directory).filter((path) => /\.(converted|anchor|part)$/.test(path))).toEqual([])
  expect(readProfile(directory, first)).toEqual(completeProfile)
  expect(filesWithText(directory)).toEqual([])
})

test('a file that was set aside is sealed byte by byte, and is equal after it is made plain', () => {
  const directory = copyOf('sealed')
  const aside = join(directory, 'journal.corrupt-2026-01-01T00-00-00Z.sqlite')
  expect(existsSync(aside)).toBe(false)
  convert(directory, { from: first, to: null })
  for (const name of [aside, `${aside}-wal`, join(directory, 'backups/journal-2025-01-01T00-00-00Z.sqlite')])
    expect(readFileSync(name)).toEqual(readFileSync(name.replace(directory, made.get('plain')!)))
})

test('data that is made plain again is complete and has no descriptor', () => {
  const directory = copyOf('sealed')
  convert(directory, { from: first, to: null })
  expect(filesIn(directory).filter((path) => /\.(sealed|converted)$|sealing\.json$/.test(path))).toEqual([])
  expect(readProfile(directory, null)).toEqual(completeProfile)
})

test('after a change of the key, only the new key opens the data', () => {
  const directory = copyOf('sealed')
  convert(directory, { from: first, to: second })
  expect(readDescriptor(directory)).toEqual(sealedWith(second))
  expect(filesWithText(directory)).toEqual([])
  expect(() => readProfile(copyThere(directory), first)).toThrow('damaged')
  expect(readProfile(directory, second)).toEqual(completeProfile)
  convert(directory, { from: second, to: null })
  expect(readFileSync(join(directory, 'journal.corrupt-2026-01-01T00-00-00Z.sqlite'), 'utf8')).toMatch('damaged ACME')
})

function copyThere(directory: string): string {
  const copy = join(makeTemporaryDirectory(), 'profile')
  cpSync(directory, copy, { recursive: true })
  return copy
}

test('a database that cannot be copied leaves all files unchanged', () => {
  const directory = copyOf('plain')
  const path = join(directory, 'cache.sqlite')
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xa5, 4_096 * 4, 4_096 * 9))
  const before = filesIn(directory)
  expect(() => convert(directory, { from: null, to: first })).toThrow(CorruptDatabaseError)
  expect(filesIn(directory)).toEqual(before)
  expect(readDescriptor(directory)).toEqual(sealedWith(null))
})

test('an empty file of a database stays empty and is sealed when it is written', () => {
  const directory = copyOf('plain')
  rmSync(join(directory, 'cache.sqlite'))
  writeFileSync(join(directory, 'cache.sqlite'), '')
  convert(directory, { from: null, to: first })
  expect(readFileSync(join(directory, 'cache.sqlite'))).toHaveLength(0)
  expect(() => readProfile(directory, first)).toThrow('no such table')
  expect(readFileSync(join(directory, 'cache.sqlite')).toString('latin1')).not.toMatch(/CREATE TABLE|SQLite format/)
})

test('sealed data without its descriptor is recognized as sealed, and a damaged plain file is not', () => {
  const sealed = copyOf('sealed')
  rmSync(join(sealed, 'sealing.json'))
  expect(readDescriptor(sealed)).toEqual({ keyId: 'unknown', change: null })
  const plain = copyOf('plain')
  writeFileSync(join(plain, 'journal.sqlite'), Buffer.alloc(8_192, 0xa5))
  expect(readDescriptor(plain)).toEqual(sealedWith(null))
})

test('a descriptor of a newer version is refused', () => {
  const directory = copyOf('sealed')
  writeFileSync(join(directory, 'sealing.json'), JSON.stringify({ format: 2 }))
  expect(() => readDescriptor(directory)).toThrow('newer version')
})

test('a change of which only the descriptor was written is undone', () => {
  const directory = copyOf('plain')
  writeDescriptor(directory, { keyId: null, change: { to: keyIdOf(first), stage: 'copying' } })
  expect(settle(directory)).toEqual(sealedWith(null))
  expect(readProfile(directory, null)).toEqual(completeProfile)
})

/** Completes an interrupted conversion like the next start, and asserts that all data exists in one state. */
function expectComplete(directory: string, keys: readonly (DataKey | null)[]): void {
  const { keyId } = settle(directory)
  const key = keys.find((each) => (each === null ? null : keyIdOf(each)) === keyId)
  expect(key).toBeDefined()
  expect(readProfile(directory, key ?? null)).toEqual(completeProfile)
  if (key !== null) expect(filesWithText(directory)).toEqual([])
  expect(filesIn(directory).filter((path) => /\.(converted|anchor)/.test(path))).toEqual([])
}

const changes = [
  ['sealing', 'plain', null, first],
  ['opening', 'sealed', first, null],
  ['a change of the key', 'sealed', first, second],
] as const

test.each(changes)('%s that ends at any write loses nothing, and its progress only grows', (_, name, from, to) => {
  let ended: number | null = null
  const shares: (number | null)[] = []
  for (let write = 1; ended === null; write++) {
    const directory = join(makeTemporaryDirectory(), 'profile')
    cpSync(made.get(name)!, directory, { recursive: true })
    ended = failAtWrite(write, () => convert(directory, { from, to }))
    shares.push(conversionProgress(directory))
    expectComplete(directory, [from, to])
    rmSync(directory, { recursive: true })
  }
  expect(ended).toBeGreaterThan(20)
  // No conversion is running before the first write and after the last one.
  const grown = shares.filter((share) => share !== null)
  expect([shares[0], grown[0], grown.at(-1), shares.at(-1)]).toEqual([null, 0, 1, null])
  expect(grown).toEqual(grown.toSorted((a, b) => a - b))
  expect(new Set(grown).size).toBeGreaterThan(4)
})

test('a start that ends while it completes an interrupted change is completed by the next start', () => {
  const interrupted = copyOf('plain')
  // Ends as soon as all copies are complete.
  for (let write = 1; readDescriptor(interrupted).change?.stage !== 'replacing'; write++) {
    settle(interrupted)
    failAtWrite(write, () => convert(interrupted, { from: null, to: first }))
  }
  let ended: number | null = null
  for (let write = 1; ended === null; write++) {
    const directory = copyThere(interrupted)
    ended = failAtWrite(write, () => void settle(directory))
    expectComplete(directory, [first])
  }
  expect(ended).toBeGreaterThan(5)
})

const hex = (key: DataKey | null): string => (key === null ? '-' : Buffer.from(key).toString('hex'))

test.each(changes)('%s that is killed at random moments loses nothing', async (_, name, from, to) => {
  const script = new URL('victim.ts', import.meta.url)
  const run = (directory: string, killMs?: number) =>
    runVictim({ script, args: [directory, hex(from), hex(to)] }, killMs)
  const converted = copyOf(name)
  const durationMs = await run(converted)
  expect(readDescriptor(converted)).toEqual(sealedWith(to))
  for (const share of randomShares(3)) {
    const directory = copyOf(name)
    await run(directory, share * durationMs)
    expectComplete(directory, [from, to])
  }
})
