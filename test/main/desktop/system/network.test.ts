import { expect, test } from 'vitest'
import { watchNetwork } from '#main/desktop/system/network.ts'
import { createClient } from '#shared/client.ts'
import { FakeClock } from '../../../fakes/clock.ts'

test('the service is contacted once, soon after the network is back', async () => {
  const clock = new FakeClock()
  const requests: unknown[] = []
  const client = createClient({
    request: (method, params) => {
      requests.push([method, params])
      return Promise.resolve({ ok: false, code: 'invalid', message: 'paused' })
    },
    subscribe: () => () => undefined,
  })
  const state = { isOnline: true }
  watchNetwork({ isOnline: () => state.isOnline }, client, clock)
  await clock.advance(60_000)
  state.isOnline = false
  await clock.advance(60_000)
  expect(requests).toEqual([])
  state.isOnline = true
  await clock.advance(15_000)
  expect(requests).toEqual([['sync.now', { job: 'session' }]])
  await clock.advance(600_000)
  expect(requests).toHaveLength(1)
})
