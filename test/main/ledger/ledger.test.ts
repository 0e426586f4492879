import { expect, test, vi } from 'vitest'
import { pack } from '#main/threads/packed-rows.ts'
import { plainCauseText } from '#shared/text/figures/cause-text.ts'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { makeAccount, makePosition } from '../insight/make.ts'
import { accountId, daysAgo, now, openWith, symbol } from './offline-profile.ts'
import { makeTrade } from './rig.ts'

const deposit = makeTransaction('1', daysAgo(90), {
  category: 'DEPOSIT',
  name: 'Ввод денежных средств',
  change: { currency: 'RUB', amount: dec('1000') },
})
const bought = makeTrade('2', daysAgo(80), symbol, '10', '-100.5')
const sold = makeTrade('3', daysAgo(70), symbol, '-4', '60')

const read = { accountId: null }

test('a history that agrees with the stated figures has no difference, and its lots and quantities are known', async () => {
  const { client } = await openWith([deposit, bought, sold])
  expect(await client.call('reconciliation.read', read)).toEqual([
    {
      ...{ accountId, coverage: 'whole', statedAt: now, differenceCount: 0 },
      positions: [{ symbol, name: null, stated: '6', replayed: '6', difference: '0', causes: [], opening: null }],
      cash: [{ currency: 'RUB', stated: '959.5', replayed: '959.5', difference: '0', causes: [], opening: null }],
    },
  ])
  expect(await client.call('lots.list', { accountId, symbol })).toEqual([
    { accountId, symbol, quantity: '6', cost: '60.3', currency: 'RUB', openedAt: bought.at, unknownCost: false },
  ])
  expect(await client.call('positions.quantities', { accountId, symbol })).toEqual([
    { at: bought.at, quantity: '10' },
    { at: sold.at, quantity: '6' },
  ])
  expect(await client.call('ledger.state')).toEqual({ phase: 'idle', done: 0, total: 0 })
})

test('a missing purchase is a difference in pieces and in money, with one cause, and unknown figures stay unknown', async () => {
  const { client } = await openWith([deposit, sold])
  const [account] = await client.call('reconciliation.read', read)
  expect([account?.positions[0]?.difference, account?.cash[0]?.difference]).toEqual(['10', '-100.5'])
  expect(plainCauseText(account?.positions[0]?.causes[0]?.reasons ?? [])).toBe(
    'A purchase of 10 SBER@MISX for 100.5 RUB is missing.',
  )
  expect(await client.call('lots.list', { accountId, symbol: null })).toEqual([
    { accountId, symbol, quantity: '6', cost: null, currency: null, openedAt: null, unknownCost: true },
  ])
})

test('a partly loaded history has no difference, no lots and only known quantities', async () => {
  const { client } = await openWith([sold], { from: daysAgo(75), to: now + 1000 })
  const [account] = await client.call('reconciliation.read', read)
  expect(account).toMatchObject({ coverage: 'partial', differenceCount: null })
  expect(account?.positions).toMatchObject([
    { stated: '6', replayed: null, difference: null, causes: [{ kind: 'not-loaded' }] },
  ])
  expect(await client.call('lots.list', { accountId, symbol })).toMatchObject([{ quantity: '6', unknownCost: true }])
  expect(await client.call('positions.quantities', { accountId, symbol })).toEqual([{ at: sold.at, quantity: '6' }])
})

test('figures that changed after the last loaded row are not compared with older rows', async () => {
  const { client } = await openWith([deposit, sold], { from: daysAgo(100), to: now })
  const [account] = await client.call('reconciliation.read', read)
  expect(account?.coverage).toBe('partial')
})

test('an opening balance that the user enters is part of the replay and is marked, until it is removed', async () => {
  const { client, events } = await openWith([deposit, sold])
  const topics: string[] = []
  events.listen((topic) => topics.push(topic))
  const opening = { accountId, symbol, currency: null, amount: dec('10') }
  await client.call('reconciliation.setOpening', opening)
  await client.call('reconciliation.setOpening', { accountId, symbol: null, currency: 'RUB', amount: dec('-100.5') })
  const [account] = await client.call('reconciliation.read', read)
  expect(account?.positions).toMatchObject([{ replayed: '6', difference: '0', opening: '10' }])
  expect(account?.cash).toMatchObject([{ replayed: '959.5', difference: '0', opening: '-100.5' }])
  expect(topics).toContain('ledger.changed')
  await client.call('reconciliation.setOpening', { ...opening, amount: null })
  expect((await client.call('reconciliation.read', read))[0]?.positions).toMatchObject([
    { replayed: '-4', opening: null },
  ])
})

