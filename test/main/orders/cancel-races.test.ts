import { expect, test } from 'vitest'
import { startRig } from './rig.ts'

test('a confirmed cancel is sent once and settles as cancelled when the list shows it', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const plan = await app.prepare(order)
  expect(plan).toMatchObject({ count: 1, words: `the order ${order.id} on SBER@MISX of account …0001` })
  expect(plan.lines[0]).toMatchObject({ obstacle: null, order: { executedQuantity: '0' } })
  expect(rig.deletes()).toBe(0)
  const { started, leftOut } = await app.cancels.confirm(plan.id)
  expect([started.map(({ orderId }) => orderId), leftOut]).toEqual([[order.id], 0])
  await app.untilResponses()
  expect(app.latest()).toMatchObject({ state: 'checking', isSettled: false })
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'cancelled', isSettled: true, executed: '0' })
  expect(app.states()).toEqual(['asked', 'sent', 'checking', 'cancelled'])
  expect(rig.deletes()).toBe(1)
  expect(app.topics).toContain('cancels.changed')
  expect(app.cancels.nextDelayMs()).toBeNull()
  expect(app.faults).toEqual([])
})

test('a cancel of an order that fills before the DELETE settles as executed, with the executed quantity', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const plan = await app.prepare(order)
  rig.demo.orders.fill(order.id, order.quantity)
  await app.cancels.confirm(plan.id)
  await app.untilResponses()
  expect(app.latest().steps.at(-1)?.words).toContain('cannot be canceled')
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'executed', executed: order.quantity, remaining: '0' })
  expect(rig.deletes()).toBe(1)
})

test('a cancel with a 400 response settles as executed only if the list shows that', async () => {
  const rig = await startRig()
  const app = rig.start()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'status', status: 400, body: { code: 9, message: 'No way' } })
  const plan = await app.prepare(rig.working())
  await app.cancels.confirm(plan.id)
  await app.untilResponses()
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'refused' })
  expect(
    app
      .latest()
      .steps.map(({ words }) => words)
      .join(' '),
  ).toMatch(/No way.*still shows “working”/)
  expect(rig.deletes()).toBe(1)
})

test('a cancel with a lost response settles as executed if the order fills meanwhile', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'reset' })
  const plan = await app.prepare(order)
  await app.cancels.confirm(plan.id)
  await app.untilResponses()
  expect(app.latest().state).toBe('unknown')
  rig.demo.orders.fill(order.id, order.quantity)
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'executed', executed: order.quantity })
  expect(rig.deletes()).toBe(1)
})

for (const takesEffect of [true, false]) {
  for (const fault of [
    { kind: 'status', status: 504, takesEffect },
    { kind: 'status', status: 500, takesEffect },
    { kind: 'status', status: 503, takesEffect },
    { kind: 'reset', takesEffect },
  ] as const) {
    const name = fault.kind === 'reset' ? 'a lost connection' : `a ${fault.status} response`
    test(`a DELETE that ${takesEffect ? 'took effect' : 'had no effect'} is unknown after ${name} until the list is read`, async () => {
      const rig = await startRig()
      const app = rig.start()
      rig.demo.faults.set({ method: 'DELETE' }, fault)
      const plan = await app.prepare(rig.working())
      await app.cancels.confirm(plan.id)
      await app.untilResponses()
      expect(app.latest()).toMatchObject({ state: 'unknown', isSettled: false })
      await app.settle()
      expect(app.latest().state).toBe(takesEffect ? 'cancelled' : 'working')
      expect(rig.deletes()).toBe(1)
    })
  }
}

test.each(['cut', 'malformed'] as const)(
  'a DELETE with a %s response is unknown until the list is read',
  async (kind) => {
    const rig = await startRig()
    const app = rig.start()
    rig.demo.faults.set({ method: 'DELETE' }, { kind })
    await app.cancels.confirm((await app.prepare(rig.working())).id)
    await app.untilResponses()
    expect(app.latest().state).toBe('unknown')
    await app.settle()
    expect(app.latest().state).toBe('cancelled')
    expect(rig.deletes()).toBe(1)
  },
)

