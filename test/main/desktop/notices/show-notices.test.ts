import { expect, test } from 'vitest'
import { showNotices, type SystemNotification } from '#main/desktop/notices/show-notices.ts'
import { createClient } from '#shared/client.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { fixtureTransport } from '../../../renderer/fixtures/transport.ts'

test('while the app is locked a notification has no figure, no button and no link; afterwards it has them', async () => {
  const transport = fixtureTransport()
  const client = createClient(transport)
  const clock = new FakeClock()
  const lock = { isLocked: true }
  const shown: SystemNotification[] = []
  const opened: string[] = []
  showNotices({
    ...{ client, shown: client, lock, clock, open: (hash) => void opened.push(hash) },
    notifier: { show: async (notification) => void shown.push(notification), clear: () => Promise.resolve() },
    logFault: (_, error) => expect.fail(String(error)),
  })
  const { rows } = await client.call('notices.list', { limit: 1 })
  const raise = async (): Promise<void> => {
    transport.emit('notice.raised', { id: rows[0]!.id })
    await clock.advance(4_000)
  }
  await raise()
  expect(shown).toMatchObject([{ title: 'Alert while locked', body: 'Open Tidemark to read more.', actions: [] }])
  shown[0]?.onClick()
  expect(opened).toEqual(['#/alerts'])
  lock.isLocked = false
  await raise()
  expect(shown[1]?.title).not.toContain('locked')
})
