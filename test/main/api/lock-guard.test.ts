import { expect, test } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { assertOpen, guardDispatch, guardEvents, guardFiles } from '#main/api/lock-guard.ts'
import { saveAs } from '#main/api/save-as.ts'
import { events as topics, requests } from '#shared/contract/contract.ts'

const lock = { isLocked: true }
const fine = { ok: true, value: 'data' } as const
const refused = { ok: false, code: 'locked' }

test.each(Object.keys(requests))(
  'while the app is locked, %s is answered only if it opens the lock',
  async (method) => {
    const dispatched: unknown[] = []
    const dispatch = guardDispatch(async (name) => (dispatched.push(name), fine), lock)
    const isOfLock = ['read', 'lock', 'unlock', 'unlockWithSystem', 'unlockWithSecret', 'eraseAll'].includes(
      method.replace('lock.', ''),
    )
    if (isOfLock) expect(await dispatch(method, undefined)).toEqual(fine)
    else expect(await dispatch(method, undefined)).toMatchObject(refused)
    expect(dispatched).toEqual(isOfLock ? [method] : [])
  },
)

test('names that are not requests are refused too', async () => {
  const dispatch = guardDispatch(async () => fine, lock)
  for (const name of ['nope', 'toString', 7, null, { toString: () => 'lock.read' }])
    expect(await dispatch(name, undefined)).toMatchObject(refused)
})

test('a response that is ready only after the app is locked is not returned', async () => {
  const lockState = { isLocked: false }
  let answer = (_: typeof fine): void => undefined
  const dispatch = guardDispatch(() => new Promise((resolve) => (answer = resolve)), lockState)
  const reply = dispatch('overview.read', { accountId: null })
  lockState.isLocked = true
  answer(fine)
  expect(await reply).toMatchObject(refused)
})

test('while the app is locked, only the change of the lock state is published', () => {
  const events = new EventBus()
  const lockState = { isLocked: false }
  const received: string[] = []
  guardEvents(events, lockState).listen((topic) => received.push(topic))
  events.publish('quotes.changed', { symbols: ['A@B'] })
  lockState.isLocked = true
  for (const topic of Object.keys(topics)) {
    if (topic === 'lock.changed') events.publish(topic)
  }
  events.publish('quotes.changed', { symbols: ['A@B'] })
  events.publish('notice.raised', { id: 'n' })
  events.publish('profile.changed')
  expect(received).toEqual(['quotes.changed', 'lock.changed'])
})

test('files are refused while the app is locked', () => {
  expect(() => assertOpen(lock)).toThrow(/locked/)
  expect(() => assertOpen({ isLocked: false })).not.toThrow()
})

test('a dialog that was open when the app was locked saves nothing, and no file is opened or shown', async () => {
  const lockState = { isLocked: false }
  const shown: string[] = []
  let choose = (_: string): void => undefined
  const files = guardFiles(
    {
      open: async (path) => void shown.push(path),
      showInFolder: (path) => void shown.push(path),
      choosePath: () => new Promise((resolve) => (choose = resolve)),
    },
    lockState,
  )
  await files.open('/open')
  const before = saveAs(files, '/report.pdf')
  lockState.isLocked = true
  // The copy would fail with another error: there is no such file.
  choose('/stick/report.pdf')
  await expect(before).rejects.toMatchObject({ code: 'locked' })
  await expect(files.open('/locked')).rejects.toMatchObject({ code: 'locked' })
  await expect(files.choosePath('name')).rejects.toMatchObject({ code: 'locked' })
  expect(() => files.showInFolder('/locked')).toThrow(/locked/)
  expect(shown).toEqual(['/open'])
})
