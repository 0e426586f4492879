import { expect, test } from 'vitest'
import { d, makeDetails } from '../../insight/make.ts'
import { startHandlers } from '../rig.ts'

const price = (symbol: string) => ({ kind: 'price', symbol, direction: 'above', threshold: d('250') }) as const
const rest = { note: '', isEnabled: true, repeats: true, hysteresis: null, coolDownMinutes: 60, expiresAt: null }

test('rules and notices have the current name of their instrument, or null if it is not known', async () => {
  const { client, cache, journal, clock } = startHandlers()
  const details = makeDetails({ name: 'Triple A' })
  cache.instrumentDetails.put(details, clock.now())
  const fired = { cause: 'fired', ruleId: null, note: '', at: clock.now() } as const
  const notice = { ...fired, facts: [], caveats: [] }
  journal.notices.add({ ...notice, id: 'service', condition: { kind: 'service', minutes: 5 } })
  for (const symbol of ['ZZZQ@XNGS', details.symbol]) {
    await client.call('alerts.save', { id: null, draft: { ...rest, condition: price(symbol) } })
    journal.notices.add({ ...notice, id: symbol, condition: price(symbol) })
  }
  const names = (await client.call('alerts.list')).map(({ instrumentName }) => instrumentName)
  expect(names.toSorted()).toEqual(['Triple A', null])
  const { rows } = await client.call('notices.list', { limit: 10 })
  expect(rows.map(({ instrumentName }) => instrumentName)).toEqual(['Triple A', null, null])
})
