import { expect, test } from 'vitest'
import { z } from 'zod'
import { startDemo, type DemoClient } from '../demo-client.ts'

const range = (begin: string, end: string) => ({
  date_range: { date_begin: `${begin}T00:00:00Z`, date_end: `${end}T00:00:00Z` },
})
const request = async ({ requestJson }: DemoClient, body: object): Promise<string> =>
  z.object({ report_id: z.string() }).parse((await requestJson('POST', '/v1/report', body)).body).report_id
const info = async ({ get }: DemoClient, id: string) => (await get(`/v1/report/${id}/info`)).info

test('a report is not found at first, then pending, in progress, and ready with its address', async () => {
  const client = await startDemo()
  const id = await request(client, {
    ...range('2026-01-01', '2026-02-01'),
    report_form: 'REPORT_FORM_LONG',
    account_id: '1900001',
  })
  const seen: string[] = []
  for (let second = 0; second < 8; second++) {
    const { status, url } = await info(client, id)
    seen.push(status)
    expect(url === undefined).toBe(status !== 'SUCCESS')
    await client.clock.advance(1000)
  }
  expect([...new Set(seen)]).toEqual(['NOT_FOUND', 'PENDING', 'IN_PROGRESS', 'SUCCESS'])
  expect(await info(client, id)).toEqual({
    report_id: id,
    status: 'SUCCESS',
    date_range: { date_begin: '2026-01-01T00:00:00Z', date_end: '2026-02-01T00:00:00Z' },
    report_form: 'REPORT_FORM_LONG',
    account_id: '1900001',
    url: `${client.demo.baseUrl}/v1/report/${id}/file`,
  })
})

test('the file is an HTML page about the account and needs the bearer header', async () => {
  const client = await startDemo()
  const id = await request(client, range('2026-01-01', '2026-02-01'))
  expect((await client.requestJson('GET', `/v1/report/${id}/file`)).status).toBe(404)
  await client.clock.advance(10_000)
  const { url } = await info(client, id)
  expect((await fetch(url)).status).toBe(401)
  const response = await client.send('GET', new URL(url).pathname)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).toContain('SBER@MISX')
})

test.each([
  ['over 92 days', range('2026-01-01', '2026-04-04')],
  ['inverted', range('2026-02-01', '2026-01-01')],
  ['no dates', { date_range: { date_begin: 'soon', date_end: 'later' } }],
  ['of an unknown form', { report_form: 'REPORT_FORM_ROUND' }],
])('a report %s is refused', async (_, body) => {
  const { requestJson } = await startDemo()
  expect(await requestJson('POST', '/v1/report', body)).toMatchObject({ status: 400, body: { code: 3 } })
})

test('92 days are allowed, and another account is not found', async () => {
  const { requestJson } = await startDemo()
  expect((await requestJson('POST', '/v1/report', range('2026-01-01', '2026-04-03'))).status).toBe(200)
  expect((await requestJson('POST', '/v1/report', { account_id: '777' })).status).toBe(404)
})

test('an unknown report has the status NOT_FOUND', async () => {
  expect(await info(await startDemo(), 'none')).toEqual({ report_id: 'none', status: 'NOT_FOUND' })
})
