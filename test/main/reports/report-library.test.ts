import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../../fakes/until.ts'
import { openTestJournal } from '../journal/open-journal.ts'
import { asked, startReports } from './rig.ts'

test('an existing file is never replaced: a second file with its name gets a number', async () => {
  const { reports, follow, folder } = await startReports()
  reports.request(asked, false)
  await follow('here')
  reports.request(asked, false)
  await until(
    async () => {
      await follow('here')
      return readdirSync(folder).sort()
    },
    (names) => names.length === 2,
  )
  expect(readdirSync(folder)).toContain('report-1900001-full-2026-10-01-2026-10-31 (2).html')
})

test('a file that was moved is missing until it is found again by its content', async () => {
  const { reports, follow, folder, only } = await startReports()
  reports.request(asked, false)
  const { id, file } = await follow('here')
  await expect(reports.findFile(id)).resolves.toMatchObject({ isMissing: false })
  mkdirSync(join(folder, 'older'))
  writeFileSync(join(folder, 'older', 'decoy.html'), '<html>REPORT</html>')
  renameSync(file?.path ?? '', join(folder, 'older', 'renamed.html'))
  expect(only().isMissing).toBe(true)
  expect(() => reports.filePath(id)).toThrow('no longer at')
  expect((await reports.findFile(id)).file?.path).toBe(join(folder, 'older', 'renamed.html'))
  rmSync(join(folder, 'older', 'renamed.html'))
  await expect(reports.findFile(id)).rejects.toThrow('has the content of this report')
})

test('removing a report from the library removes its file', async () => {
  const { reports, follow, folder } = await startReports()
  reports.request(asked, false)
  reports.remove((await follow('here')).id)
  expect(reports.list()).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('on a full disk an interrupted report keeps nothing from starting, and is corrected when there is space', async () => {
  const db = openTestJournal()
  const first = await startReports({ db })
  const [row] = first.reports.request(asked, false)
  const report = first.library.get(row!.id)!
  first.library.put([{ ...report, phase: 'sending' }])
  await first.close()
  db.pragma('query_only = ON')
  const { reports, library, run } = await startReports({ db })
  expect(library.get(report.id)?.phase).toBe('sending')
  db.pragma('query_only = OFF')
  await run()
  expect(library.get(report.id)?.phase).toBe('failed')
  await reports.close()
})
