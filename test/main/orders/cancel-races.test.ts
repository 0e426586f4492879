import { expect, test } from 'vitest'
import { startRig } from './rig.ts'

test('a working order is cancelled: read, confirmed, sent once, and found cancelled in the list', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const plan = await app.ask(order)
  expect(plan).toMatchObject({ count: 1, words: `the order ${order.id} on SBER@MISX of account …0001` })
  expect(plan.lines[0]).toMatchObject({ obstacle: null, order: { executedQuantity: '0' } })
  expect(rig.deletes()).toBe(0)
  const { started, leftOut } = await app.cancels.confirm(plan.id)
  expect([started.map(({ orderId }) => orderId), leftOut]).toEqual([[order.id], 0])
  await app.answered()
  expect(app.latest()).toMatchObject({ state: 'checking', isSettled: false })
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'cancelled', isSettled: true, executed: '0' })
  expect(app.states()).toEqual(['asked', 'sent', 'checking', 'cancelled'])
  expect(rig.deletes()).toBe(1)
  expect(app.topics).toContain('cancels.changed')
  expect(app.cancels.nextDelayMs()).toBeNull()
  expect(app.faults).toEqual([])
})

test('an order that fills between list and DELETE is executed, with what was executed', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const plan = await app.ask(order)
  rig.demo.orders.fill(order.id, order.quantity)
  await app.cancels.confirm(plan.id)
  await app.answered()
  expect(app.latest().steps.at(-1)?.words).toContain('cannot be canceled')
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'executed', executed: order.quantity, remaining: '0' })
  expect(rig.deletes()).toBe(1)
})

test('after a 400 nothing is claimed to be executed that the list does not show so', async () => {
  const rig = await startRig()
  const app = rig.start()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'status', status: 400, body: { code: 9, message: 'No way' } })
  const plan = await app.ask(rig.working())
  await app.cancels.confirm(plan.id)
  await app.answered()
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'refused' })
  expect(
    app
      .latest()
      .steps.map(({ words }) => words)
      .join(' '),
  ).toMatch(/No way.*still shows ORDER_STATUS_NEW/)
  expect(rig.deletes()).toBe(1)
})

test('an order that fills after the DELETE was sent, whose answer is lost, is executed', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'reset' })
  const plan = await app.ask(order)
  await app.cancels.confirm(plan.id)
  await app.answered()
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
    const name = fault.kind === 'reset' ? 'a lost connection' : String(fault.status)
    test(`${name} on a DELETE that ${takesEffect ? 'did work' : 'did not'} is unknown until the list tells`, async () => {
      const rig = await startRig()
      const app = rig.start()
      rig.demo.faults.set({ method: 'DELETE' }, fault)
      const plan = await app.ask(rig.working())
      await app.cancels.confirm(plan.id)
      await app.answered()
      expect(app.latest()).toMatchObject({ state: 'unknown', isSettled: false })
      await app.settle()
      expect(app.latest().state).toBe(takesEffect ? 'cancelled' : 'working')
      expect(rig.deletes()).toBe(1)
    })
  }
}

test.each(['cut', 'malformed'] as const)('an answer that is %s is unknown until the list tells', async (kind) => {
  const rig = await startRig()
  const app = rig.start()
  rig.demo.faults.set({ method: 'DELETE' }, { kind })
  await app.cancels.confirm((await app.ask(rig.working())).id)
  await app.answered()
  expect(app.latest().state).toBe('unknown')
  await app.settle()
  expect(app.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(1)
})

test('an answer that never comes is unknown after the time-out', async () => {
  const rig = await startRig()
  const app = rig.start()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'silence', takesEffect: true })
  await app.cancels.confirm((await app.ask(rig.working())).id)
  await expect.poll(() => rig.deletes()).toBe(1)
  expect(app.latest().state).toBe('sent')
  await app.clock.advance(31_000)
  await app.answered()
  expect(app.latest()).toMatchObject({ state: 'unknown' })
  expect(app.latest().steps.at(-1)?.words).toContain('did not answer within 30 s')
  await app.settle()
  expect(app.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(1)
})

test('while the list cannot be read either, it stays unknown', async () => {
  const rig = await startRig()
  const app = rig.start()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'status', status: 504 })
  const plan = await app.ask(rig.working())
  rig.demo.faults.set({ path: /orders$/ }, { kind: 'status', status: 503 })
  await app.cancels.confirm(plan.id)
  await app.answered()
  const reading = app.cancels.readAgain(app.signal).catch((error: unknown) => error)
  await app.clock.advance(120_000)
  expect(await reading).toMatchObject({ code: 'unavailable' })
  expect(app.latest()).toMatchObject({ state: 'unknown', isSettled: false })
  rig.demo.faults.clear()
  await app.settle()
  expect(app.latest().state).toBe('working')
  expect(rig.deletes()).toBe(1)
})

test('a token that ends in between: nothing was done, it says so, and sends nothing again', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const plan = await app.ask(order)
  rig.demo.faults.revokeTokens()
  await app.cancels.confirm(plan.id)
  await app.answered()
  expect(app.latest()).toMatchObject({ state: 'not-sent', isSettled: true })
  expect(app.latest().steps.at(-1)?.words).toContain('nothing was done')
  expect(rig.deletes()).toBe(1)
  await app.settle()
  // Asked for and confirmed anew, it goes out with the new token.
  await app.cancels.confirm((await app.ask(order)).id)
  await app.answered()
  await app.settle()
  expect(app.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(2)
})

test('a list that lacks the order: an order not known to the service is not found', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const plan = await app.ask(order)
  const others = { orders: [] }
  rig.demo.faults.set({ path: /orders$/ }, { kind: 'status', status: 200, body: others })
  rig.demo.faults.set(
    { method: 'DELETE' },
    { kind: 'status', status: 404, body: { code: 5, message: 'Order not found' } },
  )
  await app.cancels.confirm(plan.id)
  await app.answered()
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'not-found' })
  expect(rig.deletes()).toBe(1)
  const again = await app.ask(order)
  expect(again).toMatchObject({ count: 0, lines: [{ order: null, obstacle: 'It is no longer in the list.' }] })
})

test('a list that lacks the order after a lost answer does not claim to know how it ended', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.ask(rig.working())
  rig.demo.faults.set({ path: /orders$/ }, { kind: 'status', status: 200, body: { orders: [] } })
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'reset' })
  await app.cancels.confirm(plan.id)
  await app.answered()
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'not-found', executed: null })
  expect(app.latest().steps.at(-1)?.words).toContain('not known')
})

test('a list with a row that cannot be read proves nothing of an order it lacks', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.ask(rig.working())
  rig.demo.faults.set({ path: /orders$/ }, { kind: 'status', status: 200, body: { orders: ['not an order'] } })
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'reset' })
  await app.cancels.confirm(plan.id)
  await app.answered()
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'unknown', isSettled: false })
  rig.demo.faults.clear()
  await app.settle()
  expect(app.latest().state).toBe('working')
})

test('a refusal by the rate limit is told as one, and not sent again', async () => {
  const rig = await startRig()
  const app = rig.start()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'status', status: 429 })
  await app.cancels.confirm((await app.ask(rig.working())).id)
  await app.answered()
  const reading = app.settle()
  await app.clock.advance(60_000)
  await reading
  expect(app.latest()).toMatchObject({ state: 'refused' })
  expect(rig.deletes()).toBe(1)
})
