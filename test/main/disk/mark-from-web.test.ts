import { expect, test } from 'vitest'
import { markFromWeb } from '#main/disk/mark-from-web.ts'

const at = Date.UTC(2026, 2, 2)

function start(platform: NodeJS.Platform, fails = false) {
  const done: unknown[] = []
  const faults: unknown[] = []
  const note = async (...call: unknown[]): Promise<void> => {
    if (fails) throw new Error('not on this file system')
    done.push(call)
  }
  const mark = () =>
    markFromWeb('/reports/a.xls.part', at, (error) => faults.push(error), { platform, run: note, write: note })
  return { done, faults, mark }
}

test('on Windows the file gets the zone of the internet, without an address', async () => {
  const { done, mark } = start('win32')
  await mark()
  expect(done).toEqual([['/reports/a.xls.part:Zone.Identifier', '[ZoneTransfer]\r\nZoneId=3\r\n']])
})

test('on macOS the file is put in quarantine', async () => {
  const { done, mark } = start('darwin')
  await mark()
  const value = `0081;${(at / 1_000).toString(16)};Tidemark;`
  expect(done).toEqual([['/usr/bin/xattr', ['-w', 'com.apple.quarantine', value, '/reports/a.xls.part']]])
})

test('Linux has no mark', async () => {
  const { done, mark } = start('linux')
  await mark()
  expect(done).toEqual([])
})

test('a file system that cannot store the mark is logged, and the file is kept', async () => {
  const { faults, mark } = start('win32', true)
  await mark()
  expect(faults).toHaveLength(1)
})
