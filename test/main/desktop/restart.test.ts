import { expect, test } from 'vitest'
import { argsOfRestart, argsOfStart, stableAfterMs } from '#main/desktop/restart.ts'
import { RecoveryLimit } from '#main/desktop/window/recovery-limit.ts'

const run = { args: ['/app', '--data-dir=/data'], uptimeMs: 1_000, hasWindow: true }

test('after a first fatal fault the app restarts with its arguments', () => {
  expect(argsOfRestart(run)).toEqual(['/app', '--data-dir=/data', '--restarted-after-fault'])
})

test('an app that restarted after a fault restarts again only if it was stable for some time', () => {
  const args = argsOfRestart(run) ?? []
  expect(argsOfRestart({ ...run, args, uptimeMs: stableAfterMs - 1 })).toBeNull()
  expect(argsOfRestart({ ...run, args, uptimeMs: stableAfterMs })).toEqual(args)
})

test('an app in the tray restarts there, and one with a window restarts with it', () => {
  expect(argsOfRestart({ ...run, hasWindow: false })).toContain('--hidden')
  expect(argsOfRestart({ ...run, args: [...run.args, '--hidden'] })).not.toContain('--hidden')
})

test('a start by the user opens a window and follows no fault', () => {
  expect(argsOfStart([...run.args, '--hidden', '--restarted-after-fault'])).toEqual(run.args)
})

test('a window is recovered three times in five minutes', () => {
  const limit = new RecoveryLimit()
  expect([0, 60_000, 120_000, 180_000, 299_999].map((at) => limit.take(at))).toEqual([true, true, true, false, false])
  // Refused recoveries are not counted.
  expect([300_000, 300_001, 360_000].map((at) => limit.take(at))).toEqual([true, false, true])
})
