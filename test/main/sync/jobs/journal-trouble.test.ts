import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createHousekeepingJob } from '#main/sync/jobs/housekeeping.ts'
import { createPlace } from '../../journal/journal-place.ts'
import { withReason } from '../../reason.ts'
import { runOf, startSync } from '../harness.ts'

const day = 24 * 3_600_000

function startHousekeeping() {
  const { context, topics } = startSync()
  const place = createPlace()
  const { db, journal } = place.open()
  const job = createHousekeepingJob({ ...context, journal, clock: place.clock })
  return { ...place, db, journal, topics, run: () => job.run(runOf()) }
}

test('a failing backup is reported with a message, logged once, until a backup succeeds', async () => {
  const { backups, clock, journal, topics, run } = startHousekeeping()
  rmSync(backups, { recursive: true, force: true })
  writeFileSync(backups, 'a file where the folder should be')
  await expect(run()).rejects.toThrow(/Cannot write to/)
  expect(topics).toContain('data.changed')
  expect(journal.backups.troubles).toMatchObject([{ kind: 'backup-failed', at: clock.now() }])
  expect(journal.backups.troubles[0]?.message).toContain(backups)
  await clock.advance(3_600_000)
  await expect(run()).rejects.toThrow(/Cannot write to/)
  expect(journal.events.latest(9).filter(({ kind }) => kind === 'backup')).toHaveLength(1)
  rmSync(backups)
  mkdirSync(backups)
  await run()
  expect(journal.backups.troubles).toEqual([])
})

test('a failing backup does not stop thinning', async () => {
  const { backups, clock, db, run } = startHousekeeping()
  rmSync(backups, { recursive: true, force: true })
  writeFileSync(backups, 'a file where the folder should be')
  const insert = db.prepare('INSERT INTO recorded_quote (symbol, at, last) VALUES (?, ?, ?)')
  for (let i = 0; i < 60; i++) insert.run('A@X', clock.now() - 400 * day + i * 1_000, String(i))
  await expect(run()).rejects.toThrow(/Cannot write to/)
  expect(db.prepare('SELECT count(*) FROM recorded_quote').pluck().get()).toBeLessThan(60)
})

test('the integrity of the journal is checked once a day while it is in use', async () => {
  const { clock, db, journal, run } = startHousekeeping()
  await run()
  expect(journal.backups.checkedAt).toBe(clock.now())
  // A table whose first page does not exist.
  db.unsafeMode(true)
  db.pragma('writable_schema = ON')
  db.exec(`UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 'journal_event'`)
  db.pragma('writable_schema = RESET')
  await run().catch(() => undefined)
  expect(journal.backups.troubles).toEqual([])
  await clock.advance(day)
  await expect(run()).rejects.toThrow(withReason('file-damaged'))
  expect(journal.backups.troubles[0]).toMatchObject({ kind: 'journal-damaged', at: clock.now() })
})
