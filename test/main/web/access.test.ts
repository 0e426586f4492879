import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readKeyFile } from '#main/web/access.ts'
import { writeRedirectFile } from '#main/web/open-page.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('a missing key file is created for its owner alone, and keeps its key', () => {
  const path = join(makeTemporaryDirectory(), 'key')
  const key = readKeyFile(path)
  expect(key).toMatch(/^[\w-]{43}$/)
  expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual([`${key}\n`, 0o600])
  expect(readKeyFile(path)).toBe(key)
})

test.each([0o640, 0o604, 0o620])('a key file that others may open is refused: mode %o', (mode) => {
  const path = join(makeTemporaryDirectory(), 'key')
  readKeyFile(path)
  chmodSync(path, mode)
  expect(() => readKeyFile(path)).toThrow(/Run: chmod 600/)
})

test.each(['', 'short', 'notes of the owner, which are not a key\n'])(
  'a file without a key is refused and not changed: %j',
  (text) => {
    const path = join(makeTemporaryDirectory(), 'key')
    writeFileSync(path, text, { mode: 0o600 })
    expect(() => readKeyFile(path)).toThrow(/contains no key/)
    expect(readFileSync(path, 'utf8')).toBe(text)
  },
)

test('a key file that cannot be created is refused with the reason', () => {
  expect(() => readKeyFile(join(makeTemporaryDirectory(), 'none', 'key'))).toThrow(/cannot be created/)
})

test('the redirect file leads to its URL, is for its owner alone, and follows no link', () => {
  const folder = makeTemporaryDirectory()
  const [path, target] = [join(folder, 'open.html'), join(folder, 'target')]
  writeFileSync(target, 'untouched')
  symlinkSync(target, path)
  writeRedirectFile(path, 'http://127.0.0.1:1/?key=first')
  writeRedirectFile(path, 'http://127.0.0.1:1/?key=second')
  expect(modeOf(path)).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toContain('content="0; url=http://127.0.0.1:1/?key=second"')
  expect(readFileSync(target, 'utf8')).toBe('untouched')
})
