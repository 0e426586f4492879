import { expect, test } from 'vitest'
import type { PriceShock } from '#shared/model/margin.ts'
import { d, makeAccount, makeDetails, makePosition } from '../../insight/make.ts'
import { startHandlers } from '../rig.ts'

const shock: PriceShock = { by: 'all', key: null, percent: d('-10') }

function startAccount() {
  const rig = startHandlers()
  const { cache, clock, journal } = rig
  journal.settings.setAll({ accountCurrency: 'USD' })
  cache.instrumentDetails.put(makeDetails(), clock.now())
  cache.accounts.replaceAccount(
    makeAccount({
      id: 'A',
      equity: d('1000'),
      positions: [makePosition({ quantity: d('20'), maintenanceMargin: d('600') })],
      portfolio: { kind: 'mc', availableCash: null, initialMargin: null, maintenanceMargin: d('600') },
    }),
    clock.now(),
  )
  return rig
}

test('margin.stress gives the distance now and after the shocks', async () => {
  const { client, clock } = startAccount()
  expect(await client.call('margin.stress', { accountId: 'A', shocks: [shock] })).toMatchObject({
    accountId: 'A',
    fetchedAt: clock.now(),
    currency: { currency: 'USD', inferred: false },
    distance: '400',
    call: { state: 'call' },
    after: { equity: '800', requirement: '540', distance: '260' },
    touched: [1],
    positions: [{ symbol: 'AAA@XXXX', name: 'Triple A', share: '1', notCovered: null }],
  })
})

test('a shock below −100 % is refused, and an unknown account is not found', async () => {
  const { client } = startAccount()
  const beyond = { ...shock, percent: d('-100.01') }
  await expect(client.call('margin.stress', { accountId: 'A', shocks: [beyond] })).rejects.toMatchObject({
    code: 'invalid-request',
  })
  await expect(client.call('margin.stress', { accountId: 'B', shocks: [] })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('margin.portfolio adds all accounts, with and without a margin, in the base currency', async () => {
  const { client, cache, clock } = startAccount()
  const fund = makeDetails({ symbol: 'BBB@XXXX', type: 'FUNDS', quoteCurrency: 'USD' })
  cache.instrumentDetails.put(fund, clock.now())
  const held = makePosition({ symbol: 'BBB@XXXX', quantity: d('3') })
  cache.accounts.replaceAccount(makeAccount({ id: 'B', equity: d('500'), positions: [held] }), clock.now())
  await client.call('currencies.setBase', { currency: 'USD' })
  const moves = { accountId: null, shocks: [shock] }
  const read = await client.call('margin.portfolio', moves)
  expect(read).toMatchObject({ currency: 'USD', equity: '1500', touched: [2] })
  expect(read.instruments.map(({ symbol, type }) => [symbol, type])).toEqual([
    ['AAA@XXXX', 'EQUITIES'],
    ['BBB@XXXX', 'FUNDS'],
  ])
  expect(await client.call('margin.portfolio', { ...moves, accountId: 'A' })).toMatchObject({
    ...{ equity: '1000', change: '-200', equityAfter: '800', percent: '-20' },
  })
})

test('margin.history gives the recorded distance', async () => {
  const { client, journal, clock } = startAccount()
  const value = { equity: d('1000'), requirement: d('600.5'), state: 'call', percent: d('-28.5') } as const
  journal.margin.record('A', clock.now() - 1000, value)
  expect(await client.call('margin.history', { accountId: 'A', from: 0 })).toMatchObject({
    points: [{ at: clock.now() - 1000, distance: '399.5', percent: '-28.5', state: 'call' }],
    currency: 'USD',
  })
})

test('sets of shocks are saved, replaced and removed', async () => {
  const { client } = startAccount()
  const late = await client.call('shockSets.save', { id: null, name: 'Winter', shocks: [shock] })
  const first = await client.call('shockSets.save', { id: null, name: 'Autumn', shocks: [shock] })
  expect((await client.call('shockSets.list')).map(({ name }) => name)).toEqual(['Autumn', 'Winter'])
  await client.call('shockSets.save', { ...first, shocks: [{ by: 'type', key: 'BONDS', percent: d('5') }] })
  await client.call('shockSets.remove', { id: late.id })
  expect(await client.call('shockSets.list')).toEqual([
    { id: first.id, name: 'Autumn', shocks: [{ by: 'type', key: 'BONDS', percent: '5' }] },
  ])
  await expect(client.call('shockSets.remove', { id: late.id })).rejects.toMatchObject({ code: 'not-found' })
  await expect(client.call('shockSets.save', { ...late })).rejects.toMatchObject({ code: 'not-found' })
})
