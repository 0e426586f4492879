import { expect, test } from 'vitest'
import UnreadAlerts from '#renderer/shell/UnreadAlerts.svelte'
import { mountInApp } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

test('the navigation rail shows the number of unread entries of the alert history, and nothing for zero', async () => {
  for (const [unread, text] of [
    [0, ''],
    [3, '3 unread'],
    [120, '99+ unread'],
  ] as const) {
    const transport = fixtureTransport({ 'notices.list': () => ({ rows: [], unread }) })
    const mounted = await mountInApp(UnreadAlerts, {}, transport)
    expect(mounted.text().replace('\u00a0', ' ').trim()).toBe(text)
    await mounted.end()
  }
})
