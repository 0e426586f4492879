import { expect, test } from 'vitest'
import { describeOrder, sideWords } from '#renderer/lib/words/order-words.ts'
import { foldSlices } from '#renderer/overview/allocation/allocation-slices.ts'
import { cashHolders, freeShare, splitEvents } from '#renderer/overview/overview-figures.ts'
import { createFormat } from '#shared/text/format.ts'
import { eventRows, orders } from '../fixtures/activity.ts'
import { dec, money } from '../fixtures/data.ts'

const slice = (key: string, value: string, share: number) => ({ key, label: key, value: dec(value), share })

test('small slices are combined into one slice, and the sum is unchanged', () => {
  const allocation = {
    currency: 'USD',
    gross: dec('100'),
    slices: [slice('c', '5', 0.05), slice('a', '80', 0.8), slice('d', '-4', 0.04), slice('b', '11', 0.11)],
    missing: [],
    ...{ rates: [], notConverted: [], includesCash: false },
  }
  expect(
    foldSlices(allocation, 3, createFormat({ locale: 'en-GB' })).map(({ label, value }) => [label, value]),
  ).toEqual([
    ['a', '80'],
    ['b', '11'],
    ['2 others', '1'],
  ])
  expect(foldSlices(allocation, 3, createFormat({ locale: 'en-GB' })).at(-1)?.size).toBe(9)
  expect(foldSlices(allocation, 4, createFormat({ locale: 'en-GB' }))).toHaveLength(4)
})

test('the margin distance has a share only when both figures are known', () => {
  expect(freeShare(dec('25'), dec('100'))).toBe(0.25)
  expect(freeShare(null, dec('100'))).toBeNull()
  expect(freeShare(dec('25'), null)).toBeNull()
  expect(freeShare(dec('25'), dec('0'))).toBeNull()
  expect(freeShare(dec('-25'), dec('100'))).toBe(0)
})

test('upcoming events are sorted nearest first, past events latest first', () => {
  const [event] = eventRows
  const eventOn = (date: string, isAhead: boolean) => ({ ...event!, date, isAhead })
  const { upcoming, past } = splitEvents(
    [eventOn('2027-02', true), eventOn('2026-12-24', true), eventOn('2026-01-01', false), eventOn('2026-03-01', false)],
    5,
  )
  expect(upcoming.map(({ date }) => date)).toEqual(['2026-12-24', '2027-02'])
  expect(past.map(({ date }) => date)).toEqual(['2026-03-01', '2026-01-01'])
})

test('an order is described in words; missing parts are "—"', () => {
  const [row] = orders(0)
  const order = row!.order
  const prices = [{ of: 'limit', value: '225' }]
  expect(describeOrder(order)).toMatchObject({ side: 'Buy', kind: 'limit', status: 'partly filled', prices })
  expect(describeOrder({ ...order, body: null, initialQuantity: null })).toMatchObject({
    symbol: '—',
    side: '—',
    prices: [],
    quantity: null,
  })
  expect(sideWords('SIDE_UNSPECIFIED')).toBe('—')
  expect(sideWords('SIDE_SOMETHING_NEW')).toBe('Something new')
})

test('cash is listed by account, largest amount first; several lines of one currency are added', () => {
  const accounts = [
    { id: 'a', cash: [money('USD', '10'), money('EUR', '7')] },
    { id: 'b', cash: [money('USD', '25.5'), money('USD', '0.5')] },
    { id: 'c', cash: [money('USD', '-3')] },
  ]
  expect(cashHolders(accounts, 'USD')).toEqual([
    { accountId: 'b', amount: '26' },
    { accountId: 'a', amount: '10' },
    { accountId: 'c', amount: '-3' },
  ])
  expect(cashHolders(accounts, 'JPY')).toEqual([])
})
