import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeCancel, type CancelEvidence } from '../../../src/main/insight/cancel-verdict.ts'
import { makeOrder } from './make.ts'

const lost: CancelEvidence = { answer: 'lost', saidCancelled: false, order: null, readings: 1, elapsedMs: 0 }
const order = (status: string) => makeOrder({ status: `ORDER_STATUS_${status}` })
const judge = (over: Partial<CancelEvidence>) => judgeCancel({ ...lost, ...over })?.state ?? null

test('what the list shows at its end is taken at once, whatever was answered', () => {
  for (const answer of ['taken', 'refused', 'not-found', 'lost'] as const) {
    expect(judge({ answer, order: order('CANCELED') })).toBe('cancelled')
    expect(judge({ answer, order: order('FILLED') })).toBe('executed')
    expect(judge({ answer, order: order('EXPIRED') })).toBe('ended')
    expect(judge({ answer, order: order('REJECTED') })).toBe('ended')
  }
})

test('a lost cancel is given time before it counts as without effect', () => {
  expect(judge({ order: order('NEW'), readings: 9, elapsedMs: 14_000 })).toBeNull()
  expect(judge({ order: order('NEW'), readings: 3, elapsedMs: 90_000 })).toBeNull()
  expect(judge({ order: order('NEW'), readings: 4, elapsedMs: 15_000 })).toBe('working')
})

test('a refusal needs a list that agrees twice, for it may lag behind a fill', () => {
  expect(judge({ answer: 'refused', order: order('PARTIALLY_FILLED'), readings: 1 })).toBeNull()
  expect(judge({ answer: 'refused', order: order('PARTIALLY_FILLED'), readings: 2 })).toBe('refused')
})

test('an order that the service says it is cancelling is waited for', () => {
  expect(judge({ answer: 'taken', order: order('PENDING_CANCEL'), readings: 99, elapsedMs: 1e9 })).toBeNull()
})

test('an order that needs a look is not at its end', () => {
  expect(judge({ answer: 'taken', order: order('SUSPENDED'), readings: 2 })).toBeNull()
})

test('an order missing from the list is cancelled only where the service said so', () => {
  expect(judge({ answer: 'taken', saidCancelled: true, readings: 1 })).toBeNull()
  expect(judge({ answer: 'taken', saidCancelled: true, readings: 2 })).toBe('cancelled')
  expect(judge({ answer: 'taken', readings: 2 })).toBe('not-found')
  expect(judge({ answer: 'lost', readings: 2 })).toBe('not-found')
  expect(judge({ answer: 'not-found', readings: 1 })).toBe('not-found')
})

test('no state is claimed that the list does not hold', () => {
  const statuses = ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'EXPIRED', 'PENDING_CANCEL', 'SUSPENDED', 'LATER']
  const evidence = fc.record({
    answer: fc.constantFrom('taken' as const, 'refused' as const, 'not-found' as const, 'lost' as const),
    saidCancelled: fc.boolean(),
    order: fc.option(fc.constantFrom(...statuses).map(order)),
    readings: fc.integer({ min: 1, max: 50 }),
    elapsedMs: fc.integer({ min: 0, max: 1e7 }),
  })
  fc.assert(
    fc.property(evidence, (one) => {
      const state = judgeCancel(one)?.state
      if (state === 'executed') expect(one.order?.status).toBe('ORDER_STATUS_FILLED')
      if (state === 'cancelled') {
        expect(one.order === null ? one.saidCancelled && one.answer === 'taken' : one.order.status).toBeTruthy()
        if (one.order !== null) expect(one.order.status).toBe('ORDER_STATUS_CANCELED')
      }
      if (state === 'working' || state === 'refused')
        expect(one.order?.status).not.toMatch(/(?<!PARTIALLY)_FILLED$|CANCELED|EXPIRED/)
      if (state === 'not-found') expect(one.order).toBeNull()
    }),
  )
})
