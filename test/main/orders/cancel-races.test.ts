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
  await app.waitForResponses()
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
  await app.waitForResponses()
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
  await app.waitForResponses()
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

test('a cancel with an expired token settles as not sent, and is not sent again', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const plan = await app.prepare(order)
  rig.demo.faults.revokeTokens()
  await app.cancels.confirm(plan.id)
  await app.waitForResponses()
  expect(app.latest()).toMatchObject({ state: 'not-sent', isSettled: true })
  expect(app.latest().steps.at(-1)?.words).toContain('nothing was done')
  expect(rig.deletes()).toBe(1)
  await app.settle()
  // A second cancel of the order is sent with the new token.
  await app.cancels.confirm((await app.prepare(order)).id)
  await app.waitForResponses()
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
  await app.waitForResponses()
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'not-found' })
  expect(rig.deletes()).toBe(1)
  const secondPlan = await app.prepare(order)
  expect(secondPlan).toMatchObject({ count: 0, lines: [{ order: null, obstacle: 'It is no longer in the list.' }] })
})

test('a cancel stays unknown while the list lacks the order but has an unreadable row', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.prepare(rig.working())
  rig.demo.faults.set({ path: /orders$/ }, { kind: 'status', status: 200, body: { orders: ['not an order'] } })
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'reset' })
  await app.cancels.confirm(plan.id)
  await app.waitForResponses()
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
  await app.waitForResponses()
  const reading = app.settle()
  await app.clock.advance(60_000)
  await reading
  expect(app.latest()).toMatchObject({ state: 'refused' })
  expect(rig.deletes()).toBe(1)
})
