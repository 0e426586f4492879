import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { openProfile } from '#main/profile/opening/open-profile.ts'
import { profileOf } from '#main/profile/profile-registry.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { threadFiles } from '../../fakes/thread-files.ts'

/** The files of a directory that this process holds open. */
function openFiles(directory: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((handle) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${handle}`)
      return path.startsWith(directory) ? [path] : []
    } catch {
      return [] // Closed in the meantime, such as the handle of this listing.
    }
  })
}
const countThreads = (): number => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length

function start() {
  const directory = makeTemporaryDirectory()
  const clock = new FakeClock()
  const baseUrl = new URL('http://127.0.0.1:9')
  const detached: boolean[] = []
  const open = (attach: () => void = () => undefined, budget = createBudget({ clock })) =>
    openProfile({
      ...{ directory, clock, baseUrl, threadFiles, profile: profileOf(baseUrl), events: new EventBus() },
      exportDir: join(directory, 'exports'),
      reportDir: join(directory, 'reports'),
      power: { isSaving: false },
      readSecret: () => Promise.resolve('secret'),
      secretPlace: () => 'memory',
      budget: { budget, attach, detach: () => void detached.push(true) },
      firstWatchlist: [],
      logFault: () => undefined,
    })
  return { directory, clock, open, detached }
}

test.skipIf(process.platform !== 'linux')(
  'a profile that is opened and closed leaves no file, timer or thread',
  async () => {
    const { directory, clock, open, detached } = start()
    const threads = countThreads()
    const profile = await open()
    expect(openFiles(directory).length).toBeGreaterThan(2)
    await profile.threads.check()
    await profile.close()
    expect([openFiles(directory), clock.pending, countThreads() - threads]).toEqual([[], 0, 0])
    expect(detached).toEqual([true])
  },
)

test.skipIf(process.platform !== 'linux')('a profile that fails to open closes what it opened', async () => {
  const { directory, clock, open } = start()
  const fail = (): never => {
    throw new Error('cannot attach')
  }
  await expect(open(fail)).rejects.toThrow('cannot attach')
  expect([openFiles(directory), clock.pending]).toEqual([[], 0])
  // The data is released, so it can be opened again.
  await (await open()).close()
})

test.skipIf(process.platform !== 'linux')('a profile whose last part fails closes all parts before it', async () => {
  const { directory, clock, open, detached } = start()
  const first = await open()
  first.setPaused(true, 3_600_000)
  await first.close()
  const failing = Object.assign(createBudget({ clock }), {
    limitTo(): never {
      throw new Error('no limit is taken')
    },
  })
  await expect(open(undefined, failing)).rejects.toThrow('no limit is taken')
  expect([openFiles(directory), clock.pending]).toEqual([[], 0])
  expect(detached).toEqual([true, true])
})
