import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import type { AppLock } from '#main/lock/app-lock.ts'
import { lockFilePath, refuseWhileLocked } from '#main/lock/lock-file.ts'
import type { SecretProof } from '#main/lock/tries.ts'
import { hourMs, minuteMs, secondMs } from '#shared/durations.ts'
import { makeLock } from '../../fakes/app-lock.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const pin = '2580'
let dataDir: string
let clock: FakeClock
let lock: AppLock
let proof: SecretProof
let changes: number

const start = (): AppLock =>
  makeLock({ dataDir, clock, proveSecret: () => Promise.resolve(proof), onChange: () => (changes += 1) })
/** Starts a new process with the same data and its own clock. */
function restart(): void {
  clock = new FakeClock(clock.now())
  lock = start()
}
const path = (): string => lockFilePath(dataDir)
async function fail(times: number): Promise<void> {
  for (let i = 0; i < times; i++) await lock.unlock('0000')
}

beforeEach(() => {
  dataDir = makeTemporaryDirectory()
  clock = new FakeClock()
  proof = 'wrong'
  changes = 0
  lock = start()
})

test('without a PIN nothing is stored, and the app cannot be locked', () => {
  expect(lock.state).toMatchObject({ hasPin: false, isLocked: false })
  expect(() => lock.lock()).toThrow(/no PIN/)
  lock.noteSleep()
  expect([lock.isLocked, existsSync(path())]).toEqual([false, false])
})

test('the PIN opens the app, and another PIN does not', async () => {
  await lock.setPin(pin, null)
  lock.lock()
  expect(await lock.unlock('2581')).toMatchObject({ result: 'wrong', state: { isLocked: true, failures: 1 } })
  expect(await lock.unlock(pin)).toMatchObject({ result: 'opened', state: { isLocked: false, failures: 0 } })
  expect(changes).toBe(3)
})

test('the file has a salted hash and not the PIN, and only this user can read it', async () => {
  const long = 'a phrase that is easy to find'
  await lock.setPin(long, null)
  const first = readFileSync(path(), 'utf8')
  expect(first).not.toContain(long)
  expect(first).not.toContain(Buffer.from(long).toString('base64'))
  expect(statSync(path()).mode & 0o077).toBe(0)
  await lock.setPin(long, long)
  expect(readFileSync(path(), 'utf8')).not.toBe(first)
})

test('the PIN is changed and removed only with the current PIN', async () => {
  await lock.setPin(pin, null)
  expect((await lock.setPin('9999', null)).result).toBe('wrong')
  expect((await lock.removePin('9999')).result).toBe('wrong')
  expect((await lock.setPin('9999', pin)).result).toBe('opened')
  expect((await lock.removePin('9999')).result).toBe('opened')
  expect([lock.state.hasPin, existsSync(path())]).toEqual([false, false])
})

test('with a PIN the app starts locked, also after it was killed while it was open', async () => {
  await lock.setPin(pin, null)
  restart()
  expect(lock.isLocked).toBe(true)
  expect((await lock.unlock(pin)).result).toBe('opened')
})

test('each wrong try makes the next wait longer, also after a restart and after the clock is changed', async () => {
  await lock.setPin(pin, null)
  lock.lock()
  await fail(2)
  expect(lock.state.waitMs).toBe(0)
  for (const waitMs of [5 * secondMs, 15 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 15 * minuteMs]) {
    await fail(1)
    expect(lock.state.waitMs).toBe(waitMs)
    expect((await lock.unlock(pin)).result).toBe('waiting')
    clock.set(-hourMs)
    clock.set(3 * hourMs)
    await clock.advance(waitMs - 1)
    expect((await lock.unlock(pin)).result).toBe('waiting')
    await clock.advance(1)
  }
  expect(lock.state.failures).toBe(8)
  restart()
  expect(lock.state).toMatchObject({ failures: 8, waitMs: 15 * minuteMs })
  await clock.advance(15 * minuteMs)
  expect((await lock.unlock(pin)).result).toBe('opened')
})

test('tries that are sent together are checked one after the other', async () => {
  await lock.setPin(pin, null)
  lock.lock()
  const tries = await Promise.all(['1', '2', '3', '4', pin].map((typed) => lock.unlock(typed)))
  expect(tries.map(({ result }) => result)).toEqual(['wrong', 'wrong', 'wrong', 'waiting', 'waiting'])
})

test('a try counts before it is checked, so that ending the process gives no additional try', async () => {
  await lock.setPin(pin, null)
  lock.lock()
  const checking = lock.unlock('0000')
  await Promise.resolve()
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ failures: 1 })
  await checking
})

test('the secret of the connection removes a forgotten PIN; other secrets count as wrong tries', async () => {
  await lock.setPin(pin, null)
  lock.lock()
  expect(await lock.unlockWithSecret('other')).toMatchObject({ result: 'wrong', state: { failures: 1 } })
  proof = { message: 'The service did not answer.' }
  expect(await lock.unlockWithSecret('own')).toMatchObject({ result: 'not-proved', message: proof.message })
  expect(lock.isLocked).toBe(true)
  proof = 'right'
  expect(await lock.unlockWithSecret('own')).toMatchObject({ result: 'opened', state: { hasPin: false } })
  expect(existsSync(path())).toBe(false)
})

test('a damaged lock file locks the app, and only the secret opens it', async () => {
  await lock.setPin(pin, null)
  writeFileSync(path(), '{"pin"')
  restart()
  expect(lock.state).toMatchObject({ hasPin: true, isLocked: true, isDamaged: true })
  expect((await lock.unlock(pin)).result).toBe('wrong')
  proof = 'right'
  expect((await lock.unlockWithSecret('own')).result).toBe('opened')
  restart()
  expect(lock.isLocked).toBe(false)
})

test('programs beside the app are refused while it is locked and, with a PIN, while it is closed', async () => {
  const refused = () => {
    try {
      refuseWhileLocked(dataDir)
      return false
    } catch (error) {
      expect(error).toMatchObject({ code: 'locked' })
      return true
    }
  }
  expect(refused()).toBe(false)
  await lock.setPin(pin, null)
  expect(refused()).toBe(false)
  lock.lock()
  expect(refused()).toBe(true)
  await lock.unlock(pin)
  expect(refused()).toBe(false)
  lock.end()
  expect(refused()).toBe(true)
  writeFileSync(path(), 'no lock')
  expect(refused()).toBe(true)
})