test('a DELETE without a response is unknown after the timeout', async () => {
  const rig = await startRig()
  const app = rig.start()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'silence', takesEffect: true })
  await app.cancels.confirm((await app.prepare(rig.working())).id)
  await expect.poll(() => rig.deletes()).toBe(1)
  expect(app.latest().state).toBe('sent')
  await app.clock.advance(31_000)
  await app.untilResponses()
  expect(app.latest()).toMatchObject({ state: 'unknown' })
  expect(app.latest().steps.at(-1)?.words).toContain('did not respond within 30 s')
  await app.settle()
  expect(app.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(1)
})

test('a cancel with a lost response stays unknown while the list cannot be read', async () => {
  const rig = await startRig()
  const app = rig.start()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'status', status: 504 })
  const plan = await app.prepare(rig.working())
  rig.demo.faults.set({ path: /orders$/ }, { kind: 'status', status: 503 })
  await app.cancels.confirm(plan.id)
  await app.untilResponses()
  const reading = app.cancels.readAgain(app.signal).catch((error: unknown) => error)
  await app.clock.advance(120_000)
  expect(await reading).toMatchObject({ code: 'unavailable' })
  expect(app.latest()).toMatchObject({ state: 'unknown', isSettled: false })
  rig.demo.faults.clear()
  await app.settle()
  expect(app.latest().state).toBe('working')
  expect(rig.deletes()).toBe(1)
})

test('a cancel with an expired token settles as not sent, and is not sent again', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const plan = await app.prepare(order)
  rig.demo.faults.revokeTokens()
  await app.cancels.confirm(plan.id)
  await app.untilResponses()
  expect(app.latest()).toMatchObject({ state: 'not-sent', isSettled: true })
  expect(app.latest().steps.at(-1)?.words).toContain('nothing was done')
  expect(rig.deletes()).toBe(1)
  await app.settle()
  // A second cancel of the order is sent with the new token.
  await app.cancels.confirm((await app.prepare(order)).id)
  await app.untilResponses()
  await app.settle()
  expect(app.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(2)
})

test('a cancel settles as not found if neither the service nor the list knows the order', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const plan = await app.prepare(order)
  const emptyList = { orders: [] }
  rig.demo.faults.set({ path: /orders$/ }, { kind: 'status', status: 200, body: emptyList })
  rig.demo.faults.set(
    { method: 'DELETE' },
    { kind: 'status', status: 404, body: { code: 5, message: 'Order not found' } },
  )
  await app.cancels.confirm(plan.id)
  await app.untilResponses()
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'not-found' })
  expect(rig.deletes()).toBe(1)
  const again = await app.prepare(order)
  expect(again).toMatchObject({ count: 0, lines: [{ order: null, obstacle: 'It is no longer in the list.' }] })
})

test('a cancel with a lost response settles as not found if the list lacks the order', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.prepare(rig.working())
  rig.demo.faults.set({ path: /orders$/ }, { kind: 'status', status: 200, body: { orders: [] } })
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'reset' })
  await app.cancels.confirm(plan.id)
  await app.untilResponses()
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'not-found', executed: null })
  expect(app.latest().steps.at(-1)?.words).toContain('unknown')
})

test('a cancel stays unknown while the list lacks the order but has an unreadable row', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.prepare(rig.working())
  rig.demo.faults.set({ path: /orders$/ }, { kind: 'status', status: 200, body: { orders: ['not an order'] } })
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'reset' })
  await app.cancels.confirm(plan.id)
  await app.untilResponses()
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'unknown', isSettled: false })
  rig.demo.faults.clear()
  await app.settle()
  expect(app.latest().state).toBe('working')
})

test('a cancel refused by the rate limit settles as refused and is not sent again', async () => {
  const rig = await startRig()
  const app = rig.start()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'status', status: 429 })
  await app.cancels.confirm((await app.prepare(rig.working())).id)
  await app.untilResponses()
  const reading = app.settle()
  await app.clock.advance(60_000)
  await reading
  expect(app.latest()).toMatchObject({ state: 'refused' })
  expect(rig.deletes()).toBe(1)
})
