import { expect, test } from 'vitest'
import { DatabaseWriteError } from '../../../src/main/sqlite/errors.ts'
import { startRig } from './rig.ts'

/** A machine whose DELETE is on its way for as long as the test likes. */
async function startSent(takesEffect: boolean) {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  rig.demo.faults.set({ method: 'DELETE' }, { kind: 'silence', takesEffect })
  await app.cancels.confirm((await app.ask(order)).id)
  await expect.poll(() => rig.deletes()).toBe(1)
  expect(app.latest().state).toBe('sent')
  return { rig, app, order }
}

test('killed after "sent", with the DELETE done: the next start reads, and never sends again', async () => {
  const { rig } = await startSent(true)
  const next = rig.start()
  expect(next.latest()).toMatchObject({ state: 'unknown', isSettled: false })
  expect(next.latest().steps.at(-1)?.words).toContain('ended before the answer came')
  await next.settle()
  expect(next.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(1)
})

test('killed after "sent", with the DELETE lost: the next start finds that it still works', async () => {
  const { rig } = await startSent(false)
  const next = rig.start()
  await next.settle()
  expect(next.latest().state).toBe('working')
  expect(rig.deletes()).toBe(1)
})

test('while a cancel of before the restart is not settled, no other is sent for its order', async () => {
  const { rig, order } = await startSent(false)
  const next = rig.start()
  expect(await next.ask(order)).toMatchObject({ count: 0, lines: [{ obstacle: 'Its cancel is under way.' }] })
  expect(rig.deletes()).toBe(1)
})

test('killed after "asked": it was not sent, says so, and is not sent later', async () => {
  const rig = await startRig()
  const app = rig.start()
  const order = rig.working()
  const plan = await app.ask(order)
  // No slot is free: what is confirmed waits.
  const leases = await Promise.all(Array.from({ length: 40 }, () => app.budget.acquire('cancel', 'cancelOrder')))
  await app.cancels.confirm(plan.id)
  expect(app.latest().state).toBe('asked')
  const next = rig.start()
  expect(next.latest()).toMatchObject({ state: 'not-sent', isSettled: true })
  expect(next.latest().steps.at(-1)?.words).toContain('nothing was done')
  // The one that was dropped would not send it either: it is settled.
  for (const lease of leases) lease.release()
  await expect.poll(() => app.budget.snapshot().waiting.cancel).toBe(0)
  await app.answered()
  expect(rig.deletes()).toBe(0)
  await next.cancels.confirm((await next.ask(order)).id)
  await next.answered()
  expect(rig.deletes()).toBe(1)
})

test('killed after the answer: the next start reads on', async () => {
  const rig = await startRig()
  const app = rig.start()
  await app.cancels.confirm((await app.ask(rig.working())).id)
  await app.answered()
  expect(app.latest().state).toBe('checking')
  const next = rig.start()
  await next.settle()
  expect(next.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(1)
})

test('closed in good order with a DELETE on its way, it is unknown; what waits is given up', async () => {
  const { rig, app } = await startSent(true)
  await app.cancels.stop()
  expect(app.latest().state).toBe('unknown')
  await expect(app.askAll()).rejects.toMatchObject({ code: 'invalid' })
  const next = rig.start()
  await next.settle()
  expect(next.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(1)
})

test('what cannot be kept is not sent', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.ask(rig.working())
  app.db.exec(`CREATE TRIGGER full BEFORE INSERT ON order_cancel_step WHEN NEW.state = 'sent'
               BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  await app.cancels.confirm(plan.id)
  await expect.poll(() => app.latest().state).toBe('not-sent')
  expect(rig.deletes()).toBe(0)
})

test('when "asked" cannot be kept, the confirmation fails and nothing is sent', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.ask(rig.working())
  app.db.pragma('query_only = ON')
  await expect(app.cancels.confirm(plan.id)).rejects.toBeInstanceOf(DatabaseWriteError)
  app.db.pragma('query_only = OFF')
  expect(app.journal.cancels.list(null, 10)).toEqual([])
  expect(rig.deletes()).toBe(0)
})

test('an answer that cannot be kept counts as lost: the list tells', async () => {
  const rig = await startRig()
  const app = rig.start()
  const plan = await app.ask(rig.working())
  app.db.exec(`CREATE TRIGGER full BEFORE INSERT ON order_cancel_step WHEN NEW.state = 'checking'
               BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  await app.cancels.confirm(plan.id)
  await expect.poll(() => app.faults.length).toBeGreaterThan(0)
  expect(app.latest().state).toBe('sent')
  await expect.poll(() => app.cancels.nextDelayMs()).not.toBeNull()
  app.db.exec('DROP TRIGGER full')
  await app.settle()
  expect(app.latest().state).toBe('cancelled')
  expect(rig.deletes()).toBe(1)
})