test('a new row is in the next answer, and the lots depend on the method', async () => {
  const { client, profile } = await openWith([deposit, bought, sold])
  await client.call('reconciliation.read', read)
  await profile.cache.transactions.store(accountId, pack([makeTrade('4', daysAgo(79), symbol, '4', '-10')]), now, null)
  expect(await client.call('lots.list', { accountId, symbol })).toMatchObject([
    { quantity: '6', cost: '60.3' },
    { quantity: '4', cost: '10' },
  ])
  await client.call('settings.write', { lotMethod: 'lifo' })
  expect(await client.call('lots.list', { accountId, symbol })).toMatchObject([{ quantity: '10', cost: '100.5' }])
})

test('a row after the statement of the service is not compared with it', async () => {
  const { client } = await openWith([deposit, bought, sold, makeTrade('5', now + 500, symbol, '7', '-7')])
  expect(await client.call('reconciliation.read', read)).toMatchObject([{ coverage: 'whole', differenceCount: 0 }])
})

test('a commission dated after the statement is no difference if the service already includes it', async () => {
  const larger = makeTransaction('1', deposit.at, {
    category: 'DEPOSIT',
    change: { currency: 'RUB', amount: dec('1030') },
  })
  const charge = makeTransaction('5', now + 500, {
    category: 'COMMISSION',
    change: { currency: 'RUB', amount: dec('-30') },
  })
  const { client } = await openWith([larger, bought, sold, charge])
  expect(await client.call('reconciliation.read', read)).toMatchObject([{ coverage: 'whole', differenceCount: 0 }])
})

test('an unknown account is not found', async () => {
  const { client } = await openWith([])
  await expect(client.call('lots.list', { accountId: 'X', symbol: null })).rejects.toMatchObject({ code: 'not-found' })
})

test('the cost of the lots of a bond follows from its repayment as soon as its event is read', async () => {
  const repaid = makeTransaction('4', daysAgo(60), {
    ...{ category: 'INCOME', name: 'Амортизация', symbol, changeQuantity: null, trade: null },
    change: { currency: 'RUB', amount: dec('24') },
  })
  const paid = makeTransaction('1', daysAgo(90), {
    ...{ category: 'DEPOSIT', name: 'Ввод денежных средств', change: { currency: 'RUB', amount: dec('976') } },
  })
  const { client, profile, events } = await openWith([paid, bought, sold, repaid])
  const readCost = async () => (await client.call('lots.list', { accountId, symbol })).map(({ cost }) => cost)
  expect(await readCost()).toEqual([null])
  const event = {
    ...{ date: new Date(daysAgo(61)).toISOString().slice(0, 10), type: 'AMORTIZATION', value: dec('4') },
    ...{ currency: 'RUB', coupon: null, offer: null },
    amortization: { newFaceValue: dec('12'), initialFaceValue: dec('16'), percent: dec('25') },
  }
  profile.cache.corporateEvents.replaceBondEvents(symbol, [event], now)
  events.publish('events.changed')
  await vi.waitFor(async () => expect(await readCost()).toEqual(['45.225']), { timeout: 10_000 })
})

test('a position without a market is compared with the only rows of its ticker, and the statement then agrees', async () => {
  const { client, profile } = await openWith([deposit, bought, sold])
  profile.cache.accounts.replaceAccount(
    makeAccount({
      ...{ id: accountId, positions: [makePosition({ symbol: 'SBER', quantity: dec('6') })] },
      cash: [{ currency: 'RUB', amount: dec('959.5') }],
    }),
    now,
  )
  expect(await client.call('reconciliation.read', read)).toMatchObject([
    { differenceCount: 0, positions: [{ symbol, stated: '6', replayed: '6', causes: [] }] },
  ])
})
