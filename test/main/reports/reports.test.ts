import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { writeTextsIn } from '#shared/language.ts'
import { answer, tokenOf } from '../broker/loopback.ts'
import { octoberReport, fileText, minuteMs, startReports } from './rig.ts'

const dayMs = 24 * 60 * minuteMs

afterEach(() => writeTextsIn(() => 'en'))

test('a requested report arrives as a hashed file named after account, form and range', async () => {
  const { reports, follow, folder, topics, service } = await startReports()
  reports.request(octoberReport, false)
  const { file } = await follow('here')
  expect(file?.path).toBe(join(folder, 'report-1900001-full-2026-10-01-2026-10-31.html'))
  expect(readFileSync(file?.path ?? '', 'utf8')).toBe(fileText)
  expect(file).toMatchObject({ bytes: fileText.length, sha256: createHash('sha256').update(fileText).digest('hex') })
  expect(readdirSync(folder)).toHaveLength(1)
  expect(topics).toContain('report.arrived')
  const body: unknown = JSON.parse(service.calls.find(({ method }) => method === 'POST')?.body ?? '')
  expect(body).toEqual({
    account_id: '1900001',
    report_form: 'REPORT_FORM_LONG',
    date_range: { date_begin: '2026-10-01T00:00:00Z', date_end: '2026-10-31T23:59:59Z' },
  })
  expect(service.calls.at(-1)?.headers.authorization).toBe(`Bearer ${tokenOf(1)}`)
})

test('a report is polled through NOT_FOUND, PENDING and IN_PROGRESS with growing delays', async () => {
  const { reports, run, only, script, clock } = await startReports()
  reports.request(octoberReport, false)
  const pausesMs: number[] = []
  for (const status of ['NOT_FOUND', 'PENDING', 'IN_PROGRESS', 'A_NEW_STATUS', 'IN_PROGRESS']) {
    script.status = status
    await run()
    if (status !== 'NOT_FOUND') expect(only()).toMatchObject({ phase: 'making', status })
    const pauseMs = reports.job.nextDelayMs() ?? 0
    pausesMs.push(pauseMs)
    clock.move(pauseMs)
  }
  expect(pausesMs).toEqual([...pausesMs].sort((a, b) => a - b))
  expect(pausesMs[0]).toBeGreaterThan(500)
})

test('a report fails if it is unknown after ten minutes or not ready after a day', async () => {
  const unknown = await startReports()
  unknown.script.status = 'NOT_FOUND'
  unknown.reports.request(octoberReport, false)
  await unknown.run()
  unknown.clock.move(9 * minuteMs)
  await unknown.run()
  expect(unknown.only().phase).toBe('making')
  unknown.clock.move(2 * minuteMs)
  await unknown.run()
  expect(unknown.only()).toMatchObject({ phase: 'failed', reason: 'The service does not know this report.' })

  const never = await startReports()
  never.script.status = 'PENDING'
  never.reports.request(octoberReport, false)
  await never.run()
  never.clock.move(dayMs)
  await never.run()
  expect(never.only()).toMatchObject({ phase: 'failed', reason: expect.stringContaining('24 hours') as string })
  expect(never.reports.job.nextDelayMs()).toBeNull()
})

test('a 404 response counts as NOT_FOUND', async () => {
  const { reports, run, only, script, clock } = await startReports()
  script.sendInfo = (_, response) => answer(response, 404, { code: 5, message: 'no', details: [] })
  reports.request(octoberReport, false)
  await run()
  clock.move(minuteMs)
  await run()
  expect(only()).toMatchObject({ phase: 'making', status: 'NOT_FOUND' })
})

