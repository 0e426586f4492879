import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { previewReport } from '#main/reports/preview.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

function write(name: string, content: string | Buffer): string {
  const path = join(makeTemporaryDirectory(), name)
  writeFileSync(path, content)
  return path
}

test('a page and a text are returned as text', async () => {
  expect(await previewReport(write('r.html', '<p>Отчёт</p>'))).toEqual({
    form: 'html',
    text: '<p>Отчёт</p>',
    isCut: false,
  })
  expect(await previewReport(write('r.csv', 'a;b'))).toEqual({ form: 'text', text: 'a;b', isCut: false })
})

test('the declared character set decides, and an unknown one is read as UTF-8', async () => {
  const russian = Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), Buffer.from([0xce, 0xf2])])
  expect((await previewReport(write('r.HTM', russian))).text).toContain('От')
  expect((await previewReport(write('r.xml', '<?xml encoding="no-such-set"?>é'))).text).toContain('é')
})

test('of a long file only the beginning is read', async () => {
  const { text, isCut } = await previewReport(write('r.txt', 'x'.repeat(300_000)))
  expect([text.length, isCut]).toEqual([256 * 1024, true])
})

test('a type that cannot be shown as text has no preview, and its file is not read', async () => {
  expect(await previewReport('/no/such/file.pdf')).toEqual({ form: 'none', text: '', isCut: false })
})

test('a missing file is an error', async () => {
  await expect(previewReport('/no/such/file.html')).rejects.toThrow('ENOENT')
})
