import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '#shared/model/report.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { startHandlers } from '../rig.ts'

const report: Report = {
  ...{ id: 'r1', accountId: 'A', form: 'REPORT_FORM_LONG', beginOn: '2026-01-01', endOn: '2026-01-31', phase: 'here' },
  ...{
    requestedAt: 1,
    scheduledFor: null,
    serviceId: null,
    status: null,
    statusSince: null,
    polls: 0,
    nextPollAt: null,
  },
  ...{ breaks: 0, reason: null, elsewhere: null, allowedOrigin: null, file: null },
}

/** A desktop host with one downloaded report. */
function start(name: string) {
  const opened: string[] = []
  const files = {
    open: async (path: string) => void opened.push(path),
    showInFolder: () => undefined,
    choosePath: () => Promise.resolve(null),
  }
  const { client, journal } = startHandlers({ files })
  const path = join(makeTemporaryDirectory(), name)
  writeFileSync(path, 'content')
  journal.reports.put([{ ...report, file: { path, bytes: 7, sha256: '0'.repeat(64), arrivedAt: 1 } }])
  return { client, opened, path }
}

test('a document is opened without a confirmation', async () => {
  const { client, opened, path } = start('report.pdf')
  expect((await client.call('reports.list'))[0]?.mayRun).toBe(false)
  await client.call('reports.open', { id: 'r1' })
  expect(opened).toEqual([path])
})

test('a file that may run a program is opened only if the user confirms it', async () => {
  const { client, opened, path } = start('report.html')
  expect((await client.call('reports.list'))[0]?.mayRun).toBe(true)
  await expect(client.call('reports.open', { id: 'r1' })).rejects.toThrow(/may run a program/)
  expect(opened).toEqual([])
  await client.call('reports.open', { id: 'r1', isConfirmed: true })
  expect(opened).toEqual([path])
})
