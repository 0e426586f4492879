import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { filesWith, markOf, openErasures, own, write, writeProfile } from './profiles.ts'

const script = join(import.meta.dirname, 'killed.ts')

test.each([0, 1, 4, 9, 15, 21])(
  'after a kill before removal %i, the next start deletes the rest and reports it',
  async (count) => {
    const dataDir = makeTemporaryDirectory()
    writeProfile(dataDir, own)
    write(join(dataDir, 'logs', 'tidemark.log'), 'started')
    const { signal } = spawnSync(process.execPath, [script, dataDir, String(count)], { stdio: 'ignore' })
    expect(signal).toBe('SIGKILL')
    const next = openErasures(dataDir)
    await next.resume()
    const [report] = next.reports
    expect(report).toMatchObject({ name: own.baseUrl, wasResumed: true })
    const outcomes = Object.fromEntries(report!.lines.map(({ part, outcome }) => [part, outcome]))
    // The report includes what the killed process had removed, except for its last part.
    expect(outcomes).toMatchObject({ exports: 'removed', backups: 'removed', reports: 'removed', logs: 'removed' })
    expect(filesWith(dataDir, markOf(own))).toEqual([])
  },
)
