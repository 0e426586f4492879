import { readdirSync, rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fillDisk, mountDisk } from '../../fakes/disk/small-disk.ts'
import { until } from '../../fakes/until.ts'
import { octoberReport, minuteMs, startReports } from './rig.ts'

test('a cancelled download leaves no file on the disk', async () => {
  const { reports, run, only, script, folder, clock } = await startReports()
  script.sendFile = (_, response) => {
    response.writeHead(200, { 'content-length': 1000 })
    response.write('the beginning')
  }
  reports.request(octoberReport, false)
  await run()
  clock.move(minuteMs)
  await run()
  await until(only, ({ progress }) => progress?.bytes === 13, 5_000)
  expect(only().progress?.total).toBe(1000)
  reports.cancel(only().id)
  await until(only, ({ progress }) => progress === null, 5_000)
  expect(only().phase).toBe('cancelled')
  expect(readdirSync(folder)).toEqual([])
})

test('an interrupted download is retried after a new poll, and fails after several attempts', async () => {
  const { reports, follow, script, folder } = await startReports()
  let sent = 0
  const sendFile = script.sendFile
  script.sendFile = (request, response) => {
    sent += 1
    if (sent > 2) return sendFile(request, response)
    response.writeHead(200, { 'content-length': 1000 })
    response.write('the beginning', () => response.destroy())
  }
  reports.request(octoberReport, false)
  await follow('here')
  expect(sent).toBe(3)
  expect(readdirSync(folder)).toHaveLength(1)

  const never = await startReports()
  never.script.sendFile = (_, response) => void response.destroy()
  never.reports.request(octoberReport, false)
  expect((await never.follow('failed')).reason).toContain('The download was interrupted 6 times')
})

test('a file over the size limit is refused, with or without a content length', async () => {
  for (const headers of [{ 'content-length': 2000 }, {}]) {
    const { reports, follow, script, folder } = await startReports({ broker: { fileLimits: { limitBytes: 1000 } } })
    script.sendFile = (_, response) => {
      response.writeHead(200, headers)
      response.end('x'.repeat(2000))
    }
    reports.request(octoberReport, false)
    expect((await follow('failed')).reason).toContain('larger than')
    expect(readdirSync(folder)).toEqual([])
  }
})

test('an empty file is refused', async () => {
  const { reports, follow, script, folder } = await startReports()
  script.sendFile = (_, response) => void response.writeHead(200).end()
  reports.request(octoberReport, false)
  expect((await follow('failed')).reason).toBe('The service sent an empty file')
  expect(readdirSync(folder)).toEqual([])
})

test('a folder that is not writable is named in the error, and no partial file remains', async () => {
  const { reports, follow, folder } = await startReports()
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'a file in its place')
  reports.request(octoberReport, false)
  expect((await follow('failed')).reason).toContain('Cannot write to')
  rmSync(folder)
})

test('a full disk is named in the error, and no partial file remains', async ({ skip }) => {
  const disk = mountDisk('size=64k')
  if (disk === null) return skip('only root can mount a disk')
  const folder = join(disk, 'reports')
  mkdirSync(folder)
  const { reports, follow } = await startReports({ folder })
  fillDisk(disk)
  reports.request(octoberReport, false)
  expect((await follow('failed')).reason).toContain('is full')
  expect(readdirSync(folder)).toEqual([])
})

test('after a kill the download restarts, and a request with unknown result fails with that reason', async () => {
  const first = await startReports()
  first.reports.request(octoberReport, false)
  await first.run()
  first.reports.request({ ...octoberReport, beginOn: '2026-10-02' }, false)
  const [sending, receiving] = first.library.list()
  if (!sending || !receiving) throw new Error('both reports were requested')
  first.library.put([
    { ...sending, phase: 'sending' },
    { ...receiving, phase: 'receiving' },
  ])
  writeFileSync(join(first.folder, `report-${receiving.id}.part`), 'half')
  await first.close()

  const { reports, follow, folder } = await startReports({ db: first.db, folder: first.folder })
  expect(readdirSync(folder)).toEqual([])
  const restarted = reports.list()
  expect(restarted.find(({ id }) => id === sending.id)).toMatchObject({
    phase: 'failed',
    reason: expect.stringContaining('unknown') as string,
  })
  reports.remove(sending.id)
  expect((await follow('here')).id).toBe(receiving.id)
})
