import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startHost } from './host.ts'

test("a report's file is a download with its own name, for holders of the key", async () => {
  const { send, bearer, root } = await startHost()
  writeFileSync(join(root, 'report-1-full.html'), '<script>alert(1)</script>')
  const { status, headers, body } = await send({ path: '/reports/known', headers: bearer })
  expect([status, body]).toEqual([200, '<script>alert(1)</script>'])
  expect(headers['content-type']).toBe('application/octet-stream')
  expect(headers['content-disposition']).toBe('attachment; filename="report-1-full.html"')
  expect((await send({ path: '/reports/known' })).status).toBe(401)
  const unknown = await send({ path: '/reports/unknown', headers: bearer })
  expect([unknown.status, unknown.body]).toEqual([404, 'There is no such report\n'])
  expect((await send({ path: '/reports/..%2Fknown', headers: bearer })).status).toBe(404)
})

test('the file of an export is a download, for holders of the key', async () => {
  const { send, bearer, root } = await startHost()
  writeFileSync(join(root, 'transactions-7.csv'), 'a;b')
  const { status, headers, body } = await send({ path: '/exports/7', headers: bearer })
  expect([status, body]).toEqual([200, 'a;b'])
  expect(headers['content-disposition']).toBe('attachment; filename="transactions-7.csv"')
  expect((await send({ path: '/exports/7' })).status).toBe(401)
  expect((await send({ path: '/exports/8', headers: bearer })).status).toBe(404)
  expect((await send({ path: '/exports/..%2F7', headers: bearer })).status).toBe(404)
})
