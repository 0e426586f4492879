import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeCancel, type CancelEvidence } from '#main/insight/orders/judge-cancel.ts'
import { makeOrder } from '../make.ts'

const lost: CancelEvidence = { response: 'lost', saidCancelled: false, order: null, readings: 1, elapsedMs: 0 }
const order = (status: string) => makeOrder({ status: `ORDER_STATUS_${status}` })
const judge = (over: Partial<CancelEvidence>) => judgeCancel({ ...lost, ...over })?.state ?? null

test('if the list shows that an order has ended, the cancel is decided immediately, independent of the response', () => {
  for (const response of ['taken', 'refused', 'not-found', 'lost'] as const) {
    expect(judge({ response, order: order('CANCELED') })).toBe('cancelled')
    expect(judge({ response, order: order('FILLED') })).toBe('executed')
    expect(judge({ response, order: order('EXPIRED') })).toBe('ended')
    expect(judge({ response, order: order('REJECTED') })).toBe('ended')
  }
})

test('a cancel with a lost response counts as without effect only after several readings and some time', () => {
  expect(judge({ order: order('NEW'), readings: 9, elapsedMs: 14_000 })).toBeNull()
  expect(judge({ order: order('NEW'), readings: 3, elapsedMs: 90_000 })).toBeNull()
  expect(judge({ order: order('NEW'), readings: 4, elapsedMs: 15_000 })).toBe('working')
})

test('a refusal needs two readings of the list, because the list may be older than a fill', () => {
  expect(judge({ response: 'refused', order: order('PARTIALLY_FILLED'), readings: 1 })).toBeNull()
  expect(judge({ response: 'refused', order: order('PARTIALLY_FILLED'), readings: 2 })).toBe('refused')
})

test('a cancel that the service reports as pending stays undecided', () => {
  expect(judge({ response: 'taken', order: order('PENDING_CANCEL'), readings: 99, elapsedMs: 1e9 })).toBeNull()
})

test('an order that needs attention does not count as ended', () => {
  expect(judge({ response: 'taken', order: order('SUSPENDED'), readings: 2 })).toBeNull()
})

test('an order missing from the list counts as cancelled only if the service confirmed it', () => {
  expect(judge({ response: 'taken', saidCancelled: true, readings: 1 })).toBeNull()
  expect(judge({ response: 'taken', saidCancelled: true, readings: 2 })).toBe('cancelled')
  expect(judge({ response: 'taken', readings: 2 })).toBe('not-found')
  expect(judge({ response: 'lost', readings: 2 })).toBe('not-found')
  expect(judge({ response: 'not-found', readings: 1 })).toBe('not-found')
})

test('the result never contradicts the list', () => {
  const statuses = ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'EXPIRED', 'PENDING_CANCEL', 'SUSPENDED', 'LATER']
  const evidence = fc.record({
    response: fc.constantFrom('taken' as const, 'refused' as const, 'not-found' as const, 'lost' as const),
    saidCancelled: fc.boolean(),
    order: fc.option(fc.constantFrom(...statuses).map(order)),
    readings: fc.integer({ min: 1, max: 50 }),
    elapsedMs: fc.integer({ min: 0, max: 1e7 }),
  })
  fc.assert(
    fc.property(evidence, (example) => {
      const state = judgeCancel(example)?.state
      if (state === 'executed') expect(example.order?.status).toBe('ORDER_STATUS_FILLED')
      if (state === 'cancelled') {
        expect(
          example.order === null ? example.saidCancelled && example.response === 'taken' : example.order.status,
        ).toBeTruthy()
        if (example.order !== null) expect(example.order.status).toBe('ORDER_STATUS_CANCELED')
      }
      if (state === 'working' || state === 'refused')
        expect(example.order?.status).not.toMatch(/(?<!PARTIALLY)_FILLED$|CANCELED|EXPIRED/)
      if (state === 'not-found') expect(example.order).toBeNull()
    }),
  )
})
