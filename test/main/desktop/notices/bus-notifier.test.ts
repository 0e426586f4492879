import { beforeEach, expect, test, vi } from 'vitest'
import { createBusNotifier } from '#main/desktop/notices/bus-notifier.ts'
import type { SystemNotification } from '#main/desktop/notices/show-notices.ts'
import type { BusCall, Received, SessionBus } from '#main/desktop/system/session-bus.ts'

const notification: SystemNotification = { title: 'A@B above 5', body: 'now 6', actions: [], onClick: () => undefined }

/** What the desktop shows: by id. */
let onScreen: Map<number, unknown>
/** Called before the desktop answers a call of this name. */
let before: Partial<Record<string, () => Promise<void>>>
let ids = 0
let signal: (message: Received) => void

const desktop: SessionBus = {
  async call({ member, body = [] }: BusCall) {
    if (member === 'CloseNotification') onScreen.delete(Number(body[0]))
    if (member === 'Notify') onScreen.set((ids += 1), body[3])
    const reply = member === 'Notify' ? [ids] : member === 'GetCapabilities' ? [['body']] : []
    await before[member]?.()
    return reply
  },
  subscribe: async (_, listener) => void (signal = listener),
  onLost: () => undefined,
}
const open = () => createBusNotifier(() => Promise.resolve(desktop))

beforeEach(() => {
  onScreen = new Map()
  before = {}
})

test('notifications on screen are withdrawn, and later notifications are shown', async () => {
  const notifier = open()
  await notifier.show(notification)
  await notifier.show(notification)
  expect(onScreen.size).toBe(2)
  await notifier.clear()
  expect(onScreen.size).toBe(0)
  await notifier.show({ ...notification, title: 'Alert while locked' })
  expect([...onScreen.values()]).toEqual(['Alert while locked'])
})

test.each(['GetCapabilities', 'Notify'])(
  'a notification that waits for the reply to %s while all are withdrawn does not stay on screen',
  async (member) => {
    const notifier = open()
    before = { [member]: () => notifier.clear() }
    await notifier.show(notification)
    expect(onScreen.size).toBe(0)
  },
)

test('a click that is read together with the reply to its notification is not lost', async () => {
  const onClick = vi.fn<() => void>()
  before = { Notify: async () => signal({ member: 'ActionInvoked', body: [ids, 'default'] }) }
  await open().show({ ...notification, onClick })
  await expect.poll(() => onClick.mock.calls.length).toBe(1)
})
