import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { askRunningApp } from '#main/cli/ask-running-app.ts'
import { startDemoBroker } from '#main/demo/server.ts'
import { answerIn, checksFolder, requestIn } from '#main/service/check-files.ts'
import { CheckRequests } from '#main/service/check-requests.ts'
import { systemClock } from '#main/time/clock.ts'
import { AppError } from '#shared/errors.ts'
import { inLanguage } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import type { ServiceCheck } from '#shared/model/app/service.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { openTestProfile } from '../../fakes/running-profile.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const check: ServiceCheck = { at: 1, rows: [{ endpoint: 'getUsage', result: 'works', cause: null }] }
const id = '11111111-2222-3333-4444-555555555555'

/** The app's side in a new directory. `start` opens the profile. */
function makeApp(options: Partial<ConstructorParameters<typeof CheckRequests>[0]> = {}) {
  const directory = makeTemporaryDirectory()
  const faults: unknown[] = []
  const run = vi.fn(() => Promise.resolve(check))
  const logFault = (_: string, error: unknown): void => void faults.push(error)
  const requests = new CheckRequests({ ...{ directory, run, clock: systemClock, logFault }, ...options })
  onTestFinished(() => requests.stop())
  return { directory, folder: checksFolder(directory), faults, run, requests }
}

test('the running app makes a check for a command and answers it, in files for this user only', async () => {
  const { directory, folder, faults, run, requests } = makeApp()
  requests.start()
  expect(statSync(folder).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o700)
  expect(await askRunningApp(directory, systemClock)).toEqual(check)
  expect(run).toHaveBeenCalledTimes(1)
  expect([readdirSync(folder), faults]).toEqual([[], []])
})

test('a check that is not allowed is answered with its reason, in the language of the command', async () => {
  const { directory, requests } = makeApp({
    run: () => Promise.reject(new AppError('invalid', m.errors_syncing_is_off_connect_or_resume_first)),
  })
  requests.start()
  const asked = await askRunningApp(directory, systemClock).catch((error: unknown) => error)
  expect(asked).toMatchObject({ code: 'invalid', message: m.errors_syncing_is_off_connect_or_resume_first() })
  writeFileSync(requestIn(checksFolder(directory), id), '')
  await vi.waitUntil(() => existsSync(answerIn(checksFolder(directory), id)))
  expect(readFileSync(answerIn(checksFolder(directory), id), 'utf8')).toContain(
    inLanguage('ru', m.errors_syncing_is_off_connect_or_resume_first),
  )
})

test('a fault of the app is logged, and the command learns no details of it', async () => {
  const { directory, faults, requests } = makeApp({ run: () => Promise.reject(new TypeError('symbol SBER@MISX')) })
  requests.start()
  await expect(askRunningApp(directory, systemClock)).rejects.toMatchObject({
    code: 'internal',
    message: m.errors_something_went_wrong_inside_tidemark(),
  })
  expect(faults).toEqual([new TypeError('symbol SBER@MISX')])
})

test('where the system cannot watch a folder, the app looks into it every 5 s until the profile is closed', async () => {
  const clock = new FakeClock(Date.now())
  const watchFolder = (): never => {
    throw new Error('too many')
  }
  const { folder, run, requests } = makeApp({ clock, watchFolder })
  requests.start()
  writeFileSync(requestIn(folder, id), '')
  await clock.advance(4_999)
  expect(run).not.toHaveBeenCalled()
  await clock.advance(1)
  expect(existsSync(answerIn(folder, id))).toBe(true)
  await requests.stop()
  writeFileSync(requestIn(folder, id), '')
  await clock.advance(60_000)
  expect([run.mock.calls.length, clock.pending]).toEqual([1, 0])
})

test('at the start requests that wait are answered, old ones are removed, and other files are not touched', async () => {
  const { folder, run, requests } = makeApp()
  mkdirSync(folder)
  const others = ['notes.txt', 'short.request', `${id}.request.bak`]
  const old = ['a', 'b'].map((letter) => id.replaceAll('1', letter))
  const left = [requestIn(folder, old[0]!), answerIn(folder, old[1]!), `${answerIn(folder, old[0]!)}.${id}.tmp`]
  const elevenMinutesAgo = Date.now() / 1_000 - 11 * 60
  for (const path of [...left, ...others.map((name) => join(folder, name))]) {
    writeFileSync(path, 'text')
    utimesSync(path, elevenMinutesAgo, elevenMinutesAgo)
  }
  writeFileSync(requestIn(folder, id), '')
  requests.start()
  await requests.stop()
  expect(run).toHaveBeenCalledTimes(1)
  expect(readdirSync(folder).sort()).toEqual([...others, `${id}.answer`].sort())
})

test.each([
  { what: 'not taken', limitMs: 15_000, isTaken: false },
  { what: 'taken and not answered', limitMs: 120_000, isTaken: true },
])('a command whose request is $what ends without an answer and leaves no file', async ({ limitMs, isTaken }) => {
  const clock = new FakeClock()
  const { directory, folder } = makeApp()
  mkdirSync(folder)
  let answer: unknown = 'none yet'
  const asked = askRunningApp(directory, clock).then((given) => (answer = given))
  if (isTaken) rmSync(join(folder, readdirSync(folder)[0]!))
  await clock.advance(limitMs - 1)
  expect(answer).toBe('none yet')
  await clock.advance(1)
  await asked
  expect([answer, readdirSync(folder)]).toEqual([null, []])
})

test.each(['{"check":{"at":"now"}}', 'half an ans'])(
  'a command that cannot read the answer, as of another version, ends without one: %s',
  async (text) => {
    const { directory, folder } = makeApp()
    mkdirSync(folder)
    const asked = askRunningApp(directory, systemClock)
    writeFileSync(answerIn(folder, readdirSync(folder)[0]!.replace('.request', '')), text)
    expect(await asked).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  },
)

test('without the folder, which the app creates, a command does not wait', async () => {
  expect(await askRunningApp(makeTemporaryDirectory(), new FakeClock())).toBeNull()
})

test('an open profile answers two commands with one check, says when syncing is off, and ends when it is closed', async () => {
  const service = await startDemoBroker({ requestsPerMinute: 10_000 })
  onTestFinished(() => service.close())
  const directory = makeTemporaryDirectory()
  const faults: unknown[] = []
  const profile = await openTestProfile({
    ...{ directory, service, clock: systemClock, events: new EventBus() },
    ...{ budget: createBudget({ clock: systemClock, limit: 10_000 }), logFault: (...fault) => faults.push(fault) },
  })
  onTestFinished(() => profile.close())
  const ask = () => askRunningApp(directory, systemClock)
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first?.rows.filter(({ result }) => result === 'works').length).toBeGreaterThan(15)
  expect(second).toEqual(first)
  // Only a check asks for the list of tradable instruments.
  expect(service.requests().filter(({ path }) => path === '/v1/assets')).toHaveLength(1)
  profile.signOut()
  await expect(ask()).rejects.toMatchObject({ code: 'invalid' })
  await profile.close()
  const clock = new FakeClock()
  const late = askRunningApp(directory, clock)
  await clock.advance(15_000)
  expect([await late, faults]).toEqual([null, []])
}, 60_000)