test('ERROR fails the report with a reason, and trying again sends a new request', async () => {
  const { reports, follow, script, service, only } = await startReports()
  script.status = 'ERROR'
  reports.request(octoberReport, false)
  expect((await follow('failed')).reason).toBe('The service could not create this report.')
  script.status = 'SUCCESS'
  reports.tryAgain(only().id)
  await follow('here')
  expect(service.calls.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('the reason of a report that failed is read in the language of the moment', async () => {
  const { reports, follow, script, only } = await startReports()
  script.status = 'ERROR'
  reports.request(octoberReport, false)
  await follow('failed')
  writeTextsIn(() => 'ru')
  expect(only().reason).toBe('Сервис не смог создать этот отчёт.')
})

test('a finished report without an address is polled for some minutes, then fails', async () => {
  const { reports, run, only, script, clock } = await startReports()
  script.url = null
  reports.request(octoberReport, false)
  await run()
  clock.move(minuteMs)
  await run()
  expect(only().phase).toBe('making')
  clock.move(6 * minuteMs)
  await run()
  expect(only()).toMatchObject({
    phase: 'failed',
    reason: 'The service finished the report but sent no address for the file.',
  })
})

test('a lost response to the request fails as unknown, and the request is not repeated automatically', async () => {
  const { reports, run, only, script, service } = await startReports()
  script.sendCreated = (_, response) => void response.destroy()
  reports.request(octoberReport, false)
  await run()
  await run()
  expect(only()).toMatchObject({ phase: 'failed', reason: expect.stringContaining('unknown') as string })
  expect(service.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a request refused by the rate limit stays queued', async () => {
  const { reports, run, only, script } = await startReports()
  script.sendCreated = (_, response) => answer(response, 429, { code: 8, message: 'slow', details: [] })
  reports.request(octoberReport, false)
  await run()
  expect(only().phase).toBe('queued')
})

test('a range of over 92 days is refused, or requested in parts', async () => {
  const { reports, run, service } = await startReports()
  const year = { ...octoberReport, beginOn: '2025-01-01', endOn: '2025-12-31' }
  expect(() => reports.request(year, false)).toThrow('This range takes 4 reports')
  expect(reports.list()).toEqual([])
  expect(reports.request(year, true).map(({ beginOn, endOn }) => [beginOn, endOn])).toEqual([
    ['2025-01-01', '2025-04-02'],
    ['2025-04-03', '2025-07-03'],
    ['2025-07-04', '2025-10-03'],
    ['2025-10-04', '2025-12-31'],
  ])
  await run()
  expect(service.calls.filter(({ method }) => method === 'POST')).toHaveLength(4)
})

test.each([
  ['2026-11-02', '2026-11-01', 'after the last'],
  ['2026-11-02', '2026-11-22', 'future'],
  ['2026-02-30', '2026-03-01', 'does not exist'],
  ['1990-01-01', '2026-01-01', 'ten years'],
])('the range %s to %s is refused with a message', async (beginOn, endOn, words) => {
  const { reports } = await startReports()
  expect(() => reports.request({ ...octoberReport, beginOn, endOn }, true)).toThrow(words)
  expect(reports.list()).toEqual([])
})

test('a schedule requests each past month once, starting with the month it was created in', async () => {
  const { reports, run, clock } = await startReports()
  reports.schedule('1900001', 'REPORT_FORM_SHORT')
  await run()
  expect(reports.list()).toEqual([])
  clock.move(9 * dayMs + 12 * 60 * minuteMs)
  await run()
  expect(reports.list()).toEqual([])
  clock.move(2 * dayMs)
  await run()
  await run()
  expect(reports.list().map(({ beginOn, endOn, scheduledFor }) => [beginOn, endOn, scheduledFor])).toEqual([
    ['2026-11-01', '2026-11-30', '2026-11'],
  ])
  clock.move(62 * dayMs)
  await run()
  expect(
    reports
      .list()
      .map(({ scheduledFor }) => scheduledFor)
      .sort(),
  ).toEqual(['2026-11', '2026-12', '2027-01'])
  expect(reports.schedule('1900001', null)).toEqual([])
})
