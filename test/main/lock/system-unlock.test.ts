import { writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { createTouchId } from '#main/desktop/system/authentication.ts'
import type { AppLock } from '#main/lock/app-lock.ts'
import { lockFilePath } from '#main/lock/lock-file.ts'
import { secondMs } from '#shared/durations.ts'
import { makeLock } from '../../fakes/app-lock.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

const pin = '2580'
let dataDir: string
let clock: FakeClock
let lock: AppLock
let isAvailable: boolean
/** The prompts that are open, in order. */
let prompts: { readonly answer: (isConfirmed: boolean) => void; readonly fail: (error: Error) => void }[]

const system = {
  isAvailable: () => isAvailable,
  confirm: () => new Promise<boolean>((resolve, reject) => prompts.push({ answer: resolve, fail: reject })),
}

beforeEach(async () => {
  dataDir = makeTemporaryDirectory()
  clock = new FakeClock()
  isAvailable = true
  prompts = []
  lock = makeLock({ dataDir, clock, system })
  await lock.setPin(pin, null)
})

async function allowAndLock(): Promise<void> {
  await lock.allowSystem(pin)
  lock.lock()
}

test('unlocking by the system is off until it is switched on with the PIN', async () => {
  expect(lock.state).toMatchObject({ hasSystem: true, usesSystem: false })
  expect(await lock.allowSystem('0000')).toMatchObject({ result: 'wrong', state: { usesSystem: false, failures: 1 } })
  expect(await lock.allowSystem(pin)).toMatchObject({ result: 'opened', state: { usesSystem: true, failures: 0 } })
  expect(lock.change({ usesSystem: false }).usesSystem).toBe(false)
  lock.lock()
  await expect(lock.unlockWithSystem()).rejects.toMatchObject({ code: 'invalid' })
  expect(prompts).toHaveLength(0)
})

test('switching on unlocking by the system obeys the delay after wrong PINs', async () => {
  for (let i = 0; i < 3; i++) await lock.allowSystem('0000')
  expect(await lock.allowSystem(pin)).toMatchObject({ result: 'waiting', state: { usesSystem: false } })
  await clock.advance(5 * secondMs)
  expect((await lock.allowSystem(pin)).result).toBe('opened')
})

test('unlocking by the system cannot be switched on without a PIN or without support by the system', async () => {
  isAvailable = false
  await expect(lock.allowSystem(pin)).rejects.toMatchObject({ code: 'invalid' })
  await lock.removePin(pin)
  isAvailable = true
  expect((await lock.allowSystem(pin)).result).toBe('wrong')
  expect(lock.state.usesSystem).toBe(false)
})

test('a prompt that is confirmed opens the app and forgets wrong tries', async () => {
  await allowAndLock()
  await lock.unlock('0000')
  const unlocking = lock.unlockWithSystem()
  prompts[0]!.answer(true)
  expect(await unlocking).toMatchObject({ result: 'opened', state: { isLocked: false, failures: 0 } })
})

test('a refused or failed prompt changes nothing, counts as no try and shortens no delay', async () => {
  await allowAndLock()
  for (let i = 0; i < 3; i++) await lock.unlock('0000')
  const before = lock.state
  expect(before).toMatchObject({ isLocked: true, failures: 3, waitMs: 5 * secondMs })
  const refused = lock.unlockWithSystem()
  prompts[0]!.answer(false)
  expect(await refused).toEqual({ result: 'refused', message: null, state: before })
  const failed = lock.unlockWithSystem()
  prompts[1]!.fail(new Error('no sensor'))
  await expect(failed).rejects.toThrow('no sensor')
  expect(lock.state).toEqual(before)
  expect((await lock.unlock(pin)).result).toBe('waiting')
  await clock.advance(5 * secondMs)
  expect((await lock.unlock(pin)).result).toBe('opened')
})

test('requests during a prompt wait for the same prompt, and the PIN opens meanwhile', async () => {
  await allowAndLock()
  const requests = [lock.unlockWithSystem(), lock.unlockWithSystem()]
  expect(prompts).toHaveLength(1)
  expect((await lock.unlock(pin)).result).toBe('opened')
  prompts[0]!.answer(false)
  expect((await Promise.all(requests)).map(({ result }) => result)).toEqual(['opened', 'opened'])
})

test('a prompt from before the app was locked again does not open it', async () => {
  await allowAndLock()
  const old = lock.unlockWithSystem()
  await lock.unlock(pin)
  lock.lock()
  prompts[0]!.answer(true)
  expect(await old).toMatchObject({ result: 'refused', state: { isLocked: true } })
})

test('an open app shows no prompt', async () => {
  await lock.allowSystem(pin)
  expect((await lock.unlockWithSystem()).result).toBe('opened')
  expect(prompts).toHaveLength(0)
})

test('a host without unlocking by the system, such as the web host, refuses it even if it is switched on', async () => {
  await allowAndLock()
  const web = makeLock({ dataDir, clock, system: null })
  expect(web.state).toMatchObject({ isLocked: true, hasSystem: false })
  await expect(web.unlockWithSystem()).rejects.toMatchObject({ code: 'invalid' })
  await expect(web.allowSystem(pin)).rejects.toMatchObject({ code: 'invalid' })
  expect(web.isLocked).toBe(true)
})

test('a damaged lock is not opened by the system', async () => {
  await lock.allowSystem(pin)
  writeFileSync(lockFilePath(dataDir), '{"pin"')
  const damaged = makeLock({ dataDir, clock, system })
  await expect(damaged.unlockWithSystem()).rejects.toMatchObject({ code: 'invalid' })
})

test('Touch ID is offered on macOS with a sensor; cancelling it is a refusal, not an error', async () => {
  let prompt = Promise.resolve()
  const reasons: string[] = []
  const preferences = {
    canPromptTouchID: () => true,
    promptTouchID: (reason: string) => (reasons.push(reason), prompt),
  }
  const touchId = createTouchId(preferences, 'darwin')
  expect(touchId.isAvailable()).toBe(true)
  expect(createTouchId({ ...preferences, canPromptTouchID: () => false }, 'darwin').isAvailable()).toBe(false)
  // Elsewhere Electron does not have these functions.
  expect(createTouchId({} as typeof preferences, 'linux').isAvailable()).toBe(false)
  expect(await touchId.confirm()).toBe(true)
  prompt = Promise.reject(new Error('Canceled by user.'))
  expect(await touchId.confirm()).toBe(false)
  expect(reasons).toEqual(['open Tidemark', 'open Tidemark'])
})
