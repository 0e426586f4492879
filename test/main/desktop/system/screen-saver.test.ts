import { expect, test } from 'vitest'
import { watchScreenSaver } from '#main/desktop/system/screen-saver.ts'
import type { SessionBus } from '#main/desktop/system/session-bus.ts'

type Listener = Parameters<SessionBus['subscribe']>[1]

test.runIf(process.platform === 'linux')('locking the screen is reported, unlocking is not', async () => {
  const listeners = new Map<string, Listener>()
  const bus: SessionBus = {
    call: () => Promise.resolve([]),
    subscribe: async ({ owner }, listener) => void listeners.set(owner, listener),
    onLost: () => undefined,
  }
  let locks = 0
  await watchScreenSaver(
    () => Promise.resolve(bus),
    () => locks++,
  )
  for (const owner of ['org.gnome.ScreenSaver', 'org.freedesktop.ScreenSaver']) {
    const emitSignal = listeners.get(owner)!
    emitSignal({ member: 'ActiveChanged', body: [false] })
    emitSignal({ member: 'WakeUpScreen', body: [] })
    emitSignal({ member: 'ActiveChanged', body: [true] })
  }
  expect(locks).toBe(2)
})

test('without a bus nothing is reported', async () => {
  await watchScreenSaver(
    () => Promise.resolve(null),
    () => expect.fail('no screen saver'),
  )
})
