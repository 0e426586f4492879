import { expect, test } from 'vitest'
import { startRig } from './rig.ts'

test('a cancel with a lost response settles as executed if the order fills before the list is read', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'reset' })
  const plan = await app.prepare(order)
  await app.cancels.confirm(plan.id)
  await app.waitForResponses()
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
      await app.waitForResponses()
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
    await app.waitForResponses()
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
  await app.waitForResponses()
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
  await app.waitForResponses()
  const reading = app.cancels.readAgain(app.signal).catch((error: unknown) => error)
  await app.clock.advance(120_000)
  expect(await reading).toMatchObject({ code: 'unavailable' })
  expect(app.latest()).toMatchObject({ state: 'unknown', isSettled: false })
  rig.demo.faults.clear()
  await app.settle()
  expect(app.latest().state).toBe('working')
  expect(rig.deletes()).toBe(1)
})

test('a cancel with a lost response settles as not found if the list lacks the order', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.prepare(rig.working())
  rig.demo.faults.set({ path: /orders$/ }, { kind: 'status', status: 200, body: { orders: [] } })
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'reset' })
  await app.cancels.confirm(plan.id)
  await app.waitForResponses()
  await app.settle()
  expect(app.latest()).toMatchObject({ state: 'not-found', executed: null })
  expect(app.latest().steps.at(-1)?.words).toContain('unknown')
})
